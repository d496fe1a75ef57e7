import { expect } from 'vitest';
import type { Sent } from '../catalogue/request.ts';
import type { Target } from './target.ts';

type Item = Readonly<Record<string, any>>;

/** The stored text fields of an item, by the client's names. */
type Kept = { readonly sql: string; readonly as: (item: Item) => Item };

const KEPT: Readonly<Record<string, Kept>> = {
  notes: {
    sql: 'select body, documents from note n join account a on a.id = n.account_id',
    as: ({ body = null, document_paths: paths = [] }) => ({
      body,
      documents: paths.map((one: Item) => one.document_path),
    }),
  },
  transactions: {
    sql: `select transaction_id, reason, reference, product_code, display_note, coalesce(submitted_note, case when submitted_date is null then note end) as note
          from ledger_transaction t join account a on a.id = t.account_id`,
    as: ({
      transaction_id,
      reason = null,
      reference = null,
      product_code = null,
      display_note = null,
      note = null,
    }) => ({
      transaction_id,
      reason,
      reference,
      product_code,
      display_note,
      note,
    }),
  },
  statements: {
    sql: 'select statement_id, number, path from historical_statement s join account a on a.id = s.account_id',
    as: ({ statement_id, number, statement_path: path = null }) => ({ statement_id, number, path }),
  },
};

/** Accepted data is stored exactly as it was sent; checked for requests of one item. */
export const expectKept = async ({ rows }: Target, { body, headers }: Sent): Promise<void> => {
  if (headers.some(([name]) => name === 'Content-Encoding')) return;
  const json = JSON.parse(Buffer.from(body).toString());
  for (const [list, { sql, as }] of Object.entries(KEPT)) {
    const items: ReadonlyArray<Item> = json[list] ?? [];
    if (items.length !== 1) continue;
    const kept = await rows(`${sql} where a.external_account_number = $1`, [json.external_account_number]);
    expect(kept).toEqual(items.map(as));
  }
};
