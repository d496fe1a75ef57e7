import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import { type RefusedRequest, readRefusedRequests } from '@carryover/adapters-persistence/queries/refusals';
import type { RefusedItem } from '@carryover/adapters-persistence/queries/refused-items';
import { given } from '@carryover/application/given';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { orProblem } from '../../web/problem.ts';
import { get, type Route, type Visit } from '../../web/route.ts';
import { namedWithin } from '../find-suppliers.ts';
import { type Column, csvRows } from '../imports/export-list.ts';
import { readRefusals } from './filter.ts';

/** An item that failed, and the request in which it was sent. */
type Listed = { readonly record: ImportRecord; readonly item: RefusedItem };

const COLUMNS: ReadonlyArray<Column<Listed>> = [
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
  async function* everyItem({ query, scope }: Visit): AsyncGenerator<Listed> {
    const { filters, since, path } = readRefusals(query);
    const wanted = {
      ...(await namedWithin(operator.suppliers, scope, filters)),
      since,
      ...given({ code: filters.code, path }),
    };
    for (let before: string | null = null; ; ) {
      const requests: ReadonlyArray<RefusedRequest> = await orProblem(readRefusedRequests(operator.em)(wanted, before));
      if (requests.length === 0) return;
      for (const { record, failed } of requests) {
        const { items, itemsNotKept, state } = failed;
        for (const item of items) yield { record, item };
        const ofRequest = { identifier: null, code: record.code ?? '', value: null, state };
        if (items.length === 0)
          yield { record, item: { ...ofRequest, path: record.attr, value: record.attrValue, detail: record.detail } };
        if (itemsNotKept > 0) {
          const detail = `${itemsNotKept} more items of this request are not listed: they failed too, or were not read.`;
          yield { record, item: { ...ofRequest, path: null, detail } };
        }
      }
      before = requests.at(-1)!.record.id;
    }
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
