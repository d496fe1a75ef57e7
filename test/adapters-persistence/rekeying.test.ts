import { UNHURRIED } from '@carryover/adapters-persistence/driver/timeouts';
import { accountKey } from '@carryover/adapters-persistence/imports/account-repository';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { migrate } from '@carryover/adapters-persistence/schema/migrate';
import { afterAll, describe, expect, it } from 'vitest';
import { anEmptyDatabase, runSql } from '../support/a-database.ts';
import { anOperator } from '../support/an-operator.ts';

const ORGANISATIONS = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'];
/** A supplier of each organisation has the same code, and each supplier has accounts of the same numbers. */
const SUPPLIERS = [
  { id: '00000000-0000-7000-8000-000000000001', organisationId: ORGANISATIONS[0]!, code: 'SAME' },
  { id: '00000000-0000-7000-8000-000000000002', organisationId: ORGANISATIONS[1]!, code: 'SAME' },
  { id: '00000000-0000-7000-8000-000000000003', organisationId: ORGANISATIONS[1]!, code: 'OTHER' },
];
const NUMBERS = ['E-1', 'E-2', 'Ä 3'];

/** As release 0.1 adds accounts: without an id, which it reads. */
const ADD_ACCOUNTS = `
  insert into account (supplier_id, external_account_number, status, created_at)
  select $1, unnest($2::text[]), unnest($3::text[]), now()
  returning id, external_account_number`;

/** As release 0.1 finds the rows of an account that a request names. */
const LEDGER = `
  select ledger_number from ledger where account_id = (
    select named.id from import_supplier s
    join account named on named.supplier_id = s.id and named.external_account_number = $3
    where s.organisation_id = $1 and s.code = $2)`;

/** One row of each account `a`, by table; `a.mark` is another value for each. */
const ROWS: Readonly<Record<string, string>> = {
  accepted_import: `a.id, a.mark, now(), a.mark, a.mark, 'notes/create', 1, convert_to(repeat(a.name, 500), 'UTF8'), null`,
  billing_document: `a.id, 'L-1', a.name, 'PERIOD_BASED', '2020-01-01', null, null, a.mark, 0`,
  historical_statement: `a.id, a.name, '2020-01-01', '2020-01-31', '2020-02-01', '1', 1.5, null, null, a.mark, 0`,
  ledger: `a.id, 'L-1', 'GAS', true, false`,
  ledger_history: `a.id, 'L-1', a.mark`,
  ledger_transaction: `a.id, a.name, 0, 'L-1', '2020-01-01', 9.99, 'CHARGE', null, null, null, null, null, null, null, null,
    null, null, null, a.mark`,
  note: `a.id, sha256(convert_to(a.name, 'UTF8')), now(), a.name, '{}', false, null, a.mark, 0, null`,
  payment_instruction: `a.id, a.mark, true, 'STRIPE', a.name, 'CARD', null, 'ACTIVE', null, null, null, null`,
  statement_period: `a.id, 'L-1', '2020-01-01', null, true`,
};

const sql = <Row = Record<string, unknown>>(text: string, parameters?: ReadonlyArray<unknown>) =>
  runSql<Row>(url, text, parameters);

const addAccounts = (supplierId: string, numbers: ReadonlyArray<string>) =>
  sql<{ id: string; external_account_number: string }>(ADD_ACCOUNTS, [
    supplierId,
    numbers,
    numbers.map(() => 'IMPORTED'),
  ]);

const rekey = () => orm.migrator.up({ to: '0005-account-keys' });

/** All that is stored, by account, without keys. */
const stored = async () => {
  const rows = Object.keys(ROWS).map(
    (table) => `select '${table}' as table, account_id, to_jsonb(t) as row from ${table} t`,
  );
  return sql(
    `select a.supplier_id, a.external_account_number, a.service_account_number, r.table,
            left((r.row - 'account_id')::text, 200) as beginning, md5((r.row - 'account_id')::text) as md5
     from account a join (${rows.join(' union all ')}) r on r.account_id = a.id order by 1, 2, 4`,
  );
};

const url = await anEmptyDatabase();
const orm = openDatabase({ url, maxConnections: 2, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
await orm.migrator.up({ to: '0004-differences' });
for (const id of ORGANISATIONS) await sql(`insert into organisation values ($1, $2, now())`, [id, `of ${id}`]);
for (const { id, organisationId, code } of SUPPLIERS) {
  await sql(`insert into import_supplier values ($1, $2, $3, 'Ongoing', '', false, false, 'report', 'refuse', now())`, [
    id,
    organisationId,
    code,
  ]);
  await addAccounts(id, NUMBERS);
}
for (const [table, columns] of Object.entries(ROWS))
  await sql(
    `insert into ${table} select ${columns} from (
       select id, external_account_number || service_account_number as name,
              md5(service_account_number)::uuid as mark from account) a`,
  );
afterAll(() => orm.close(true));

describe('the migration to computed keys', () => {
  it('stops, and changes nothing, if rows belong to no account', async () => {
    const before = await stored();
    await sql(`insert into ledger values (999999, 'L-1', 'GAS', true, false)`);
    await expect(rekey()).rejects.toThrow('There are rows of account 999999, which does not exist.');
    await sql('delete from ledger where account_id = 999999');
    expect(await stored()).toEqual(before);
  });

  it('gives every account its key, with all that is stored for it, and keeps its service account number', async () => {
    const before = await stored();
    expect(before).toHaveLength(SUPPLIERS.length * NUMBERS.length * Object.keys(ROWS).length);
    await rekey();
    expect(await stored()).toEqual(before);

    const accounts = await sql<{ id: string; supplier_id: string; external_account_number: string }>(
      'select id, supplier_id, external_account_number from account order by supplier_id, external_account_number',
    );
    expect(accounts).toEqual(
      SUPPLIERS.flatMap(({ id: supplier_id, organisationId, code: supplierCode }) =>
        NUMBERS.map((externalAccountNumber) => ({
          id: accountKey({ organisationId, supplierCode, externalAccountNumber }),
          supplier_id,
          external_account_number: externalAccountNumber,
        })),
      ),
    );
  });

  it('leaves a database that the operator can read', async () => {
    await migrate(orm);
    const operator = anOperator({ DATABASE_URL: url, DATA_DIR: '/nonexistent' });
    const { json, err } = await operator('account', 'show', '--supplier', 'OTHER', '--account', 'Ä 3', '--json');
    expect(err).toBe('');
    const [known] = await sql<{ number: string }>(
      `select service_account_number as number from account where supplier_id = $1 and external_account_number = 'Ä 3'`,
      [SUPPLIERS[2]!.id],
    );
    expect(json).toMatchObject({
      service_account_number: known!.number,
      notes: [{ body: `Ä 3${known!.number}` }],
    });
  });

  it('lets the previous release add and find accounts, each with a service account number of its own', async () => {
    const [{ id: supplierId, ...names }] = SUPPLIERS as [(typeof SUPPLIERS)[number]];
    const numbers = Array.from({ length: 500 }, (_, at) => `new-${at}`);
    const added = await addAccounts(supplierId, numbers);
    const keyOf = (externalAccountNumber: string) =>
      accountKey({ organisationId: names.organisationId, supplierCode: names.code, externalAccountNumber });
    expect(added.map(({ id }) => id)).toEqual(added.map((row) => keyOf(row.external_account_number)));
    const [all] = await sql(
      `select count(distinct service_account_number)::int as numbers, count(*)::int as accounts from account
       where service_account_number ~ '^A-[0-9A-F]{8}$'`,
    );
    expect(all).toEqual({ numbers: 509, accounts: 509 });
    expect(await sql(LEDGER, [names.organisationId, names.code, 'E-1'])).toEqual([{ ledger_number: 'L-1' }]);
  });
});
