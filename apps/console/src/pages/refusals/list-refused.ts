import type { ImportRecord } from '@carryover/application/ports/operator/import-records';
import type { OperatorUseCases } from '@carryover/operator/connect';
import { orProblem } from '../../web/parameter.ts';
import type { Route, Visit } from '../../web/route.ts';
import { organisationsOf, supplierOf } from '../imports/filter.ts';
import { readRefusals } from './read-refusals.ts';

const PAGE = 1_000;

const fieldsOf = (record: ImportRecord) => ({
  received_at: record.receivedAt.toISOString(),
  supplier: record.supplierCode,
  external_account_number: record.externalAccountNumber,
  endpoint: record.endpoint,
  code: record.code,
  path: record.attr,
  detail: record.detail,
  request_id: record.id,
});
const COLUMNS = [
  'received_at',
  'supplier',
  'external_account_number',
  'endpoint',
  'code',
  'path',
  'detail',
  'request_id',
] as const;

/** The list of refused requests for the client, as CSV and NDJSON. */
export const listRefused = ({ imports }: OperatorUseCases): ReadonlyArray<Route> => {
  async function* everyRefused({ query, scope }: Visit) {
    const { filters, since, path } = readRefusals(query);
    const filter = {
      supplier: supplierOf(filters),
      ...organisationsOf(scope, filters.organisation),
      outcome: 'refused' as const,
      since,
      ...(filters.code === null ? {} : { code: filters.code }),
      ...(path === null ? {} : { path }),
      limit: PAGE,
    };
    for (let before: string | undefined; ; ) {
      const records = await orProblem(imports.list({ ...filter, ...(before === undefined ? {} : { before }) }));
      for (const record of records) yield fieldsOf(record);
      if (records.length < PAGE) return;
      before = records.at(-1)!.id;
    }
  }
  async function* csvRows(visit: Visit): AsyncGenerator<ReadonlyArray<string>> {
    yield COLUMNS;
    for await (const fields of everyRefused(visit)) yield COLUMNS.map((name) => fields[name] ?? '');
  }
  async function* ndjsonLines(visit: Visit): AsyncGenerator<Uint8Array> {
    for await (const fields of everyRefused(visit)) yield Buffer.from(`${JSON.stringify(fields)}\n`);
  }
  return [
    {
      method: 'GET',
      path: '/refusals.csv',
      access: 'records',
      handle: async (visit) => ({ kind: 'download', fileName: 'refusals.csv', rows: csvRows(visit) }),
    },
    {
      method: 'GET',
      path: '/refusals.ndjson',
      access: 'records',
      handle: async (visit) => ({
        kind: 'download',
        fileName: 'refusals.ndjson',
        contentType: 'application/x-ndjson',
        bytes: ndjsonLines(visit),
      }),
    },
  ];
};
