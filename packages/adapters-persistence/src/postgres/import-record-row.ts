import type { ImportFilter, ImportRecord } from '@carryover/application/ports/operator/import-records';

/** An import record of any outcome. */
export type ImportRecordRow = {
  readonly id: string;
  readonly received_at: string;
  readonly organisation: string;
  readonly api_key_prefix: string | null;
  readonly endpoint: string;
  readonly outcome: ImportRecord['outcome'];
  readonly supplier_code: string | null;
  readonly external_account_number: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly detail: string | null;
  readonly attr: string | null;
  readonly attr_value: string | null;
  readonly item_count: number | null;
  readonly conflict_count: number | null;
};

export const toImportRecord = (row: ImportRecordRow): ImportRecord => ({
  id: row.id,
  receivedAt: new Date(row.received_at),
  organisation: row.organisation,
  apiKeyPrefix: row.api_key_prefix,
  endpoint: row.endpoint,
  supplierCode: row.supplier_code,
  externalAccountNumber: row.external_account_number,
  outcome: row.outcome,
  status: row.status,
  code: row.code,
  detail: row.detail,
  attr: row.attr,
  attrValue: row.attr_value,
  itemCount: row.item_count,
  conflictCount: row.conflict_count,
});

/** Columns of a record `r` of a request that was not accepted. */
export const ATTEMPT_COLUMNS = `
  r.id, to_json(r.received_at)#>>'{}' as received_at, r.organisation_id, r.api_key_id, r.endpoint, r.supplier_code,
  r.external_account_number, r.status, r.code, r.detail, r.attr, r.attr_value, r.item_count`;

/** A filter's parameters: $1 supplier id, $2 account, $3 endpoint, $4 outcome, $5 code, $6 since, $7 until, $8 id; null: any. */
export const filterParameters = (filter: Omit<ImportFilter, 'limit'>, id: string | null): ReadonlyArray<unknown> => [
  filter.supplierId ?? null,
  filter.externalAccountNumber ?? null,
  filter.endpoint ?? null,
  filter.outcome ?? null,
  filter.code ?? null,
  filter.since?.toISOString() ?? null,
  filter.until?.toISOString() ?? null,
  id,
];

/** The filter's condition on such a record. */
export const attemptMatches = (outcome: ImportRecord['outcome']): string => `
      ($1::uuid is null or exists (select 1 from import_supplier s
         where s.id = $1 and s.organisation_id = r.organisation_id and s.code = r.supplier_code))
  and ($2::text is null or r.external_account_number = $2) and ($3::text is null or r.endpoint = $3)
  and ($4::text is null or $4 = '${outcome}') and ($5::text is null or r.code = $5)
  and ($6::timestamptz is null or r.received_at >= $6) and ($7::timestamptz is null or r.received_at < $7)
  and ($8::uuid is null or r.id = $8)`;
