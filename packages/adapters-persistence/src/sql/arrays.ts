import type { Parameter } from '../sql/transaction.ts';

/**
 * Arrays as parameters of `insert … select unnest($1)`: a third less work for PostgreSQL than one JSON document.
 *
 * The arrays of a statement are unnested in its select list, because `from` would materialise all rows first, and the
 * shorter ones are filled up with nulls: so none has nulls at its end. Lists are sent as texts, because `unnest` would
 * flatten a list of lists.
 *
 * Rows of one account are selected from its row: a cluster sends such a statement to the account's node as it is, and would
 * collect the rows of any other first. It does not send one that casts what `unnest` returns: casts are in a select
 * around it (ADR 28).
 */
type Column<A> = ReadonlyArray<A | null>;

const withoutLastNulls = <A>(values: Column<A>): Column<A> => {
  let length = values.length;
  while (length > 0 && values[length - 1] === null) length -= 1;
  return length === values.length ? values : values.slice(0, length);
};

/** Texts that need no quotes in an array. */
const PLAIN = /^[\w.:+-]+$/;

const element = (text: string | null): string => {
  if (text === null) return 'NULL';
  if (PLAIN.test(text) && !(text.length === 4 && text.toUpperCase() === 'NULL')) return text;
  return text.includes('"') || text.includes('\\')
    ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : `"${text}"`;
};

/** Returns an array of any type in PostgreSQL's text format. */
export const arrayLiteral = (texts: Column<string>): string => `{${withoutLastNulls(texts).map(element).join(',')}}`;

/** Returns an array of numbers, dates, times, UUIDs or booleans, none of which needs quotes. */
export const plainArray = (values: Column<string | number | boolean>): string =>
  `{${withoutLastNulls(values)
    .map((value) => value ?? 'NULL')
    .join(',')}}`;

/** An element type: PostgreSQL's OID, and the format version that precedes each element of jsonb. */
type ElementType = { readonly oid: number; readonly version: number | null };

const TEXT: ElementType = { oid: 25, version: null };
const JSONB: ElementType = { oid: 3802, version: 1 };

const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;
/** The bytes of one UTF-16 code unit in UTF-8, at most. */
const MAX_UNIT_BYTES = 3;

const FIRST_BYTES = 64 * 1024;
/** The size up to which the memory is kept for the next array. */
const KEPT_BYTES = 1024 * 1024;

/** Written to by one array after another: `encode` is synchronous. */
let bytes = Buffer.allocUnsafe(FIRST_BYTES);

const reserve = (used: number, needed: number): void => {
  if (used + needed <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, used + needed));
  bytes.copy(larger, 0, 0, used);
  bytes = larger;
};

/** Writes an element at `start`, preceded by its length. @returns where it ends. */
const writeElement = (text: string | null, start: number, { version }: ElementType): number => {
  if (text === null) {
    reserve(start, 4);
    return bytes.writeInt32BE(-1, start);
  }
  reserve(start, 5 + MAX_UNIT_BYTES * text.length);
  const from = version === null ? start + 4 : bytes.writeUInt8(version, start + 4);
  const end = from + bytes.write(text, from, 'utf8');
  bytes.writeInt32BE(end - start - 4, start);
  return end;
};

/** Writes an array in PostgreSQL's binary format: no quotes to add here or to look for there (ADR 16). */
const encode = (column: Column<string>, type: ElementType): Buffer => {
  const texts = withoutLastNulls(column);
  const isEmpty = texts.length === 0;
  bytes.writeInt32BE(isEmpty ? 0 : 1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(type.oid, 8);
  bytes.writeInt32BE(texts.length, 12);
  bytes.writeInt32BE(1, 16);
  let end = isEmpty ? EMPTY_HEADER_BYTES : HEADER_BYTES;
  for (const text of texts) end = writeElement(text, end, type);
  const encoded = Buffer.from(bytes.subarray(0, end));
  if (bytes.length > KEPT_BYTES) bytes = Buffer.allocUnsafe(FIRST_BYTES);
  return encoded;
};

/** Returns texts as a parameter of type `text[]`. */
export const textArray = (texts: Column<string>): Parameter => encode(texts, TEXT);

/** Returns JSON texts as a parameter of type `jsonb[]`. */
export const jsonbArray = (texts: Column<string>): Parameter => encode(texts, JSONB);
