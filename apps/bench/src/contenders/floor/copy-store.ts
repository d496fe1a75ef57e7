import type pg from 'pg';
import { toField } from '../../items/copy-text.ts';
import { copyRequest, PreparedRequest } from '../../load/copy-connection.ts';
import { makePgStore } from './pg-store.ts';
import type { FloorStore, PostedItem, Rows } from './store.ts';

const COLUMNS = [
  'account_id',
  'import_id',
  'occurrence',
  'ledger_number',
  'transaction_id',
  'transaction_date',
  'amount',
  'type',
  'reason',
  'payment_type',
  'reference',
  'note',
  'display_note',
  'product_code',
  'line_items',
  'tax_items',
];
const POSTED = COLUMNS.slice(4);

const toLine = (item: PostedItem, prefix: string): string => {
  let line = prefix;
  for (const column of POSTED) line += `\t${toField(item[column])}`;
  return `${line}\n`;
};

const toText = ({ accountId, importId, items }: Rows): string => {
  const prefix = `${accountId}\t${importId}\t0\tL-1`;
  return items.map((item) => toLine(item, prefix)).join('');
};

/** Only the driver, with rows written by `COPY`: only transactions. It shows the cost of a handler compared with the limit. */
export const makeCopyStore = (url: string, maxConnections: number): FloorStore =>
  makePgStore(url, maxConnections, (client: pg.PoolClient) => async (table, rows) => {
    if (table !== 'ledger_transaction') throw new Error(`COPY is not measured on ${table}.`);
    const request = copyRequest([{ table, columns: COLUMNS, text: toText(rows) }]);
    const problem = await new Promise<string | null>((resolve) =>
      client.query(new PreparedRequest(request, resolve) as never),
    );
    if (problem !== null) throw new Error(problem);
  });
