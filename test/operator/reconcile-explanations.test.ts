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
const one = { amount: '1.00' };
const bad = { amount: '1.001' };
const send = (account: TestAccount, transactions: ReadonlyArray<object>, { query = '', status = 201 } = {}) =>
  create(`transactions/create/${query}`, { ...account, transactions }, status);
const sendTo = (account: TestAccount, ids: ReadonlyArray<string>, options = {}) =>
  send(
    account,
    ids.map((id) => payment(id, one)),
    options,
  );
const OF_ACCOUNT = 'account_id = (select id from account where external_account_number = $1)';
const change = (account: TestAccount, statementText: string) =>
  runSql(service.databaseUrl, `${statementText} and ${OF_ACCOUNT}`, [account.external_account_number]);

type Expected = readonly [type: string, count: number, sum?: string, ledger?: string, account?: string];

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Compares an account with control totals. @returns its differences, the first expected first, of each the explanations and the rest. */
const differences = async (account: TestAccount, ...expected: ReadonlyArray<Expected>) => {
  const path = join(service.dataDir, 'expected.csv');
  const own = account.external_account_number;
  const rows = expected.map(([type, count, sum, ledger = 'L-1', number = own]) => {
    const isCounted = ['NOTE', 'STATEMENT', 'BILLING_DOCUMENT'].includes(type);
    const of = ['NOTE', 'STATEMENT'].includes(type) ? '' : ledger;
    return `${number},${of},${type},${count},${isCounted ? (sum ?? '') : (sum ?? `${count}.00`)}`;
  });
  await writeFile(path, `external_account_number,ledger_number,type,count,sum\n${rows.join('\n')}\n`);
  const { json } = await operator('reconcile', '--supplier', supplier, '--expected', path, '--json');
  return json.differences
    .filter(({ external_account_number: found }: any) => /^erased:/.test(found) || isSame(found, own))
    .map(({ explanations, unexplained }: any) => ({ explanations, unexplained }));
};
/** The only difference of an account: its explanations, and what is left. */
const explained = async (account: TestAccount, ...expected: Expected) => {
  const [found, ...others] = await differences(account, expected);
  expect(others).toEqual([]);
  return found;
};
/** What `explained` returns if these are the whole explanation. */
const by = (...explanations: ReadonlyArray<object>) => ({
  explanations: explanations.map((explanation) => expect.objectContaining(explanation)),
  unexplained: null,
});
const notSent = (count: number) => ({ explanations: [{ kind: 'not_sent', item_count: count }], unexplained: null });

describe('a loss of what was not sent', () => {
  it('is told as not sent, with what was sent', async () => {
    const account = await anAccount(service);
    expect(await explained(account, 'PAYMENT', 2)).toEqual(notSent(0));
    await sendTo(account, ['1']);
    expect(await explained(account, 'PAYMENT', 2)).toEqual(notSent(1));
  });

  it('is not told so of what one request repeated: it is stored once, and counted twice', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1']);
    const again = await sendTo(account, ['1']);
    const sentAgain = { kind: 'sent_again', import_id: idOf(again), item_count: 1, item: '1' };
    expect(await explained(account, 'PAYMENT', 2)).toEqual(by(sentAgain));
    expect(await explained(account, 'PAYMENT', 3)).toEqual(by(sentAgain, { kind: 'not_sent', item_count: 1 }));
  });

  it('is not explained by a refusal whose items were corrected and stored', async () => {
    const account = await anAccount(service);
    await send(account, [payment('1', bad), payment('2', one)], { status: 400 });
    await sendTo(account, ['1', '2']);
    expect(await explained(account, 'PAYMENT', 3)).toEqual(notSent(2));
  });

  it('is not explained by an undone import whose items were sent again', async () => {
    const account = await anAccount(service);
    const id = idOf(await sendTo(account, ['1', '2']));
    await operator('imports', 'undo', '--id', id, '--reason', 'test', '--as', 'Ada');
    const undone = { kind: 'undone_import', import_id: id, endpoint: 'transactions/create', undone_by: 'Ada' };
    expect(await explained(account, 'PAYMENT', 2)).toEqual(by({ ...undone, item_count: 2, item: '1' }));
    expect(await explained(account, 'CHARGE', 1)).toEqual(notSent(0));
    await sendTo(account, ['1']);
    expect(await explained(account, 'PAYMENT', 2)).toEqual(by({ ...undone, item_count: 1, item: '2' }));
    await sendTo(account, ['2']);
    expect(await explained(account, 'PAYMENT', 3)).toEqual(notSent(2));
  });

  it('is not explained by a history that was refused because it is there', async () => {
    const account = await anAccount(service, { ledgers: [aLedger({ ledgerNumber: 'L-2' })] });
    const documents = [billingDocument('B-1', { transactions: [payment('H-1', one)] })];
    const body = history({ ...account, ledger_number: 'L-2', historical_billing_documents: documents });
    await create('historical-billing-documents/create/', body);
    await create('historical-billing-documents/create/', body, 400);
    expect(await explained(account, 'PAYMENT', 2, '2.00', 'L-2')).toEqual(notSent(1));
    const twoDocuments: Expected = ['BILLING_DOCUMENT', 2, '', 'L-2'];
    expect(await differences(account, ['PAYMENT', 1, '1.00', 'L-2'], twoDocuments)).toEqual([notSent(1)]);
  });

  it('is not explained by a request that was refused and whose payload was accepted later', async () => {
    const account = await anAccount(service);
    await operator('supplier', 'pause', '--supplier', supplier);
    await sendTo(account, ['1'], { status: 400 });
    const refused = { kind: 'refused_request', code: 'import_supplier_migration_not_ongoing', item_count: 1 };
    expect(await explained(account, 'PAYMENT', 1)).toEqual(by(refused));
    await operator('supplier', 'resume', '--supplier', supplier);
    await sendTo(account, ['1']);
    expect(await explained(account, 'PAYMENT', 2)).toEqual(notSent(1));
  });
});

describe('a refusal explains', () => {
  it('the items that are not stored since, of their own type, and names them', async () => {
    const account = await anAccount(service);
    await send(
      account,
      [
        payment('1', one),
        payment('2', { ...one, payment_type: 7, reference: 7 }),
        payment('3', { ...bad, type: 'CHARGE', payment_type: undefined }),
      ],
      {
        status: 400,
      },
    );
    await sendTo(account, ['1']);
    const item = { code: 'invalid', path: 'transactions.1.payment_type', value: '7', state: 'sent again without it' };
    const refused = { kind: 'refused_request', item_count: 1, items: [{ identifier: '2', ...item }] };
    expect(await explained(account, 'PAYMENT', 2)).toEqual(by(refused));
    expect(await explained(account, 'PAYMENT', 3)).toEqual(by(refused, { kind: 'not_sent', item_count: 1 }));
    // Another sum is missing than that of the item.
    expect(await explained(account, 'PAYMENT', 2, '4.50')).toEqual({
      ...by(refused),
      unexplained: { count: 0, sum: '2.50' },
    });
    // The amount is what was refused.
    const amount = { kind: 'refused_request', item_count: 1, items: [{ identifier: '3' }] };
    expect(await differences(account, ['PAYMENT', 1], ['CHARGE', 1, '9.99'])).toMatchObject([
      { explanations: [amount], unexplained: null },
    ]);
    expect(await differences(account, ['PAYMENT', 1], ['CREDIT', 1])).toEqual([notSent(0)]);
  });

  it('also an item that was sent with the one that failed, and not again', async () => {
    const account = await anAccount(service);
    await send(account, [payment('1', bad), payment('2', one)], { status: 400 });
    await sendTo(account, ['1']);
    expect(await explained(account, 'PAYMENT', 2)).toEqual(
      by({
        kind: 'refused_request',
        item_count: 1,
        items: [expect.objectContaining({ identifier: '2', value: null })],
      }),
    );
  });

  it('also statements, by their gross amounts if the control total has their sum', async () => {
    const account = await anAccount(service);
    const path = 'historical-statements/create/';
    const sendStatements = (statements: ReadonlyArray<object>, status = 201) =>
      create(path, { ...account, statements }, status);
    await sendStatements([statement('S-1', { gross_amount: '10.00' }), statement('S-2', { gross_amount: '5.00' })]);
    const asSent = { kind: 'as_sent', count: 2, sum: '15.00' };
    expect(await explained(account, 'STATEMENT', 2, '15.01')).toEqual(by(asSent));
    expect(await explained(account, 'STATEMENT', 2, '-15.00')).toEqual(by({ kind: 'sign' }));
    expect(await explained(account, 'STATEMENT', 1, '5.00')).toEqual(by({ kind: 'extra_item', item: 'S-1', alike: 1 }));
    await sendStatements([statement('S-3', { gross_amount: '7.00', number: 3 })], 400);
    const refused = { kind: 'refused_request', item_count: 1, items: [expect.objectContaining({ identifier: 'S-3' })] };
    expect(await explained(account, 'STATEMENT', 3, '22.00')).toEqual(by(refused));
    expect(await explained(account, 'STATEMENT', 3)).toEqual(by(refused));
    expect((await explained(account, 'STATEMENT', 4, '30.00')).unexplained).toEqual(null);
    // The second one of an id is refused: the control total has it in place of the first.
    await sendStatements([statement('S-2', { gross_amount: '6.00' })], 400);
    const [again] = (await explained(account, 'STATEMENT', 2, '16.00')).explanations;
    expect(again).toMatchObject({ kind: 'refused_request', items: [{ identifier: 'S-2' }] });
    await change(account, `update historical_statement set gross_amount = 8 where statement_id = 'S-2'`);
    const altered = { kind: 'stored_otherwise', item: 'S-2', accepted: 'STATEMENT 5.00', stored: 'STATEMENT 8.00' };
    expect(await explained(account, 'STATEMENT', 2, '15.00')).toEqual(by(altered));
    expect(await differences(account, ['STATEMENT', 2])).toEqual([]);
  });

  it('also a billing document and the transactions of it that were refused with another one', async () => {
    const account = await anAccount(service, { ledgers: [aLedger({ ledgerNumber: 'L-2' })] });
    const sendDocuments = (documents: ReadonlyArray<object>, status: number) =>
      create(
        'historical-billing-documents/create/',
        history({ ...account, ledger_number: 'L-2', historical_billing_documents: documents }),
        status,
      );
    const first = billingDocument('B-1', { transactions: [payment('H-1', one), payment('H-2', one)] });
    const second = billingDocument('B-2', { transactions: [payment('H-3', { ...one, x: 1 }), payment('H-4', one)] });
    await sendDocuments([first, second], 400);
    await sendDocuments([billingDocument('B-1', { transactions: [payment('H-1', one)] })], 201);
    const refused = (...identifiers: ReadonlyArray<string>) =>
      by({
        kind: 'refused_request',
        item_count: identifiers.length,
        items: identifiers.map((identifier) => expect.objectContaining({ identifier })),
      });
    const ofLedger = (count: number): Expected => ['PAYMENT', count, `${count}.00`, 'L-2'];
    expect(await differences(account, ofLedger(4), ['BILLING_DOCUMENT', 2, '', 'L-2'])).toEqual([
      refused('H-3', 'H-2', 'H-4'),
      refused('B-2'),
    ]);
    await sendDocuments([billingDocument('B-3', { transactions: [payment('H-5', { amount: '7.00' })] })], 400);
    expect(await explained(account, 'PAYMENT', 2, '8.00', 'L-2')).toEqual(refused('H-5'));
  });

  it('nothing by an item that is stored with the same content: it was refused, because it was sent twice at once', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1']);
    await sendTo(account, ['1', '1'], { status: 400 });
    expect(await explained(account, 'PAYMENT', 2, '6.00')).toEqual(notSent(1));
  });

  it('nothing for certain if its record does not name what it had', async () => {
    const account = await anAccount(service);
    const body = { ...account, import_supplier: 'NOBODY', transactions: [] };
    const importId = (await create('transactions/create/', body, 404)).headers.get('x-request-id');
    expect(await explained(account, 'PAYMENT', 1)).toEqual({
      explanations: [{ kind: 'not_known', reason: 'refused_elsewhere', import_id: importId }],
      unexplained: { count: 1, sum: '1.00' },
    });
    const many = await anAccount(service);
    const ids = Array.from({ length: 101 }, (_, at) => `${at}`);
    await send(many, [payment('x', bad), ...ids.map((id) => payment(id, one))], { status: 400 });
    await sendTo(many, ['x', ...ids]);
    const unclear = { kind: 'refused_request', item_count: null, items: [] };
    expect(await explained(many, 'PAYMENT', 103)).toMatchObject({
      explanations: [unclear],
      unexplained: { count: 1, sum: '1.00' },
    });
  });
});

describe('what was changed outside of the service', () => {
  it('is named by the import that accepted it', async () => {
    const account = await anAccount(service, { ledgers: [aLedger({ ledgerNumber: 'L-2' })] });
    const id = idOf(await sendTo(account, ['1', '2', '3']));
    await create('historical-statements/create/', { ...account, statements: [statement('S-1')] });
    const documents = [billingDocument('B-1', { transactions: [] })];
    const body = history({ ...account, ledger_number: 'L-2', historical_billing_documents: documents });
    await create('historical-billing-documents/create/', body);
    await create('notes/create/', { ...account, notes: [{ body: 'a' }, { body: 'b' }] });
    await change(account, `delete from ledger_transaction where transaction_id in ('1', '3')`);
    await change(account, `delete from historical_statement where true`);
    await change(account, `delete from billing_document where true`);
    await change(account, `delete from note where body = 'a'`);
    const payments: Expected = ['PAYMENT', 3];
    const lost = { kind: 'accepted_not_stored', import_id: id, endpoint: 'transactions/create', item: '1' };
    expect(await differences(account, payments)).toEqual([by({ ...lost, item_count: 2 })]);
    const [, ...counted] = await differences(
      account,
      payments,
      ['STATEMENT', 1],
      ['BILLING_DOCUMENT', 1, '', 'L-2'],
      ['NOTE', 2],
    );
    const gone = { kind: 'accepted_not_stored', item_count: 1 };
    expect(counted).toEqual([
      by({ ...gone, item: 'S-1' }),
      by({ ...gone, item: 'B-1' }),
      by({ ...gone, item: expect.stringMatching(/^note of /) }),
    ]);
    await change(account, `update ledger_transaction set amount = 8 where transaction_id = '2'`);
    const altered = { kind: 'stored_otherwise', import_id: id, item_count: 1, item: '2' };
    expect(await differences(account, payments)).toEqual([
      by({ ...altered, accepted: 'PAYMENT 1.00 on L-1', stored: 'PAYMENT 8.00 on L-1' }, { ...lost, item_count: 2 }),
    ]);
  });

  it('is told also of what nobody sent, and of a repetition', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1', '2']);
    await sendTo(account, ['1'], { query: '?check_previously_added=false' });
    await change(account, `delete from ledger_transaction where occurrence = 1`);
    expect(await explained(account, 'PAYMENT', 3)).toEqual(
      by({ kind: 'accepted_not_stored', item_count: 1, item: '1' }),
    );
    const other = crypto.randomUUID();
    await change(account, `update ledger_transaction set import_id = '${other}' where transaction_id = '2'`);
    expect(await explained(account, 'PAYMENT', 3)).toEqual(
      by(
        { kind: 'stored_not_accepted', import_id: other, item_count: 1, item: '2' },
        { kind: 'accepted_not_stored', item_count: 1, item: '2' },
        { kind: 'accepted_not_stored', item_count: 1, item: '1' },
      ),
    );
  });
});

describe('too much, or another sum, is explained', () => {
  it('by the item or import that makes it', async () => {
    const account = await anAccount(service);
    await send(account, [payment('1', one), payment('2', { amount: '2.50' })]);
    expect(await explained(account, 'PAYMENT', 1, '1.00')).toEqual(
      by({ kind: 'extra_item', item: '2', alike: 1, endpoint: 'transactions/create' }),
    );
    const late = await send(account, [payment('3', one)]);
    expect(await explained(account, 'PAYMENT', 2, '3.50')).toEqual(
      by({ kind: 'accepted_import', import_id: idOf(late), item_count: 1, item: '3' }),
    );
    const asSent = { kind: 'as_sent', count: 3, sum: '4.50' };
    expect(await explained(account, 'PAYMENT', 2, '9.00')).toEqual(by(asSent));
    expect(await explained(account, 'PAYMENT', 3, '9.00')).toEqual(by(asSent));
    expect(await explained(account, 'PAYMENT', 3, '-4.50')).toEqual(by({ kind: 'sign' }));
  });

  it('by a transaction that was sent again with other content, if its amount makes the difference', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1', '2']);
    await send(account, [payment('1', { amount: '5.00' }), payment('2', { ...one, note: 'late' })]);
    const conflict = { kind: 'conflict', transaction_id: '1' };
    expect(await explained(account, 'PAYMENT', 2, '6.00')).toEqual(by(conflict));
    expect(await explained(account, 'PAYMENT', 2, '7.00')).toEqual(by({ kind: 'as_sent', count: 2, sum: '2.00' }));
    expect(await explained(account, 'PAYMENT', 3, '7.00')).toEqual(by(conflict));
  });

  it('by check_previously_added=false only if a request had it', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1', '2']);
    const reply = await sendTo(account, ['1'], { query: '?check_previously_added=false' });
    const repeated = { kind: 'repeated', transaction_id: '1', count: 2 };
    expect(await explained(account, 'PAYMENT', 2)).toEqual(by({ ...repeated, added_unchecked: true }));
    await runSql(service.databaseUrl, 'update accepted_import set findings = null where id = $1', [idOf(reply)]);
    const [found] = await differences(account, ['PAYMENT', 2]);
    expect(JSON.stringify(found)).not.toContain('"added_unchecked":true');
  });
});

describe('a number that was written otherwise', () => {
  it('is told of an account and of a ledger, from both sides', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1']);
    const number = account.external_account_number;
    const other = number.toLowerCase();
    const ofAccount = { kind: 'other_case', field: 'external_account_number', expected: other, stored: number };
    expect(await differences(account, ['PAYMENT', 1, '1.00', 'L-1', other])).toEqual([
      by({ kind: 'no_such_account' }, ofAccount),
      by(ofAccount),
    ]);
    // The account of the other case agrees.
    expect(await differences(account, ['PAYMENT', 1], ['PAYMENT', 1, '1.00', 'L-1', other])).toEqual([
      by({ kind: 'no_such_account' }, ofAccount),
    ]);
    const ofLedger = { kind: 'other_case', field: 'ledger_number', expected: 'l-1', stored: 'L-1' };
    expect(await differences(account, ['PAYMENT', 2, '3.00', 'l-1'])).toEqual([
      { ...by(ofLedger), unexplained: { count: 1, sum: '2.00' } },
      by(ofLedger),
    ]);
    const unknown = { ...account, external_account_number: `${number}-x` };
    expect(await explained(unknown, 'PAYMENT', 1)).toEqual(by({ kind: 'no_such_account' }));
  });
});

describe('what cannot be known is said', () => {
  const notKnown = (reason: string, count: number) => ({
    explanations: [{ kind: 'not_known', reason }],
    unexplained: { count, sum: `${count}.00` },
  });

  it('if payloads were removed, or the account was erased', async () => {
    const account = await anAccount(service);
    await sendTo(account, ['1']);
    await change(account, `update accepted_import set payload = null, payload_removed_at = now() where true`);
    expect(await explained(account, 'PAYMENT', 2)).toEqual(notKnown('payload_removed', 1));
    const { external_account_number: number } = account;
    const args = ['--supplier', supplier, '--account', number, '--reason', 'Ticket 1', '--as', 'Ada', '--yes'];
    expect((await operator('account', 'erase', ...args)).code).toBe(0);
    expect(await explained(account, 'PAYMENT', 3)).toEqual(notKnown('account_erased', 2));
  });
});
