import { basename } from 'node:path';
import { complain } from '@carryover/contract/issue';
import type { JsonObject, JsonValue } from '@carryover/contract/json/exact-json';
import { isBody, isPart, type Kind, wholeKind } from '@carryover/contract/kinds';
import { BODY_LIMITS } from '@carryover/contract/limits';
import type { MappedKind } from '@carryover/contract/mapping/mapping';
import type { Lookup } from '@carryover/files/mapping/lookup';
import { joinedFiles, type LoadedMapping } from '@carryover/files/mapping/mapping-files';
import { readMapped } from '@carryover/files/mapping/read-mapped';
import { newTally, type Tally } from '@carryover/files/mapping/tally';
import { ndjsonObjects, readRows } from '@carryover/files/read-rows';
import { type Row, type RowIssue, refusedFile, rejected } from '@carryover/files/row';
import { messageOf } from '@carryover/files/source/file-failure';
import { openSource, type Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import type { Input, MappedInput } from '../files/input.ts';
import { countingOf } from '../files/listed-figures.ts';
import { isOfExport } from '../files/own-files.ts';
import { type Account, CSV_QUOTES, hasReasons, type ItemRow, REASONS, type Read, type Reading } from '../rows/item.ts';
import { joined } from './join.ts';
import { histories } from './join-histories.ts';

/** The body of a request has at most 16 MiB (decisions 3), and a line of billing documents is one. */
const MAX_LINE_BYTES = 16_777_216;
const EMPTY: RowIssue = { ...complain('required', 'The file has no rows.'), path: '', column: null };

/** An item is two levels further down in the body of its request. */
const ITEM_LIMITS = { ...BODY_LIMITS, maxDepth: BODY_LIMITS.maxDepth - 2 };

/**
 * Reads the objects that a mapping makes of the rows of a file.
 *
 * @param file its name: beside it are the files with which its rows are joined.
 */
async function* mappedObjects(
  kind: MappedKind,
  mapping: LoadedMapping,
  source: Source,
  file: string,
  onTally: (tally: Tally) => void,
): AsyncGenerator<ReadonlyArray<Row<JsonObject>>> {
  const { compiled } = mapping;
  const tally = newTally(compiled.mapping);
  if (kind === compiled.mapping.kind) onTally(tally);
  const lookups: Lookup[] = [];
  try {
    for (const { join, file: other } of joinedFiles(mapping, file)) {
      const { openLookup } = await import('@carryover/files/mapping/lookup');
      try {
        lookups.push(await openLookup(compiled, join, join.file === null ? (source.path ?? other) : other, CSV_QUOTES));
      } catch (error) {
        const detail = `${basename(other)}, with which its rows are joined, cannot be read: ${messageOf(error)}`;
        yield [{ line: 1, raw: '', row: E.left(refusedFile({ ...complain('parse_error', detail), path: '' })) }];
        return;
      }
    }
    const rows = async () => {
      const { mappedRows } = await import('@carryover/files/mapping/mapped-rows');
      return mappedRows({ compiled, kind, reasons: REASONS.names, quotes: CSV_QUOTES, tally, lookups });
    };
    yield* readMapped(compiled, source, rows, MAX_LINE_BYTES);
  } finally {
    for (const { close } of lookups) close();
  }
}

/** Reads the objects of a file. The codecs are loaded only if it is CSV. */
const objectsOf = ({ kind, source, file, listed }: Opened, reading: Reading, isWhole: boolean) =>
  readRows<JsonObject>(source, {
    ndjson: () => ndjsonObjects(isPart(kind) || !isBody(kind) ? ITEM_LIMITS : BODY_LIMITS),
    csv: async () => (await import('./csv-objects.ts')).csvObjects(kind, reading, isWhole),
    maxLineBytes: MAX_LINE_BYTES,
    empty: () => (listed?.rows === 0 || isOfExport(file) ? null : EMPTY),
  });

const textAt = (value: JsonValue | undefined, path: string): E.Either<RowIssue, string> => {
  if (typeof value === 'string') return E.right(value);
  return E.left({ ...complain(value === undefined ? 'required' : value === null ? 'null' : 'invalid'), path });
};

/**
 * Makes items of the rows of a file. Their JSON is exact and they name their account; the rest is for the service to check,
 * which knows the supplier's configuration and what is stored: checking it here as well would cost a load a third.
 */
const makeToItem = (kind: Kind, file: number, supplier: string | null) => {
  let latest: Account = { supplier: '', number: '' };
  /** The rows of an account share one object, as most follow each other. */
  const accountOf = (code: string, number: string): Account => {
    if (latest.number !== number || latest.supplier !== code) latest = { supplier: code, number };
    return latest;
  };
  return ({ row, ...text }: Row<JsonObject>): ItemRow => {
    if (E.isLeft(row)) return E.left({ ...text, file, why: row.left });
    const value = row.right;
    const refuse = (issue: RowIssue) => E.left({ ...text, file, why: { ...rejected(issue), object: value } });
    const isNamed = Object.hasOwn(value, 'import_supplier');
    // Only a supplier that is left out is the one of the command: null is not absent (decisions 3).
    const code = textAt(isNamed ? value.import_supplier : (supplier ?? undefined), 'import_supplier');
    if (E.isLeft(code)) return refuse(code.left);
    const number = textAt(value.external_account_number, 'external_account_number');
    if (E.isLeft(number)) return refuse(number.left);
    const account = accountOf(code.right, number.right);
    const common = { kind, file, account, wasRejected: hasReasons(value), value };
    if (text.csv === undefined) return E.right({ ...text, ...common, isNamed });
    // The account first, where it is found at little cost.
    const named = { import_supplier: code.right, ...(isBody(kind) ? {} : { external_account_number: number.right }) };
    return E.right({ ...text, ...common, isNamed: true, raw: JSON.stringify({ ...named, ...value }) });
  };
};

/** An input with what it contains. */
export type Opened = Input & { readonly source: Source };

/** @throws Error if a file cannot be opened. */
export const opened = async <A extends Input | MappedInput>(input: A): Promise<A & { readonly source: Source }> => {
  const source = await openSource(input.copy ?? input.file)();
  if (E.isLeft(source)) throw new Error(`${input.file}: ${source.left.detail}`);
  return { ...input, source: source.right };
};

/** Reads the rows of a file as its mapping makes them, parts by themselves. */
export async function* rowsAsMapped(input: MappedInput): AsyncGenerator<Row<JsonObject>> {
  const { kind, mapping, file, source } = await opened(input);
  for await (const rows of mappedObjects(kind, mapping, source, file, () => {})) yield* rows;
}

/** The items of one file. @param isWhole see `csvObjects`. */
async function* itemsIn(input: Input | Opened, file: number, reading: Reading, isWhole: boolean): AsyncGenerator<Read> {
  const ready = 'source' in input ? input : await opened(input);
  const { kind, source, mapping, listed } = ready;
  reading.onOpened?.(source);
  const toItem = makeToItem(wholeKind(kind), file, reading.supplier);
  const batches =
    mapping === undefined
      ? objectsOf(ready, reading, isWhole)
      : mappedObjects(kind, mapping, source, input.file, (tally) => reading.onTally?.(file, tally));
  const counted = listed === undefined || mapping !== undefined ? null : countingOf(Object.keys(listed.sums));
  if (counted !== null) reading.onTally?.(file, counted.tally);
  for await (const rows of batches) {
    counted?.add(rows);
    const headers = rows.filter(({ row }) => E.isLeft(row) && row.left.isHeader === true).length;
    yield { file, rows: rows.length - headers, items: rows.map(toItem) };
  }
}

/**
 * Reads the rows of files, in their order and in batches: the one reader of `check`, `load`, `dry-run` and `verify`. If the files
 * have line items or tax items, they and the transactions are read together, in place of the first of them; a row of a
 * part that does not say where it belongs ends their reading.
 *
 * Nothing is thrown for a damaged file: its last row is rejected and says `stopsReading`.
 */
export async function* readItems(inputs: ReadonlyArray<Input | Opened>, reading: Reading): AsyncGenerator<Read> {
  const kinds = inputs.map(({ kind }) => kind);
  const wholes = kinds.map(wholeKind);
  const isJoined = kinds.some((kind) => isPart(kind) && wholeKind(kind) === 'transactions');
  const read = (index: number) => itemsIn(inputs[index]!, index, reading, false);
  for (const [file, input] of inputs.entries()) {
    const whole = wholes[file]!;
    const isFirst = wholes.indexOf(whole) === file;
    if (whole === 'billing-documents') {
      if (isFirst)
        yield* histories(kinds, reading.supplier, (index) =>
          itemsIn(inputs[index]!, index, reading, !isPart(kinds[index]!)),
        );
    } else if (!isJoined || whole !== 'transactions') yield* itemsIn(input, file, reading, true);
    else if (isFirst) yield* joined(kinds, read);
  }
}

/** Returns the rejection of a file with a mapping of which nothing can be used; null if something can. */
export const refusalOfMapped = async (input: MappedInput): Promise<string | null> => {
  for await (const { row } of rowsAsMapped(input))
    return E.isLeft(row) && row.left.stopsReading ? row.left.detail : null;
  return null;
};

/** Returns the rejection of a file of which nothing can be used; null if something can. */
export const refusalOf = async (input: Input, isWhole: boolean, supplier: string | null): Promise<string | null> => {
  for await (const { items } of itemsIn(input, 0, { supplier, others: 'taken' }, isWhole))
    for (const first of items) return E.isLeft(first) && first.left.why.stopsReading ? first.left.why.detail : null;
  return null;
};
