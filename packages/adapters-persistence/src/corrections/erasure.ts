import type { Erased, Erasures } from '@carryover/application/ports/operator-work';
import type { Account, AccountRef } from '@carryover/domain/account';
import { SUMMED_FIELDS } from '@carryover/domain/control-total';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { erasedName } from '../imports/account-repository.ts';
import { ATTEMPT_TABLES, type AttemptOutcome, removeAttempts } from '../keeping/removed-attempts.ts';
import { moment, orNull } from '../schema/stored-values.ts';
import { holdNoteWords } from '../search/note-words.ts';
import { commitMoment } from '../sql/commit-moment.ts';
import { keepOnNode } from '../sql/dialect.ts';
import { namesOrganisation } from '../sql/organisation-names.ts';
import { query, readRow, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { ITEM_TABLES } from './corrections.ts';

// Stronger than the lock of an import, so that also the record of a refused request waits for it.
const LOCK = `select to_json(erased_at)#>>'{}' as "erasedAt" from account where id = $1 for update`;

/** The totals that are kept, of what the account still has. */
const TOTALS = `
  select account_id, ledger_number, type, count(*) as count, sum(${SUMMED_FIELDS.transaction}) as sum
  from ledger_transaction where account_id = $1 group by 1, 2, 3
  union all
  select n.account_id, '', case when i.endpoint = 'notes/create' then 'NOTE' else 'NOTE_ADDED_BY_SERVICE' end, count(*), 0
  from note n join accepted_import i on i.account_id = n.account_id and i.id = n.import_id
  where n.account_id = $1 group by 1, 3
  union all
  select account_id, ledger_number, 'BILLING_DOCUMENT', count(*), 0 from billing_document where account_id = $1 group by 1, 2
  union all
  select account_id, '', 'STATEMENT', count(*), sum(${SUMMED_FIELDS.statement}) from historical_statement where account_id = $1 group by 1
  union all
  select account_id, '', 'PAYMENT_INSTRUCTION', count(*), 0 from payment_instruction
  where account_id = $1 and is_active group by 1`;

const KEEP_TOTALS = `insert into erased_total (account_id, ledger_number, type, count, sum) ${TOTALS}`;

const SHOWN = (from: string): string => `
  select ledger_number as "ledgerNumber", type, count::float as count, sum::text as sum from (${from}) total
  order by ledger_number, type`;
const COUNT_TOTALS = SHOWN(TOTALS);
const KEPT_TOTALS = SHOWN('select * from erased_total where account_id = $1');

const COUNT_PAYLOADS = `
  select count(*)::float as count from accepted_import where account_id = $1 and payload is not null`;

/** Refused requests and dry runs that name the account, also with a supplier that does not exist. */
const ATTEMPTS = (outcome: AttemptOutcome): string => `
  select r.id::text as id from ${ATTEMPT_TABLES[outcome]} r
  where r.organisation_id = $1 and r.account_prefix = left($2, 129) and r.external_account_number = $2
    and (r.supplier_prefix = left($3, 33) or not exists (
      select from import_supplier s where s.organisation_id = r.organisation_id and s.code = r.supplier_prefix))`;

const REMOVE_PAYLOADS = `
  update accepted_import
  set payload = null, payload_removed_at = coalesce(payload_removed_at, $2::timestamptz), findings = null
  where account_id = $1`;

/** Reasons and identifiers are texts of clients and operators. */
const CLEAR_UNDOS = `update import_undo set reason = '', answered = '[]', items = '[]' where account_id = $1`;

// Requests that register totals of the account take the same lock.
const LOCK_SETS = 'select id::text as id from control_total_set where supplier_id = $1 order by id for update';

/** The digest of a row stays: it is of the row as it was sent. */
const CLEAR_TOTALS = `
  update control_total set external_account_number = $3 where set_id = any($1::uuid[]) and external_account_number = $2`;

const CLEAR_ACTIONS = `
  update operator_action set external_account_number = $4, reason = null, before = null, after = null
  where ${namesOrganisation('organisation', '$1::uuid')} and supplier_code = $2 and external_account_number = $3`;

const ERASE = `
  update account set external_account_number = $2, erased_at = $3::timestamptz, erased_position = $4::bigint
  where id = $1`;

const lockedRow = t.type({ erasedAt: orNull(moment) });
const totalRow = t.type({ ledgerNumber: t.string, type: t.string, count: t.number, sum: t.string });
const countRow = t.type({ count: t.number });
const idRow = t.type({ id: t.string });

const erase = async (
  em: EntityManager,
  isDryRun: boolean,
  { id, supplier }: Account,
  ref: AccountRef,
): Promise<Erased> => {
  await keepOnNode(em, id);
  const locked = await readRow(em, lockedRow, LOCK, [id]);
  const name = erasedName(ref);
  if (locked?.erasedAt != null) {
    const totals = await readRows(em, totalRow, KEPT_TOTALS, [id]);
    return { name, erasedAt: locked.erasedAt, wasErased: true, totals, payloads: 0, refusals: 0, dryRuns: 0 };
  }
  const totals = await readRows(em, totalRow, COUNT_TOTALS, [id]);
  const payloads = (await readRow(em, countRow, COUNT_PAYLOADS, [id]))!.count;
  const named = [ref.organisationId, ref.externalAccountNumber, ref.supplierCode];
  const attempts = { refused: 0, dry_run: 0 };
  for (const outcome of ['refused', 'dry_run'] as const) {
    const ids = (await readRows(em, idRow, ATTEMPTS(outcome), named)).map((row) => row.id);
    attempts[outcome] = ids.length;
    if (!isDryRun) await removeAttempts(em, outcome, ids);
  }
  const removed = { name, wasErased: false, totals, payloads, refusals: attempts.refused, dryRuns: attempts.dry_run };
  if (isDryRun) return { ...removed, erasedAt: new Date() };
  await query(em, KEEP_TOTALS, [id]);
  await holdNoteWords(em);
  for (const table of [...ITEM_TABLES, 'statement_period'])
    await query(em, `delete from ${table} where account_id = $1`, [id]);
  const { now, position } = await commitMoment(em, id);
  await query(em, REMOVE_PAYLOADS, [id, now]);
  await query(em, CLEAR_UNDOS, [id]);
  const sets = (await readRows(em, idRow, LOCK_SETS, [supplier.id])).map((row) => row.id);
  if (sets.length > 0) await query(em, CLEAR_TOTALS, [sets, ref.externalAccountNumber, name]);
  await query(em, CLEAR_ACTIONS, [ref.organisationId, ref.supplierCode, ref.externalAccountNumber, name]);
  await query(em, ERASE, [id, name, now, position]);
  return { ...removed, erasedAt: new Date(now) };
};

const LATEST = `
  select supplier_id as "supplierId", to_json(max(erased_at))#>>'{}' as "erasedAt" from account
  where erased_at is not null group by supplier_id`;
const latestRow = t.type({ supplierId: t.string, erasedAt: moment });

/** Returns the suppliers with erased accounts, each with the time of the latest erasure. */
export const latestErasures = (em: EntityManager) => stored(() => readRows(em, latestRow, LATEST));

/** @param em of a transaction, which holds the locks. @param isDryRun nothing is removed, only counted. */
export const makePostgresErasures = (em: EntityManager, isDryRun: boolean): Erasures => ({
  erase: (account, ref) => stored(() => erase(em, isDryRun, account, ref)),
});
