import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '@carryover/files/source/file-failure';
import { openSource, type Source, STANDARD_INPUT } from '@carryover/files/source/source';
import { WriteFailed } from '@carryover/files/write-whole';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../command.ts';
import { ofFileFailure, wrongUsage } from '../failures.ts';
import { type Input, isPart } from '../inputs.ts';
import { joinedRows, type Rows } from '../join/joined-rows.ts';
import { untypedRowsOf } from '../join/untyped-rows.ts';
import type { Input as Recorded } from '../journal/records.ts';
import type { Kind, Part } from '../rows/kind.ts';
import { textRowsOf } from '../steps/text-rows.ts';
import { KINDS_IN_ORDER } from './kinds.ts';
import type { Phase } from './run.ts';

/** The copy of standard input, which a resumed load reads again. */
const copyOfInput = (journal: string): string => `${journal}.stdin`;

const placeOf = (file: string, journal: string | null): string =>
  file === STANDARD_INPUT && journal !== null ? copyOfInput(journal) : file;

/** @returns Left if a file cannot be read. */
const fingerprint = async ({ file, kind }: Input, place: string): Promise<E.Either<Failure, Recorded>> => {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(place, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    return E.left(wrongUsage(`${file} cannot be read: ${messageOf(error)}`));
  }
  return E.right({ kind, file, bytes, sha256: hash.digest('hex') });
};

/**
 * Reads the inputs of a new load once, for their fingerprints. Standard input is copied to a file beside the journal.
 *
 * @throws WriteFailed
 */
export const recordInputs = async (
  inputs: ReadonlyArray<Input>,
  journal: string,
): Promise<E.Either<Failure, ReadonlyArray<Recorded>>> => {
  const recorded: Recorded[] = [];
  for (const input of inputs) {
    const place = placeOf(input.file, journal);
    if (place !== input.file)
      await pipeline(process.stdin, createWriteStream(place, { mode: 0o600 })).catch((error) => {
        throw new WriteFailed(place, error);
      });
    const one = await fingerprint(input, place);
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
    const now = await fingerprint(input, placeOf(input.file, journal));
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

/** Returns the phases of a load: the files of each kind, in the order in which kinds are loaded. */
export const phasesOf = (
  inputs: ReadonlyArray<Input>,
  supplier: string | null,
  journal: string | null,
): ReadonlyArray<Phase> => {
  const opened = async (file: string): Promise<Source> => {
    const source = await openSource(placeOf(file, journal))();
    if (E.isLeft(source)) throw new Error(ofFileFailure(source.left).detail);
    return source.right;
  };
  const namesOf = (kind: Input['kind']) => inputs.filter((input) => input.kind === kind).map(({ file }) => file);
  const rowsOf = (kind: Kind, names: ReadonlyArray<string>) =>
    async function* (): Rows {
      for (const [index, file] of names.entries()) yield* textRowsOf(kind, await opened(file), index, supplier);
    };
  const untyped = (of: Part | 'transactions', name: string, file: number) =>
    async function* (): Rows {
      yield* untypedRowsOf({ of, source: await opened(name), file }, supplier);
    };
  const parts = inputs.flatMap(({ kind, file }) => (isPart(kind) ? [{ part: kind, name: file }] : []));
  const withParts = (names: ReadonlyArray<string>): Phase => ({
    kind: 'transactions',
    files: [...names, ...parts.map(({ name }) => name)],
    isGrouped: true,
    rows: () =>
      joinedRows({
        transactions: async function* () {
          for (const [file, name] of names.entries()) yield* untyped('transactions', name, file)();
        },
        parts: parts.map(({ part, name }, at) => {
          const file = names.length + at;
          return { part, file, rows: untyped(part, name, file) };
        }),
        supplier,
      }),
  });
  return KINDS_IN_ORDER.flatMap((kind): ReadonlyArray<Phase> => {
    const files = namesOf(kind);
    if (files.length === 0) return [];
    return [
      kind === 'transactions' && parts.length > 0 ? withParts(files) : { kind, files, rows: rowsOf(kind, files) },
    ];
  });
};
