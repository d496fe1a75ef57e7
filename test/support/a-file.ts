import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row, RowText } from '@carryover/files/row';
import { openSource, type Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, onTestFinished } from 'vitest';

const makeFolder = () => mkdtempSync(join(tmpdir(), 'carryover-files-'));

/** A folder that is gone when the test is over. */
export const aFolder = (): string => {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** A folder for all tests of a file, which is gone after the last of them. */
export const theFolder = (): string => {
  const folder = makeFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const aFile = (name: string, content: string | Uint8Array): string => {
  const file = join(aFolder(), name);
  writeFileSync(file, content);
  return file;
};

/** The objects of a file of NDJSON. */
export const ndjson = (file: string): ReadonlyArray<any> =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

export const opened = async (file: string): Promise<Source> => {
  const source = await openSource(file)();
  if (E.isLeft(source)) throw new Error(source.left.detail);
  return source.right;
};

/** A source of these bytes, in chunks of so many. */
export const sourceOf = (content: string | Uint8Array, format: Source['format'] = null, chunkBytes = 7): Source => ({
  format,
  totalBytes: null,
  bytesRead: () => 0,
  chunks: chunksOf(Buffer.from(content), chunkBytes),
  path: null,
});

export async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const all = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const collected: A[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

/** Returns the rows that were read, in the order of the file. */
export const taken = <A>(rows: ReadonlyArray<Row<A>>): ReadonlyArray<A> =>
  rows.flatMap(({ row }) => (E.isRight(row) ? [row.right] : []));

/** `17: parse_error` or `17 main: invalid`, and at the end of what stops the reading ` (stops)`. */
export const refusals = <A>(rows: ReadonlyArray<Row<A>>): ReadonlyArray<string> =>
  rows.flatMap(({ line, row }) => {
    if (E.isRight(row)) return [];
    const { code, path, stopsReading } = row.left;
    return [`${line}${path === '' ? '' : ` ${path}`}: ${code}${stopsReading ? ' (stops)' : ''}`];
  });

/** The first row that was refused: where it stands and why. */
export const firstRefusal = <A>(rows: ReadonlyArray<Row<A>>): RowText & { readonly detail: string } => {
  for (const { line, raw, row } of rows) if (E.isLeft(row)) return { line, raw, detail: row.left.detail };
  throw new Error('no row was refused');
};

/** All rows that are read in batches. */
export const allRows = async <A>(batches: AsyncIterable<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> =>
  (await all(batches)).flat();
