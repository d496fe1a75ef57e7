import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { aLedger, anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { billingDocument, history, payment, statement } from '../support/bodies.ts';
import { runSql } from '../support/run-sql.ts';
import { idOf } from './an-undoable-account.ts';

const service = await theService();
const operator = anOperator(service.operatorEnvironment);
const supplier = service.demo.import_supplier;
const create = async (kind: string, body: object, status = 201) => {
  const reply = await service.post(`/v1/data-import/${kind}`, body);
  expect([kind, reply.status]).toEqual([kind, status]);
  return reply;
};
const sendTo = (account: TestAccount, ids: ReadonlyArray<string>, query = '', status = 201) =>
  create(
    `transactions/create/${query}`,
    { ...account, transactions: ids.map((id) => payment(id, { amount: '1.00' })) },
    status,
  );
const sql = (statementText: string, parameters: ReadonlyArray<unknown> = []) =>
  runSql(service.databaseUrl, statementText, parameters);

/** Reconciles one account's total with an expected one. @returns its difference, and the same in words. */
const difference = async (account: TestAccount, type: string, count: number, ledger = 'L-1') => {
  const path = join(service.dataDir, 'expected.csv');
  const of = ['NOTE', 'STATEMENT'].includes(type) ? '' : ledger;
  const sum = ['NOTE', 'STATEMENT', 'BILLING_DOCUMENT'].includes(type) ? '' : `${count}.00`;
  const header = 'external_account_number,ledger_number,type,count,sum';
  await writeFile(path, `${header}\n${account.external_account_number},${of},${type},${count},${sum}\n`);
  const args = ['reconcile', '--supplier', supplier, '--expected', path];
  const { json } = await operator(...args, '--json');
  const found = json.differences.find(
    (one: any) => one.external_account_number === account.external_account_number && one.type === type,
  );
  const { out } = await operator(...args);
  return { ...found, json, kinds: found.explanations.map(({ kind }: any) => kind), out: out.replaceAll(/\s+/g, ' ') };
};

describe('a loss', () => {
  it('of items that no request had is told as not sent by the client, with what was sent', async () => {
    const account = await anAccount(service);
    expect((await difference(account, 'PAYMENT', 2)).explanations).toEqual([{ kind: 'not_sent', item_count: 0 }]);
    await sendTo(account, ['1']);
    await sendTo(account, ['1']);
    const found = await difference(account, 'PAYMENT', 2);
    expect(found.explanations).toEqual([{ kind: 'not_sent', item_count: 1 }]);
    expect(found.out).toContain('Not sent: the client did not send it for this account.');
    expect(found.out).toContain('The accepted requests have 1 item of this total, and none was rejected.');
  });

  it('of items that an accepted payload has is not blamed on the client', async () => {
    const account = await anAccount(service, { ledgers: [aLedger({ ledgerNumber: 'L-2' })] });
    const reply = await sendTo(account, ['1', '2', '3']);
    await create('historical-statements/create/', { ...account, statements: [statement('S-1')] });
    const documents = [billingDocument('B-1', { transactions: [] })];
    const body = history({ ...account, ledger_number: 'L-2', historical_billing_documents: documents });
    await create('historical-billing-documents/create/', body);
    await create('notes/create/', { ...account, notes: [{ body: 'a' }, { body: 'b' }] });
    const key = 'account_id = (select id from account where external_account_number = $1)';
    const { external_account_number: number } = account;
    await sql(`delete from ledger_transaction where ${key} and transaction_id in ('1', '3')`, [number]);
    await sql(`delete from historical_statement where ${key}`, [number]);
    await sql(`delete from billing_document where ${key}`, [number]);
    await sql(`delete from note where ${key} and body = 'a'`, [number]);
    const lost = await difference(account, 'PAYMENT', 3);
    expect(lost.explanations).toEqual([
      {
        kind: 'accepted_not_stored',
        import_id: idOf(reply),
        received_at: expect.any(String),
        endpoint: 'transactions/create',
        item_count: 2,
        item: '1',
      },
    ]);
    expect(lost.out).toContain('has 2 items, such as 1, that are not on the account');
    expect((await difference(account, 'STATEMENT', 1)).explanations).toMatchObject([{ item_count: 1, item: 'S-1' }]);
    expect((await difference(account, 'BILLING_DOCUMENT', 1, 'L-2')).explanations).toMatchObject([{ item: 'B-1' }]);
    const notes = await difference(account, 'NOTE', 2);
    expect([notes.kinds, notes.out]).toEqual([[], expect.not.stringContaining('did not send')]);
  });

  it('of a repetition that the payloads have is not blamed on the client either', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1']);
    await sendTo(account, ['1'], '?check_previously_added=false');
    await sql(
      'delete from ledger_transaction t using account a where a.id = t.account_id and a.external_account_number = $1 and t.occurrence = 1',
      [account.external_account_number],
    );
    expect((await difference(account, 'PAYMENT', 2)).kinds).toEqual([]);
  });

  it('is explained by an import that was undone', async () => {
    const account = await anAccount(service);
    const id = idOf(await sendTo(account, ['1', '2']));
    await operator('imports', 'undo', '--id', id, '--reason', 'test', '--as', 'Ada');
    const found = await difference(account, 'PAYMENT', 2);
    expect(found.explanations).toEqual([
      {
        kind: 'undone_import',
        import_id: id,
        endpoint: 'transactions/create',
        undone_at: expect.any(String),
        undone_by: 'Ada',
        item_count: 2,
      },
    ]);
    expect((await difference(account, 'CHARGE', 1)).kinds).toEqual(['not_sent']);
  });

  it('is not explained by a history that was refused because it is there', async () => {
    const account = await anAccount(service, { ledgers: [aLedger({ ledgerNumber: 'L-2' })] });
    const transactions = [payment('H-1', { amount: '1.00' })];
    const documents = [billingDocument('B-1', { transactions })];
    const body = history({ ...account, ledger_number: 'L-2', historical_billing_documents: documents });
    await create('historical-billing-documents/create/', body);
    await create('historical-billing-documents/create/', body, 400);
    for (const type of ['PAYMENT', 'BILLING_DOCUMENT'])
      expect([type, (await difference(account, type, 2, 'L-2')).kinds]).toEqual([type, []]);
  });

  it('is not explained by a request that was refused and whose payload was accepted later', async () => {
    const account = await anAccount(service);
    await operator('supplier', 'pause', '--supplier', supplier);
    await sendTo(account, ['1'], '', 400);
    expect((await difference(account, 'PAYMENT', 1)).kinds).toEqual(['refused_request']);
    await operator('supplier', 'resume', '--supplier', supplier);
    await sendTo(account, ['1']);
    const found = await difference(account, 'PAYMENT', 2);
    expect([found.kinds, found.out]).toEqual([[], expect.stringContaining('No import record explains it.')]);
  });

  it('may be of items that were sent for a supplier that does not exist, or without a readable body', async () => {
    const account = await anAccount(service);
    const other = { ...account, import_supplier: 'NOBODY' };
    await create('transactions/create/', { ...other, transactions: [payment('1')] }, 404);
    expect((await difference(account, 'PAYMENT', 1)).kinds).toEqual([]);
    const untouched = await anAccount(service);
    expect((await difference(untouched, 'PAYMENT', 1)).kinds).toEqual(['not_sent']);
    await create('notes/create/', { notes: [] }, 400);
    expect((await difference(untouched, 'PAYMENT', 1)).kinds).toEqual([]);
  });
});

describe('a transaction that is on the account more than once', () => {
  it('is said to come from check_previously_added=false only if a request had it', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1', '2']);
    const reply = await sendTo(account, ['1'], '?check_previously_added=false');
    const sent = await difference(account, 'PAYMENT', 2);
    expect(sent.explanations.filter(({ kind }: any) => kind === 'repeated')).toMatchObject([
      { transaction_id: '1', added_unchecked: true },
    ]);
    expect(sent.out).toContain('transaction 1 is on the account 2 times, because a request had check_previously_added');
    await sql('update accepted_import set findings = null where id = $1', [idOf(reply)]);
    const unknown = await difference(account, 'PAYMENT', 2);
    expect(unknown.explanations.filter(({ kind }: any) => kind === 'repeated')).toMatchObject([
      { transaction_id: '1', added_unchecked: false },
    ]);
    expect(unknown.out).toContain('transaction 1 is on the account 2 times.');
  });
});
