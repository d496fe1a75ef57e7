import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Kind, Part } from '@carryover/contract/item-files';
import { messageOf } from '@carryover/files/source/file-failure';
import { openSource, type Source, STANDARD_INPUT } from '@carryover/files/source/source';
import { WriteFailed } from '@carryover/files/write-whole';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../command.ts';
import { ofFileFailure, wrongUsage } from '../failures.ts';
import { type Input, isPart, isReadOnce } from '../inputs.ts';
import { joinedRows, type Rows } from '../join/joined-rows.ts';
import { untypedRowsOf } from '../join/untyped-rows.ts';
import type { Input as Recorded } from '../journal/records.ts';
import { textRowsOf } from '../steps/text-rows.ts';
import { BATCH_LIMITS, KINDS_IN_ORDER } from './kinds.ts';
import type { Files, Phase } from './run-steps.ts';

/** @returns Left if a file cannot be read. */
const fingerprint = async ({ file, kind, copy }: Input): Promise<E.Either<Failure, Recorded>> => {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(copy ?? file, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    return E.left(wrongUsage(`${file} cannot be read: ${messageOf(error)}`));
  }
  return E.right({ kind, file, bytes, sha256: hash.digest('hex'), ...(copy === undefined ? {} : { copy }) });
};

/** @throws WriteFailed */
const copied = async (input: Input, copy: string): Promise<Input> => {
  const from = input.file === STANDARD_INPUT ? process.stdin : createReadStream(input.file);
  await pipeline(from, createWriteStream(copy, { flags: 'wx', mode: 0o600 })).catch((error) => {
    throw new WriteFailed(copy, error);
  });
  return { ...input, copy };
};

/**
 * Reads the inputs of a new load once, for their fingerprints. What can be read only once is copied to a file beside the
 * journal, from which a resumed load reads it again.
 *
 * @throws WriteFailed
 */
export const recordInputs = async (
  inputs: ReadonlyArray<Input>,
  journal: string,
): Promise<E.Either<Failure, ReadonlyArray<Recorded>>> => {
  const recorded: Recorded[] = [];
  for (const [at, input] of inputs.entries()) {
    const readable = isReadOnce(input.file) ? await copied(input, `${journal}.input-${at + 1}`) : input;
    const one = await fingerprint(readable);
    if (E.isLeft(one)) return one;
    recorded.push(one.right);
  }
  return E.right(recorded);
};

/** @returns Left if a file is not what it was when the load began. */
export const checkInputs = async (
  recorded: ReadonlyArray<Recorded>,
  journal: string,
): Promise<E.Either<Failure, void>> => {
  for (const input of recorded) {
    const now = await fingerprint(input);
    if (E.isLeft(now)) return now;
    if (now.right.sha256 !== input.sha256)
      return E.left(
        wrongUsage(
          `${input.file} has changed since the load began. Delete ${journal} and load the file again: nothing is stored twice.`,
        ),
      );
  }
  return E.right(undefined);
};

/** Returns the files of a load: those of each kind, in the order in which kinds are loaded. */
export const filesOf = (inputs: ReadonlyArray<Input>, supplier: string | null, limits = BATCH_LIMITS): Files => {
  const opened = async ({ file, copy }: Input): Promise<Source> => {
    const source = await openSource(copy ?? file)();
    if (E.isLeft(source)) throw new Error(ofFileFailure(source.left).detail);
    return source.right;
  };
  const rowsOf = (kind: Kind, own: ReadonlyArray<Input>) =>
    async function* (): Rows {
      for (const [index, input] of own.entries()) yield* textRowsOf(kind, await opened(input), index, supplier);
    };
  const untyped = (of: Part | 'transactions', input: Input, file: number) =>
    async function* (): Rows {
      yield* untypedRowsOf({ of, source: await opened(input), file }, supplier);
    };
  const parts = inputs.flatMap((input) => (isPart(input.kind) ? [{ part: input.kind, input }] : []));
  const withParts = (own: ReadonlyArray<Input>): Phase => ({
    kind: 'transactions',
    files: [...own, ...parts.map(({ input }) => input)].map(({ file }) => file),
    isGrouped: true,
    rows: () =>
      joinedRows({
        transactions: async function* () {
          for (const [file, input] of own.entries()) yield* untyped('transactions', input, file)();
        },
        parts: parts.map(({ part, input }, at) => {
          const file = own.length + at;
          return { part, file, rows: untyped(part, input, file) };
        }),
        supplier,
      }),
  });
  const phases = KINDS_IN_ORDER.flatMap((kind): ReadonlyArray<Phase> => {
    const own = inputs.filter((input) => input.kind === kind);
    if (own.length === 0) return [];
    if (kind === 'transactions' && parts.length > 0) return [withParts(own)];
    return [{ kind, files: own.map(({ file }) => file), rows: rowsOf(kind, own) }];
  });
  return { phases, supplier, limits };
};
