import { openDatabase } from '@carryover/adapters-persistence/orm';
import { readAccountPage } from '@carryover/adapters-persistence/queries/account';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import type { DateTime } from '@carryover/domain/date-time';
import { accountJson } from '@carryover/operator/commands/account-view';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { billingDocument, CARD, history, payment, statement } from '../support/bodies.ts';

const PATH = '/v1/data-import/';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const orm = openDatabase({ url: service.databaseUrl, maxConnections: 2, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
const [organisation] = await service.sql<{ id: string }>('select id from organisation');
afterAll(() => orm.close(true));

const show = async (account: TestAccount, now = '2026-06-15T12:00:00Z' as DateTime) => {
  const ref = {
    organisationId: organisation!.id,
    supplierCode: account.import_supplier,
    externalAccountNumber: account.external_account_number,
  };
  const shown = await readAccountPage(orm.em, { account: ref, now, parts: null })();
  if (E.isLeft(shown)) throw shown.left.cause;
  if (shown.right === null) throw new Error('There is no such account.');
  return accountJson(shown.right, now);
};

const created = async (path: string, body: object) => {
  const reply = await service.post(`${PATH}${path}/create/`, body);
  expect(reply.status).toBe(201);
};

describe('an account as support sees it', () => {
  it('shows pinned notes first, each newest first, and unpins after unpin_at', async () => {
    const account = await anAccount(service);
    const note = (body: string, day: string, more: object = {}) => ({
      body,
      created_at: `2026-06-${day}T00:00:00Z`,
      ...more,
    });
    await created('notes', {
      ...account,
      notes: [
        note('old', '01'),
        note('pinned', '02', { is_pinned: true }),
        note('no longer pinned', '03', { is_pinned: true, unpin_at: '2026-06-15T12:00:00Z' }),
        note('still pinned', '04', { is_pinned: true, unpin_at: '2026-06-15T12:00:01Z' }),
        note('unpin_at without is_pinned', '05', { unpin_at: '2027-01-01T00:00:00Z' }),
      ],
    });
    const { notes } = await show(account);
    expect(notes.map(({ body, is_pinned }) => [body, is_pinned])).toEqual([
      ['still pinned', true],
      ['pinned', true],
      ['unpin_at without is_pinned', false],
      ['no longer pinned', false],
      ['old', false],
    ]);
  });

  it('shows notes that the service pinned after the pinned notes of the client', async () => {
    const account = await anAccount(service);
    const notes = [
      { body: 'not pinned', created_at: '2030-01-01T00:00:00Z' },
      { body: 'pinned', created_at: '2019-01-01T00:00:00Z', is_pinned: true },
    ];
    await created('notes', { ...account, notes });
    const moved = payment('1', { transaction_date: '2019-01-01' });
    await created('transactions', { ...account, transactions: [moved] });
    const { notes: shown } = await show(account);
    expect(
      shown.map(({ body, is_pinned, added_by_service }) => [body?.slice(0, 6), is_pinned, added_by_service]),
    ).toEqual([
      ['pinned', true, false],
      ['Dates ', true, true],
      ['not pi', false, false],
    ]);
  });

  it('shows transactions per ledger with what the customer owes, documents, statements and the masked instruction', async () => {
    const account = await anAccount(service);
    const of = (type: string, id: string, amount: string, more: object = {}) => payment(id, { type, amount, ...more });
    await created('transactions', {
      ...account,
      transactions: [
        of('CHARGE', '1', '100.00'),
        of('PAYMENT', '2', '30.10'),
        of('CREDIT', '3', '0.01'),
        of('REPAYMENT', '4', '5.00'),
        of('CHARGE', '5', '1.00', { transaction_date: '2019-01-01' }),
      ],
    });
    const charge = of('CHARGE', '6', '2.50', { transaction_date: '2018-01-01' });
    const type = { billing_document_type: 'ITEM_BASED' };
    const noPeriod = { bill_period_from_date: undefined, bill_period_to_date: undefined };
    const document = billingDocument('D-1', { ...type, ...noPeriod, transactions: [charge] });
    await created('historical-billing-documents', {
      ...account,
      ...history({ ...type, historical_billing_documents: [document] }),
    });
    const statements = [statement('S-1', { gross_amount: 12.5, statement_path: 's.pdf' })];
    await created('historical-statements', { ...account, statements });
    await created('payment-instruction', { ...account, ...CARD });

    const view = await show(account);
    const [ledger] = view.ledgers;
    expect(view.ledgers).toHaveLength(1);
    expect(ledger!.balance).toBe('78.39');
    expect(ledger!.totals.map(({ type, count, sum }) => [type, count, sum])).toEqual([
      ['CHARGE', 3, '103.50'],
      ['CREDIT', 1, '0.01'],
      ['PAYMENT', 1, '30.10'],
      ['REPAYMENT', 1, '5.00'],
    ]);
    expect(
      ledger!.transactions.map((transaction) => [
        transaction.transaction_id,
        transaction.transaction_date,
        transaction.submitted_date,
        transaction.billing_document,
      ]),
    ).toEqual([
      ['6', '2018-01-01', null, 'D-1'],
      ['5', '2019-10-01', '2019-01-01', null],
      ['1', '2019-10-05', null, null],
      ['2', '2019-10-05', null, null],
      ['3', '2019-10-05', null, null],
      ['4', '2019-10-05', null, null],
    ]);
    expect(ledger!.billing_documents).toEqual([
      {
        billing_document_identifier: 'D-1',
        billing_document_type: 'ITEM_BASED',
        issued_date: '2018-04-01',
        period: null,
        import_id: expect.any(String),
        position: 0,
      },
    ]);
    expect(
      view.statements.map(({ statement_id, document, gross_amount }) => [statement_id, document, gross_amount]),
    ).toEqual([['S-1', 's.pdf', '12.50']]);
    expect(view.payment_instruction).toEqual({
      ...CARD,
      status: expect.any(String),
      brand: 'visa',
      last_four: '4242',
      expiry: '2099-08',
      bank_name: null,
      import_id: expect.any(String),
    });
  });

  it('knows no account of another name', async () => {
    await expect(show({ import_supplier: 'NONE', external_account_number: 'E' })).rejects.toThrow(
      'There is no such account.',
    );
  });
});

describe('running totals', () => {
  it('are exact over ten thousand random amounts: sum in = sum read back, to the last place', async () => {
    const account = await anAccount(service);
    const pence = fc.sample(fc.bigInt(-999_999_999_999n, 999_999_999_999n), 10_000);
    const toText = (value: bigint) => {
      const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
      return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    };
    const types = ['CHARGE', 'CREDIT'];
    const transactions = pence.map((value, n) => payment(`T-${n}`, { amount: toText(value), type: types[n % 2] }));
    for (let start = 0; start < transactions.length; start += 500) {
      await created('transactions', { ...account, transactions: transactions.slice(start, start + 500) });
    }
    const [ledger] = (await show(account)).ledgers;
    const sumOf = (type: number) => toText(pence.filter((_, n) => n % 2 === type).reduce((a, b) => a + b, 0n));
    expect(ledger!.totals.map(({ type, count, sum }) => [type, count, sum])).toEqual([
      ['CHARGE', 5_000, sumOf(0)],
      ['CREDIT', 5_000, sumOf(1)],
    ]);
  });
});
