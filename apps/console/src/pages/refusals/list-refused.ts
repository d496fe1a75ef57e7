import {
  type RefusedItemOfRequest,
  type RefusedItemPage,
  readRefusedItemPage,
} from '@carryover/adapters-persistence/queries/refusals';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { orProblem } from '../../web/problem.ts';
import { get, type Route, type Visit } from '../../web/route.ts';
import { namedWithin } from '../find-suppliers.ts';
import { type Column, csvRows } from '../imports/export-list.ts';
import { readItemFilters } from './filter.ts';

const COLUMNS: ReadonlyArray<Column<RefusedItemOfRequest>> = [
  ['received_at', ({ record }) => record.receivedAt.toISOString()],
  ['supplier', ({ record }) => record.supplierCode],
  ['external_account_number', ({ record }) => record.externalAccountNumber],
  ['endpoint', ({ record }) => record.endpoint],
  ['identifier', ({ item }) => item.identifier],
  ['code', ({ item }) => item.code],
  ['path', ({ item }) => item.path],
  ['value', ({ item }) => item.value],
  ['state', ({ item }) => item.state],
  ['detail', ({ item }) => item.detail],
  ['request_id', ({ record }) => record.id],
];

/** The list of what was refused for the client, item by item, as CSV and NDJSON. */
export const listRefused = (operator: OperatorUseCases): ReadonlyArray<Route> => {
  async function* everyItem({ query, scope }: Visit): AsyncGenerator<RefusedItemOfRequest> {
    const { named, wanted: items } = readItemFilters(query);
    const wanted = { ...(await namedWithin(operator.suppliers, scope, named)), ...items, limit: null };
    let before: string | null = null;
    do {
      const page: RefusedItemPage = await orProblem(readRefusedItemPage(operator.em)(wanted, before));
      yield* page.items;
      before = page.next;
    } while (before !== null);
  }
  async function* ndjsonLines(visit: Visit): AsyncGenerator<Uint8Array> {
    for await (const listed of everyItem(visit)) {
      const fields = Object.fromEntries(COLUMNS.map(([name, read]) => [name, read(listed)]));
      yield Buffer.from(`${JSON.stringify(fields)}\n`);
    }
  }
  return [
    get('/refusals.csv', 'records', async (visit) => ({
      kind: 'download',
      fileName: 'refusals.csv',
      rows: csvRows(COLUMNS, everyItem(visit)),
    })),
    get('/refusals.ndjson', 'records', async (visit) => ({
      kind: 'download',
      fileName: 'refusals.ndjson',
      contentType: 'application/x-ndjson',
      bytes: ndjsonLines(visit),
    })),
  ];
};
