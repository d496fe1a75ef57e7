import { given } from '@carryover/application/given';
import type { OperatorUseCases } from '@carryover/operator/connect';
import { get, type Route, type Visit } from '../../web/route.ts';
import { type Column, csvRows, everyRecord } from '../imports/export-list.ts';
import { organisationsOf, supplierOf } from '../imports/filter.ts';
import { readRefusals } from './read-refusals.ts';

const COLUMNS: ReadonlyArray<Column> = [
  ['received_at', ({ receivedAt }) => receivedAt.toISOString()],
  ['supplier', ({ supplierCode }) => supplierCode],
  ['external_account_number', ({ externalAccountNumber }) => externalAccountNumber],
  ['endpoint', ({ endpoint }) => endpoint],
  ['code', ({ code }) => code],
  ['path', ({ attr }) => attr],
  ['detail', ({ detail }) => detail],
  ['request_id', ({ id }) => id],
];

/** The list of refused requests for the client, as CSV and NDJSON. */
export const listRefused = (operator: OperatorUseCases): ReadonlyArray<Route> => {
  const everyRefused = ({ query, scope }: Visit) => {
    const { filters, since, path } = readRefusals(query);
    return everyRecord(operator, {
      supplier: supplierOf(filters),
      ...organisationsOf(scope, filters.organisation),
      outcome: 'refused',
      since,
      ...given({ code: filters.code, path }),
    });
  };
  async function* ndjsonLines(visit: Visit): AsyncGenerator<Uint8Array> {
    for await (const record of everyRefused(visit)) {
      const fields = Object.fromEntries(COLUMNS.map(([name, read]) => [name, read(record)]));
      yield Buffer.from(`${JSON.stringify(fields)}\n`);
    }
  }
  return [
    get('/refusals.csv', 'records', async (visit) => ({
      kind: 'download',
      fileName: 'refusals.csv',
      rows: csvRows(COLUMNS, everyRefused(visit)),
    })),
    get('/refusals.ndjson', 'records', async (visit) => ({
      kind: 'download',
      fileName: 'refusals.ndjson',
      contentType: 'application/x-ndjson',
      bytes: ndjsonLines(visit),
    })),
  ];
};
