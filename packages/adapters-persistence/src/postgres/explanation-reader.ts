import type { Explanation } from '@carryover/application/reconciliation';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from './query.ts';

// The latest hundred of each account: enough to explain, whatever was sent.
const ACCEPTED_OF = `
  select a.external_account_number as number, i.id, to_json(i.received_at)#>>'{}' as received_at, i.endpoint, i.item_count
  from account a
  cross join lateral (select * from accepted_import i where i.account_id = a.id order by i.id desc limit 100) i
  where a.supplier_id = $1 and a.external_account_number = any($2::text[])
  order by i.id`;

const REFUSED_OF = `
  select r.external_account_number as number, r.id, to_json(r.received_at)#>>'{}' as received_at, r.endpoint, r.status, r.code, r.detail
  from refused_import r
  where r.organisation_id = $1 and r.supplier_code = $2 and r.external_account_number = any($3::text[])
  order by r.id`;

type ImportRow = {
  readonly number: string;
  readonly id: string;
  readonly received_at: string;
  readonly endpoint: string;
};
type AcceptedRow = ImportRow & { readonly item_count: number };
type RefusedRow = ImportRow & { readonly status: number; readonly code: string; readonly detail: string };

const toAccepted = (row: AcceptedRow): Explanation => ({
  kind: 'accepted_import',
  importId: row.id,
  receivedAt: new Date(row.received_at),
  endpoint: row.endpoint,
  itemCount: row.item_count,
});

const toRefused = (row: RefusedRow): Explanation => ({
  kind: 'refused_request',
  importId: row.id,
  receivedAt: new Date(row.received_at),
  endpoint: row.endpoint,
  status: row.status,
  code: row.code,
  detail: row.detail,
});

/** The imports of these accounts, refused and accepted, by account number. */
export const readExplanations = async (
  em: EntityManager,
  supplier: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, ReadonlyArray<Explanation>>> => {
  if (numbers.length === 0) return new Map();
  const accepted = await query<AcceptedRow>(em, ACCEPTED_OF, [supplier.id, numbers]);
  const refused = await query<RefusedRow>(em, REFUSED_OF, [supplier.organisationId, supplier.code, numbers]);
  const all = [
    ...refused.map((row) => ({ number: row.number, explanation: toRefused(row) })),
    ...accepted.map((row) => ({ number: row.number, explanation: toAccepted(row) })),
  ];
  const byNumber = Map.groupBy(all, ({ number }) => number);
  return new Map([...byNumber].map(([number, of]) => [number, of.map(({ explanation }) => explanation)]));
};
