import { openDatabase } from '@carryover/adapters-persistence/orm';
import { type ImportFilter, listImports } from '@carryover/adapters-persistence/queries/import-listing';
import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import * as E from 'fp-ts/lib/Either.js';
import { percentile } from './figures.ts';
import { fillRecords } from './records.ts';
import type { Workbench } from './workbench.ts';

const PAGE = 50;
const DAY = (day: number) => new Date(Date.UTC(2026, 9, day));

/** Filters that are hard for one index or another. */
const FILTERS: Readonly<Record<string, Omit<ImportFilter, 'limit' | 'supplier'>>> = {
  'no filter': {},
  'one organisation': { organisations: ['Organisation 1'] },
  'an organisation without records': { organisations: ['None'] },
  'a key with most records': { apiKeyPrefix: 'co_00000002' },
  'a key with one record': { apiKeyPrefix: 'co_00000004' },
  'a rare endpoint': { endpoint: 'payment-instruction/create' },
  'an endpoint without records': { endpoint: 'historical-statements/create' },
  'a rare code': { code: 'invalid_period' },
  'a code and an endpoint': { code: 'blank', endpoint: 'notes/validate' },
  'an account': { externalAccountNumber: 'R-4711' },
  'an account without records': { externalAccountNumber: 'R-none' },
  'two days': { since: DAY(10), until: DAY(12) },
  'a time without records': { since: DAY(40) },
  'a key, an endpoint and a day': { apiKeyPrefix: 'co_00000001', endpoint: 'notes/create', until: DAY(3) },
};

type List = (filter: Omit<ImportFilter, 'limit' | 'supplier'>) => Promise<ReadonlyArray<ImportRecord>>;

/** Reads the first page and, by the key of its last record, pages ever deeper. */
const measureFilter = async (
  list: List,
  name: string,
  filter: Omit<ImportFilter, 'limit' | 'supplier'>,
  rounds: number,
): Promise<void> => {
  await list(filter);
  const times: number[] = [];
  let before: string | undefined;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const records = await list({ ...filter, ...(before === undefined ? {} : { before }) });
    times.push(performance.now() - start);
    before = records.at(-1)?.id;
  }
  process.stdout.write(
    `${name.padEnd(34)} p50 ${percentile(times, 50).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)} ms\n`,
  );
};

/** Fills a database with import records, and measures one page of the listing for each kind of filter. */
export const measureListing = async (
  { createDatabase }: Workbench,
  { records, rounds }: { readonly records: number; readonly rounds: number },
): Promise<boolean> => {
  const url = await createDatabase('listing');
  await fillRecords(url, { accepted: records * 0.6, refused: records * 0.3, dryRuns: records * 0.1 });
  const orm = openDatabase({ url, maxConnections: 2, acquireTimeoutMs: 10_000, timeouts: UNHURRIED });
  try {
    const list: List = async (filter) => {
      const listed = await listImports(orm.em)({ supplier: null, ...filter, limit: PAGE + 1 })();
      if (E.isLeft(listed)) throw listed.left.cause;
      return listed.right;
    };
    for (const [name, filter] of Object.entries(FILTERS)) await measureFilter(list, name, filter, rounds);
  } finally {
    await orm.close(true);
  }
  return true;
};
