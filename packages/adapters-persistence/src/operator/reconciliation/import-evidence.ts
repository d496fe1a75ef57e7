import { IMPORT_OUTCOMES } from '@carryover/application/operator/import-records';
import type { ImportEvidence } from '@carryover/application/operator/reconciliation/reconciliation-sink';
import * as t from 'io-ts';
import type { Snapshot } from '../../driver/snapshot.ts';
import { oneOf, orNull } from '../../schema/stored-values.ts';

/** Requests that stored nothing else name their supplier by its code. */
const attempts = (outcome: string, table: string) => `
  select id, received_at, api_key_id, endpoint, external_account_number, '${outcome}' as outcome, item_count, payload_sha256,
         null::timestamptz as undone_at
  from ${table}
  where organisation_id = current_setting('carryover.organisation')::uuid
    and supplier_code = current_setting('carryover.code')`;

const IMPORT_RECORDS = `
  select r.id, to_json(r.received_at)#>>'{}', k.prefix, r.endpoint, r.external_account_number, r.outcome, r.item_count,
         encode(r.payload_sha256, 'hex'), to_json(r.undone_at)#>>'{}'
  from (
    select i.id, i.received_at, i.api_key_id, i.endpoint, a.external_account_number, 'accepted' as outcome, i.item_count,
           i.payload_sha256, u.undone_at
    from accepted_import i join account a on a.id = i.account_id
    left join import_undo u on u.account_id = i.account_id and u.import_id = i.id
    where a.supplier_id = current_setting('carryover.supplier')::uuid
    union all ${attempts('refused', 'refused_import')}
    union all ${attempts('dry_run', 'dry_run')}) r
  left join api_key k on k.id = r.api_key_id
  order by r.id`;

const importRow = t.type({
  id: t.string,
  receivedAt: t.string,
  apiKeyPrefix: orNull(t.string),
  endpoint: t.string,
  externalAccountNumber: orNull(t.string),
  outcome: oneOf(IMPORT_OUTCOMES),
  itemCount: orNull(t.string),
  payloadSha256: orNull(t.string),
  undoneAt: orNull(t.string),
});

/** Every import record of the supplier, also of refused requests and dry runs, in the order of their ids. */
export async function* streamImportRecords({ stream }: Snapshot): AsyncGenerator<ReadonlyArray<ImportEvidence>> {
  for await (const rows of stream(importRow, IMPORT_RECORDS))
    yield rows.map(({ receivedAt, itemCount, undoneAt, ...row }) => ({
      ...row,
      receivedAt: new Date(receivedAt),
      itemCount: itemCount === null ? null : Number(itemCount),
      undoneAt: undoneAt === null ? null : new Date(undoneAt),
    }));
}
