import { makeClient } from '@carryover/client';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { CARD } from '../support/bodies.ts';
import { failureOf } from './a-script.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const client = makeClient({ baseUrl: service.baseUrl, apiKey: service.demo.api_key });

const account = service.demoAccount;
const payment = {
  transaction_id: 'T-1',
  transaction_date: '2019-10-03',
  amount: '71',
  type: 'PAYMENT',
  reason: 'ACCOUNT_CHARGE_PAYMENT',
} as const;
const statement = {
  statement_id: 'S-1',
  bill_period_from_date: '2019-09-01',
  bill_period_to_date: '2019-09-30',
  issued_date: '2019-10-02',
  number: '000123',
  gross_amount: 71,
};
const history = {
  ...account,
  ledger_number: service.demo.ledger_number,
  ledger_code: 'ELECTRICITY',
  billing_document_type: 'ITEM_BASED' as const,
  historical_billing_documents: [
    {
      billing_document_identifier: 'B-1',
      billing_document_type: 'ITEM_BASED' as const,
      issued_date: '2019-10-02',
      transactions: [{ ...payment, transaction_id: 'H-1' }],
    },
  ],
};
const card = { ...account, ...CARD };

/** Of any accepted request. */
const aReceipt = {
  importId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  payloadSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
};

describe('the client and a running service', () => {
  it('validate first: nothing is stored', async () => {
    const valid = { valid: true, errors: [], moved: [] };
    const results = expect.anything();
    expect(await client.validateNotes({ ...account, notes: [{ body: 'Hello' }] })).toEqual({ ...valid, results });
    expect(await client.validateHistoricalStatements({ ...account, statements: [statement] })).toEqual({
      ...valid,
      results: { ...account, statements: [statement] },
    });
    expect(await client.validateHistoricalBillingDocuments(history)).toEqual({ ...valid, results: null });
    expect(await client.validatePaymentInstruction(card)).toEqual({ ...valid, results });
    const moving = await client.validateTransactions({ ...account, transactions: [payment] });
    expect(moving).toMatchObject({ valid: true, moved: [{ transaction_id: 'T-1', transaction_date: '2019-10-03' }] });
    const staying = { forceAddToCurrentStatement: false };
    expect(await client.validateTransactions({ ...account, transactions: [payment] }, staying)).toMatchObject({
      valid: false,
      results: null,
      errors: [{ code: 'transaction_not_in_open_statement_period', attr: 'transactions.0.transaction_date' }],
    });
    expect((await client.summariseAccount(account)).notes.count).toBe(0);
  });

  it('create notes, and find them on the second try', async () => {
    const notes = { ...account, notes: [{ body: 'Hello', created_at: '2019-10-01T08:30:00Z', is_pinned: true }] };
    const results = await client.createNotes(notes);
    expect(results).toMatchObject(aReceipt);
    const [created] = results;
    expect(created).toEqual({ created_at: '2019-10-01T08:30:00Z', body: 'Hello', status: 'NOTE_CREATION_SUCCESS' });
    expect((await client.createNotes(notes))[0]?.status).toBe('NOTE_ALREADY_EXISTS');
  });

  it('create transactions, whatever the flags', async () => {
    const transactions = { ...account, transactions: [payment] };
    const staying = { forceAddToCurrentStatement: false };
    expect(await failureOf(client.createTransactions(transactions, staying))).toMatchObject({
      kind: 'validation',
      code: 'transaction_not_in_open_statement_period',
      transactionData: { ...payment, amount: '71.00' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const added = await client.createTransactions(transactions);
    expect(added).toMatchObject(aReceipt);
    expect(added.results[0]).toMatchObject({
      status: 'TRANSACTION_ADDED_TO_ACCOUNT',
      transaction_data: { transaction_id: 'T-1', amount: '71.00' },
    });
    const again = await client.createTransactions(transactions, { checkPreviouslyAdded: true });
    expect(again.results[0]?.status).toBe('TRANSACTION_ALREADY_EXISTS');
    const twice = await client.createTransactions(transactions, { checkPreviouslyAdded: false });
    expect(twice.results[0]?.status).toBe('TRANSACTION_ADDED_TO_ACCOUNT');
  });

  it('create a history, once', async () => {
    expect(await client.createHistoricalBillingDocuments(history)).toEqual(aReceipt);
    expect(await failureOf(client.createHistoricalBillingDocuments(history))).toMatchObject({
      kind: 'validation',
      code: 'account_failed_validation',
      errors: [{ code: 'historical_billing_documents_already_imported', attr: 'ledger_number' }],
      mayBeStored: false,
    });
  });

  it('create statements and a payment instruction', async () => {
    const statements = { ...account, statements: [statement] };
    expect(await client.createHistoricalStatements(statements)).toEqual({ ...statements, ...aReceipt });
    expect(await client.createPaymentInstruction(card)).toEqual({
      ...aReceipt,
      service_account_number: expect.stringMatching(/^A-[0-9A-F]{8}$/),
      reference: CARD.reference,
    });
  });

  it('read back what is stored, and compare it', async () => {
    const { transactions } = (await client.summariseAccount(account)).ledgers[0]!;
    expect(transactions).toEqual([{ type: 'PAYMENT', count: 3, sum: '213.00' }]);
    const page = await client.summariseAccount({ ...account, list: 'transactions' });
    expect(page.items.map(({ transaction_id, amount }) => [transaction_id, amount])).toEqual([
      ['H-1', '71.00'],
      ['T-1', '71.00'],
      ['T-1', '71.00'],
    ]);
    expect(page.next).toBeNull();
    const { import_supplier, external_account_number } = account;
    const key = { external_account_number, ledger_number: service.demo.ledger_number, type: 'PAYMENT' } as const;
    expect(
      await client.compareControlTotals({ import_supplier, totals: [{ ...key, count: 3, sum: '214.00' }] }),
    ).toEqual({
      agree: false,
      compared: 1,
      differences: [{ ...key, expected: { count: 3, sum: '214.00' }, actual: { count: 3, sum: '213.00' } }],
    });
  });

  it('say what is wrong', async () => {
    const unknown = { ...account, external_account_number: 'UNKNOWN', notes: [] };
    expect(await failureOf(client.createNotes(unknown))).toMatchObject({
      kind: 'not_found',
      code: 'import_process_does_not_exist',
    });
    const stranger = makeClient({ baseUrl: service.baseUrl, apiKey: 'co_unknown' });
    expect(await failureOf(stranger.createNotes(unknown))).toMatchObject({ kind: 'not_authenticated' });
  });
});
