import { UNKNOWN_IMPORT } from './storage-changes.ts';

/** A change by SQL, as the owner of the tables can make it, of what is stored for a supplier beside the items of its account. */
export type RecordChange = {
  readonly name: string;
  /**
   * Returns `named`, of which each must be named as import, item or account. `:supplier`, `:main`, `:other`, `:kept` and `:erased` are
   * the keys of the supplier and its accounts; of `:kept`, the payloads were removed.
   */
  readonly sql: string;
};

const FIRST = `(select import_id from ledger_transaction where account_id = :main and transaction_id = 'T-2')`;
const nameOf = (account: string) => `(select external_account_number from account where id = ${account})`;
const CODE = '(select code from import_supplier where id = :supplier)';
const setOf = (name: string) => `(select id from control_total_set where supplier_id = :supplier and name = '${name}')`;
const TEXT = `convert_from(payload, 'UTF8')`;
const replaced = (from: string, to: string) => `payload = convert_to(replace(${TEXT}, '${from}', '${to}'), 'UTF8'),
  payload_sha256 = sha256(convert_to(replace(${TEXT}, '${from}', '${to}'), 'UTF8'))`;

const sealed = (name: string, sql: string): RecordChange => ({ name, sql });

const imports = (account: string, set: string, where = `id = ${FIRST}`) =>
  sealed(
    `accepted_import of ${account}: ${set}`,
    `update accepted_import set ${set} where account_id = ${account} and ${where} returning id as named`,
  );
const ONE_ERASED = 'id = (select min(id::text)::uuid from accepted_import where account_id = :erased)';

const ACCEPTED: ReadonlyArray<RecordChange> = [
  imports(':main', 'api_key_id = gen_random_uuid()'),
  imports(':main', `received_at = received_at + interval '1 microsecond'`),
  imports(':main', 'commit_position = commit_position + 1'),
  imports(':main', 'payload = null, payload_removed_at = now()'),
  imports(
    ':main',
    `payload = null, payload_removed_at = now(), removed_position = commit_position, rows_sha256 = sha256('')`,
  ),
  imports(':main', `findings = coalesce(findings, '{}') || '{"conflicts": []}'`),
  sealed(
    'a row, its payload and the hash of it',
    `with row as (
        update ledger_transaction set amount = 17 where account_id = :main and transaction_id in ('T-1', 'T-2') and occurrence = 0
        returning import_id)
      update accepted_import i set ${replaced('71.00', '17.00')} from (select distinct import_id from row) r
      where i.account_id = :main and i.id = r.import_id returning i.id as named`,
  ),
  sealed(
    'an import with all that it stored',
    `with gone as (
        delete from ledger_transaction where account_id = :main and transaction_id = 'T-supply' returning import_id)
      delete from accepted_import where account_id = :main and id in (select import_id from gone) returning id as named`,
  ),
  sealed(
    'an import that never was, with what it stores',
    `with record as (
        insert into accepted_import
        select (jsonb_populate_record(i, jsonb_build_object('id', '${UNKNOWN_IMPORT}',
          'payload', convert_to(replace(${TEXT}, '"T-', '"X-'), 'UTF8'),
          'payload_sha256', sha256(convert_to(replace(${TEXT}, '"T-', '"X-'), 'UTF8'))))).*
        from accepted_import i where account_id = :main and id = ${FIRST} returning id),
      item as (
        insert into ledger_transaction
        select (jsonb_populate_record(t, jsonb_build_object(
          'import_id', '${UNKNOWN_IMPORT}', 'transaction_id', replace(transaction_id, 'T-', 'X-')))).*
        from ledger_transaction t where account_id = :main and import_id = ${FIRST} returning transaction_id)
      select id as named from record where exists (select from item)`,
  ),
];

const REFUSED: ReadonlyArray<RecordChange> = [
  ...[`detail = ''`, 'status = 500', `attr_value = 'other'`, 'item_count = 7', `failing_items = '[]'`].map((set) =>
    sealed(
      `refused_import: ${set}`,
      `update refused_import set ${set} where external_account_number = ${nameOf(':main')} returning id as named`,
    ),
  ),
  sealed(
    'a refused request',
    `delete from refused_import where external_account_number = ${nameOf(':main')} returning id as named`,
  ),
];

/** What the service never writes, and what reads it must not fail of. */
const UNREADABLE: ReadonlyArray<RecordChange> = [
  imports(':main', `findings = '{"basis": 7}'`),
  imports(':main', `findings = '{"basis": {"openPeriod": 7, "documentRoot": [], "instruction": 7}}'`, 'true'),
  ...[`'7'`, `'{"transactions": [{"type": 7, "sum": "x"}], "notes": {}}'`].map((removed) =>
    sealed(
      `import_undo: removed = ${removed}`,
      `update import_undo set removed = ${removed} where account_id = :main returning import_id as named`,
    ),
  ),
  sealed(
    'an amount that is no number',
    `update ledger_transaction set amount = 'NaN' where account_id in (:main, :kept) and transaction_id = 'T-2' returning import_id as named`,
  ),
  sealed(
    'totals of an erased account that are no numbers',
    `update erased_total set sum = 'NaN' where account_id = :erased and type = 'PAYMENT' returning ${nameOf(':erased')} as named`,
  ),
  sealed(
    'an operator action that says nothing of the account that it erased',
    `update operator_action set after = '{"totals": 7}' where external_account_number = ${nameOf(':erased')}
     and action = 'account erase' returning id as named`,
  ),
];

const UNDOS: ReadonlyArray<RecordChange> = [
  ...[`undone_by = 'nobody'`, `reason = 'none'`, `items = '[]'`, `answered = '[7]'`, 'commit_position = 1'].map((set) =>
    sealed(
      `import_undo: ${set}`,
      `update import_undo set ${set} where account_id = :main returning import_id as named`,
    ),
  ),
];

const OF_SUPPLIER = `supplier_code = ${CODE} and action <> 'account erase'`;
const ACTIONS: ReadonlyArray<RecordChange> = [
  ...[
    `performed_by = 'nobody'`,
    `reason = 'none'`,
    `after = '{"other": 7}'`,
    `performed_at = performed_at + interval '1 s'`,
  ].map((set) =>
    sealed(
      `operator_action: ${set}`,
      `update operator_action set ${set}
         where id = (select id from operator_action where ${OF_SUPPLIER} order by id limit 1) returning id as named`,
    ),
  ),
  sealed('all operator actions', `delete from operator_action where ${OF_SUPPLIER} returning id as named`),
  sealed(
    'an operator action that never was',
    `insert into operator_action
     select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()))).* from operator_action o
     where ${OF_SUPPLIER} order by id limit 1 returning id as named`,
  ),
];

const COMPLETE = setOf('complete');
const ofSet = (what: string, sql: string, named = `'complete'`) => sealed(what, `${sql} returning ${named} as named`);
/** As `lineOf` writes it. */
const LINE = (
  sum: string,
) => `sha256(convert_to(format('[%s,%s,%s,%s,%s]', to_json(external_account_number), to_json(ledger_number),
  to_json(type), count, case when type = 'NOTE' then 'null' else to_json((${sum})::text)::text end), 'UTF8'))`;

const CONTROL_TOTALS: ReadonlyArray<RecordChange> = [
  ...[
    'count = count + 1',
    'sum = sum + 0.01',
    `type = 'CREDIT'`,
    `external_account_number = 'E'`,
    `line_sha256 = ''`,
  ].map((set) =>
    ofSet(
      `control_total: ${set}`,
      `update control_total set ${set} where set_id = ${COMPLETE} and type = 'PAYMENT' and external_account_number = ${nameOf(':main')}`,
    ),
  ),
  ofSet(
    'two control totals that cancel out',
    `update control_total set count = count + case when type = 'PAYMENT' then 1 else -1 end where set_id = ${COMPLETE}`,
  ),
  ofSet(
    'a control total of a set that is not complete',
    `update control_total set sum = sum + 1 where set_id = ${setOf('open')}`,
    `'open'`,
  ),
  ofSet('a removed control total', `delete from control_total where set_id = ${COMPLETE} and type = 'NOTE'`),
  ofSet(
    'an added control total',
    `insert into control_total select (jsonb_populate_record(t, '{"type": "CREDIT"}')).* from control_total t
     where set_id = ${COMPLETE} and type = 'PAYMENT' limit 1`,
  ),
  sealed(
    'a control total, its digest and that of its set',
    `with total as (
        update control_total set sum = sum + 0.01, line_sha256 = ${LINE('sum + 0.01')}
        where set_id = ${COMPLETE} and type = 'PAYMENT' and external_account_number = ${nameOf(':main')}
        returning line_sha256),
      others as (
        select line_sha256 from control_total
        where set_id = ${COMPLETE} and (type <> 'PAYMENT' or external_account_number <> ${nameOf(':main')}))
      update control_total_registration set sha256 = (
        select sha256(string_agg(line_sha256, ''::bytea order by line_sha256))
        from (select * from total union all select * from others) lines)
      where set_id = ${COMPLETE} and exists (select from total) returning set_id as named`,
  ),
  sealed(
    'a control total of an erased account',
    `update control_total set sum = sum + 1 where set_id = ${COMPLETE} and external_account_number = ${nameOf(':erased')}
     returning set_id as named`,
  ),
  ...[`registered_at = registered_at + interval '1 day'`, 'api_key_id = gen_random_uuid()', 'totals = totals + 1'].map(
    (set) =>
      sealed(
        `control_total_registration: ${set}`,
        `update control_total_registration set ${set} where set_id = ${COMPLETE} returning set_id as named`,
      ),
  ),
  sealed(
    'the registration of a set',
    `delete from control_total_registration where set_id = ${COMPLETE} returning set_id as named`,
  ),
  sealed(
    'the name of a set',
    `update control_total_set set name = 'other' where id = ${COMPLETE} returning id as named`,
  ),
  sealed('a set without its totals', `delete from control_total_set where id = ${COMPLETE} returning id as named`),
];

const TOTALS_TWICE = 'stored_totals = stored_totals || stored_totals';
const UNDONE = 'id in (select import_id from import_undo where account_id = :erased)';

const TOMBSTONES: ReadonlyArray<RecordChange> = [
  ...['count = count + 1', 'sum = sum + 1', `type = 'REPAYMENT'`, `ledger_number = 'L-2'`].map((set) =>
    sealed(
      `erased_total: ${set}`,
      `update erased_total set ${set} where account_id = :erased and type = 'PAYMENT' returning ${nameOf(':erased')} as named`,
    ),
  ),
  sealed(
    'two totals of an erased account that cancel out',
    `with one as (insert into erased_total values (:erased, 'L-1', 'CREDIT', 1, 71) returning 1)
     update erased_total set count = count - 1, sum = sum - 71 where account_id = :erased and type = 'PAYMENT'
     returning ${nameOf(':erased')} as named`,
  ),
  sealed(
    'all totals of an erased account',
    `with gone as (delete from erased_total where account_id = :erased returning 1)
     select distinct ${nameOf(':erased')} as named from gone`,
  ),
  sealed(
    'the totals of an erased account, and those of its operator action',
    `with totals as (
        update erased_total set sum = sum + 1 where account_id = :erased and type = 'PAYMENT' returning 1)
      update operator_action set after = jsonb_set(after, '{totals}', replace((after->'totals')::text, '.00', '.01')::jsonb)
      where action = 'account erase' and external_account_number = ${nameOf(':erased')} and exists (select from totals)
      returning id as named`,
  ),
  imports(':erased', `payload_sha256 = sha256('')`, ONE_ERASED),
  imports(':erased', TOTALS_TWICE, `stored_totals <> '[]' and not ${UNDONE}`),
  imports(':erased', TOTALS_TWICE, `stored_totals <> '[]' and ${UNDONE}`),
  imports(':erased', `stored_totals = '7'`, UNDONE),
  imports(':erased', `endpoint = 'other/create'`, ONE_ERASED),
  imports(':erased', 'api_key_id = gen_random_uuid()', ONE_ERASED),
  imports(':erased', `payload = 'x', payload_removed_at = null`, ONE_ERASED),
  imports(':erased', `findings = '{}'`, ONE_ERASED),
  sealed(
    'the numbers of two imports of an erased account, which cancel out',
    `with two as (select id, row_number() over (order by id) as at from accepted_import where account_id = :erased limit 2)
     update accepted_import i set stored_items = stored_items + case at when 1 then 1 else -1 end
     from two where i.account_id = :erased and i.id = two.id returning i.id as named`,
  ),
  sealed(
    'an import of an erased account',
    `delete from accepted_import where account_id = :erased and ${ONE_ERASED} returning id as named`,
  ),
  ...[`undone_by = 'nobody'`, `removed = '{}'`, `reason = 'other'`].map((set) =>
    sealed(
      `import_undo of an erased account: ${set}`,
      `update import_undo set ${set} where account_id = :erased returning import_id as named`,
    ),
  ),
  sealed(
    'an undo of an erased account',
    'delete from import_undo where account_id = :erased returning import_id as named',
  ),
  sealed(
    'an item of an erased account',
    `insert into note select (jsonb_populate_record(n, jsonb_build_object('account_id', :erased))).* from note n
     where account_id = :main limit 1 returning import_id as named`,
  ),
  ...[`performed_by = 'nobody'`, `action = 'ledger finalize'`].map((set) =>
    sealed(
      `operator_action about an erased account: ${set}`,
      `update operator_action set ${set}
       where external_account_number = ${nameOf(':erased')} and action <> 'account erase' returning id as named`,
    ),
  ),
  sealed(
    'the operator action that erased an account',
    `delete from operator_action where external_account_number = ${nameOf(':erased')} and action = 'account erase' returning id as named`,
  ),
  sealed(
    'an account that is not erased any more',
    'update account set erased_at = null where id = :erased returning external_account_number as named',
  ),
  sealed(
    'an account that nobody erased',
    'update account set erased_at = now() where id = :other returning external_account_number as named',
  ),
];

/** Of the account whose payloads are kept no longer. */
const KEPT: ReadonlyArray<RecordChange> = [
  ...[
    `ledger_transaction set amount = amount + 0.01 where transaction_id = 'T-1' and`,
    `ledger_transaction set note = 'other' where transaction_id = 'T-1' and`,
    `ledger_transaction set transaction_date = transaction_date + 1 where transaction_id = 'T-2' and`,
    `note set body = 'other' where`,
    'historical_statement set gross_amount = gross_amount + 1 where',
    `payment_instruction set last_four = '0000' where`,
    `billing_document set type = 'ITEM_BASED' where`,
  ].map((set) => sealed(`without a payload: ${set}`, `update ${set} account_id = :kept returning import_id as named`)),
  sealed(
    'without a payload: two amounts that cancel out',
    `update ledger_transaction set amount = amount + case transaction_id when 'T-1' then 1 else -1 end
     where account_id = :kept and transaction_id in ('T-1', 'T-2') returning import_id as named`,
  ),
  sealed(
    'without a payload: a row of another id',
    `update ledger_transaction set transaction_id = 'T-other' where account_id = :kept and transaction_id = 'T-2' returning import_id as named`,
  ),
  ...[
    `rows_sha256 = sha256('')`,
    `payload_removed_at = payload_removed_at - interval '1 day'`,
    'removed_position = null',
    TOTALS_TWICE,
  ].map((set) =>
    imports(
      ':kept',
      set,
      `id = (select import_id from ledger_transaction where account_id = :kept and transaction_id = 'T-2')`,
    ),
  ),
];

/** A verification of the test itself has no seal yet. */
const SEALED = 'commit_position < (select max(to_position) from seal)';
const PROOFS: ReadonlyArray<RecordChange> = [
  ...[
    'reconciliation set covers_all = not covers_all',
    `reconciliation set verdict = 'other'`,
    'storage_verification set findings = 7',
  ].map((set) => sealed(set, `update ${set} where supplier_id = :supplier and ${SEALED} returning id as named`)),
  ...['reconciliation', 'storage_verification'].map((table) =>
    sealed(
      `${table}: removed`,
      `delete from ${table} where supplier_id = :supplier and ${SEALED} returning id as named`,
    ),
  ),
];

/** What only seals tell, and what is told also without them. */
export const RECORD_CHANGES: ReadonlyArray<RecordChange> = [
  ...ACCEPTED,
  ...REFUSED,
  ...UNREADABLE,
  ...UNDOS,
  ...ACTIONS,
  ...CONTROL_TOTALS,
  ...TOMBSTONES,
  ...KEPT,
  ...PROOFS,
];

const seal = (name: string, sql: string): RecordChange => ({ name: `seal: ${name}`, sql });
const MIDDLE = '(select max(number) from seal) / 2';
/** Changes of the seals themselves. A record that only a seal told of is then not named, but the seal is. */
export const SEAL_CHANGES: ReadonlyArray<RecordChange> = [
  ...[
    `root = repeat('0', 64)`,
    'signature = null',
    'size = size + 1',
    `previous = repeat('0', 64)`,
    'to_position = to_position + 1',
    `entries = set_byte(entries, 30, get_byte(entries, 30) # 1)`,
    `entries = substr(entries, 1, length(entries) - 57)`,
    'signature = (select signature from seal where number = 1)',
    `frontier = set_byte(frontier, 0, get_byte(frontier, 0) # 1)`,
  ].map((set) => seal(set, `update seal set ${set} where number = ${MIDDLE} returning number::text as named`)),
  seal('removed', `delete from seal where number = ${MIDDLE} returning number::text as named`),
  seal(
    'the last is removed',
    'delete from seal where number = (select max(number) from seal) returning number::text as named',
  ),
  seal('all are removed', 'delete from seal returning number::text as named'),
];
