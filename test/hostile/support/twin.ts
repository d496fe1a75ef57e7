import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Answered } from '../../support/sockets/answers.ts';
import type { Sent } from '../catalogue/request.ts';
import { jsonOf, outcomeOf } from './outcome.ts';

/** The dry run of the same request (decisions 13); null if it is not an import that has one. */
export const twinOf = (sent: Sent): Sent | null => {
  const target = sent.target.replace(/^(\/v1\/data-import\/[a-z-]+)\/create(?=\/|$|\?)/, '$1/validate');
  return sent.method === 'POST' && sent.bytes === undefined && target !== sent.target ? { ...sent, target } : null;
};

const isTransactions = (sent: Sent): boolean => sent.target.startsWith('/v1/data-import/transactions/');

/** The import's errors as `code attr`; transactions tell the first alone, by its code. */
const errorsOf = (sent: Sent, answered: Answered): ReadonlyArray<string> => {
  const { code } = outcomeOf(answered);
  const errors: ReadonlyArray<{ readonly code: string; readonly attr: string }> = jsonOf(answered).errors ?? [];
  return isTransactions(sent) ? [String(code)] : errors.map((one) => `${one.code} ${one.attr}`);
};

const decompressed = ({ headers, body }: Sent): Uint8Array => {
  const coding = headers
    .find(([name]) => name === 'Content-Encoding')?.[1]
    .trim()
    .toLowerCase();
  if (coding === 'gzip') return gunzipSync(body);
  return coding === 'br' ? brotliDecompressSync(body) : body;
};

/** The position of a field in the body, by its outermost name: errors are in document order, whichever was judged first. */
const placeIn = (sent: Sent): ((attr: string) => number) => {
  const names = Object.keys(JSON.parse(Buffer.from(decompressed(sent)).toString()));
  return (attr) => names.indexOf(attr.split('.')[0]!);
};

/** An import ends at the first refusal; of a dry run only what stands further up in the document comes before it. */
const expectFirst = (sent: Sent, found: ReadonlyArray<{ readonly attr: string }>, at: number): void => {
  expect(at).toBeGreaterThanOrEqual(0);
  if (at === 0) return;
  const place = placeIn(sent);
  for (const { attr } of found.slice(0, at)) expect(place(attr)).toBeLessThan(place(found[at]!.attr));
};

/** Fields that default to the current second, and so may differ between the two. */
const withoutTimes = (results: unknown): unknown =>
  Array.isArray(results) ? results.map((one) => ({ ...one, created_at: null })) : results;

/** Holds a dry run against the import that came after it. */
export const expectToAgree = (sent: Sent, dryRun: Answered, imported: Answered): void => {
  const report = jsonOf(dryRun);
  if (imported.status === 201) {
    expect([dryRun.status, report.valid, report.errors]).toEqual([200, true, []]);
    expect(withoutTimes(report.results)).toEqual(withoutTimes(jsonOf(imported)));
    return;
  }
  const { code } = outcomeOf(imported);
  if (imported.status !== 400 || code === 'parse_error' || dryRun.status !== 200) {
    expect([dryRun.status, outcomeOf(dryRun).code]).toEqual([imported.status, code]);
    return;
  }
  expect([report.valid, report.results]).toEqual([false, null]);
  const found: ReadonlyArray<{ readonly code: string; readonly attr: string }> = report.errors;
  const asImport = found.map((one) => (isTransactions(sent) ? one.code : `${one.code} ${one.attr}`));
  const told = errorsOf(sent, imported);
  expectFirst(sent, found, asImport.indexOf(told[0]!));
  expect(asImport).toEqual(expect.arrayContaining([...told]));
};
