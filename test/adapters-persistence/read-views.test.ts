import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { CARD, history, payment, statement } from '../support/bodies.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const { sql } = service;

it('describes every column of the views for reports in the database and in the documents, in the same words (decisions 18)', async () => {
  const described = await sql<{ view: string; about: string; column: string | null; text: string }>(
    `select c.relname as view, obj_description(c.oid) as about, a.attname as column, col_description(c.oid, a.attnum) as text
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'carryover_read'::regnamespace order by c.oid, a.attnum`,
  );
  const views = Map.groupBy(described, ({ view }) => view);
  const names = [
    ...['v1_account', 'v1_ledger', 'v1_transaction', 'v1_note', 'v1_statement', 'v1_billing_document'],
    ...['v1_payment_instruction', 'v1_import'],
  ];
  expect([...views.keys()].toSorted()).toEqual(names.toSorted());
  const tables = names.map((view) => {
    const columns = views.get(view)!;
    const rows = columns.map(({ column, text }) => `| \`${column}\` | ${text} |`);
    return `**\`${view}\`**: ${columns[0]!.about}.\n\n| column | |\n|---|---|\n${rows.join('\n')}\n`;
  });
  expect(await readFile('docs/hand-over.md', 'utf8')).toContain(tables.join('\n'));
});

it('shows what is stored, and nothing of an account that is erased', async () => {
  const account = await anAccount(service, { openFrom: '2019-10-01', openTo: '2019-10-31' });
  const send = (kind: string, body: object) => service.post(`/v1/data-import/${kind}/create/`, { ...account, ...body });
  await send('transactions', { transactions: [payment('T-1', { transaction_date: '2018-01-01', note: 'Secret' })] });
  await send('notes', { notes: [{ body: 'Secret' }] });
  await send('historical-statements', { statements: [statement('Secret')] });
  await send('historical-billing-documents', history());
  await send('payment-instruction', CARD);
  const [shown] = await sql<Record<string, string>>(
    'select * from carryover_read.v1_account where external_account_number = $1',
    [account.external_account_number],
  );
  expect(shown).toMatchObject({ supplier_code: account.import_supplier, status: 'IMPORTED', erased_at: null });
  const counted = async () => {
    const views = ['ledger', 'transaction', 'note', 'statement', 'billing_document', 'payment_instruction', 'import'];
    const counts = views.map((name) =>
      sql<{ count: string }>(`select count(*) from carryover_read.v1_${name} where account_id = $1`, [
        shown!.account_id,
      ]),
    );
    return (await Promise.all(counts)).map(([row]) => Number(row!.count));
  };
  expect(await counted()).toEqual([1, 1, 2, 1, 1, 1, 5]);
  expect(
    await sql(
      `select transaction_date::text, submitted_date::text, amount::text, is_added_by_service
       from carryover_read.v1_transaction t join carryover_read.v1_note n using (account_id, import_id) where account_id = $1`,
      [shown!.account_id],
    ),
  ).toEqual([
    { transaction_date: '2019-10-01', submitted_date: '2018-01-01', amount: '71.00', is_added_by_service: true },
  ]);

  const names = ['--supplier', account.import_supplier, '--account', account.external_account_number];
  const operator = anOperator(service.operatorEnvironment);
  expect((await operator('account', 'erase', ...names, '--reason', 'Ticket 7', '--yes')).code).toBe(0);
  expect(await counted()).toEqual([1, 0, 0, 0, 0, 0, 5]);
  expect(
    await sql(
      'select external_account_number, erased_at is not null as erased from carryover_read.v1_account where account_id = $1',
      [shown!.account_id],
    ),
  ).toEqual([{ external_account_number: null, erased: true }]);
});
