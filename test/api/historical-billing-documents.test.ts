import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { billingDocument, history, payment, supplyCharge } from '../support/bodies.ts';
import { recordedIssuesOf } from '../support/recorded-issues.ts';
import { refusalOf } from '../support/requests.ts';

const PATH = '/v1/data-import/historical-billing-documents/create/';
/** The current date in the time zone where each day begins first, and the day after it. */
const [LATEST = '', TOMORROW = ''] = [14, 38].map((hours) =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10),
);

const service = await theService();

const itemBased = (id: string, more: object = {}) => ({
  billing_document_identifier: id,
  billing_document_type: 'ITEM_BASED',
  issued_date: '2018-04-01',
  transactions: [],
  ...more,
});

const request = (account: TestAccount, more: object = {}) => ({
  ...account,
  ...history({ historical_billing_documents: [billingDocument('D-1', { transactions: [supplyCharge('1')] })] }),
  ...more,
});

const refused = async (body: object) => refusalOf(await service.post(PATH, body));

const idOf = async (account: TestAccount): Promise<string> => {
  const [row] = await service.sql<{ id: string }>('select id from account where external_account_number = $1', [
    account.external_account_number,
  ]);
  return row!.id;
};

describe('creating historical billing documents (§4.3)', () => {
  it('takes period-based documents with supply charges, and additional transactions; the body of the 201 is empty', async () => {
    const account = await anAccount(service);
    const body = request(account, { additional_historical_transactions: [payment('2')] });
    const { status, text } = await service.post(PATH, body);
    expect({ status, text }).toEqual({ status: 201, text: '' });
    const id = await idOf(account);
    expect(
      await service.sql(
        'select ledger_number, transaction_id, transaction_date::text, amount, billing_document from ledger_transaction where account_id = $1 order by transaction_id',
        [id],
      ),
    ).toEqual([
      {
        ledger_number: 'L-1',
        transaction_id: '1',
        transaction_date: '2019-10-05',
        amount: '12.60',
        billing_document: 'D-1',
      },
      {
        ledger_number: 'L-1',
        transaction_id: '2',
        transaction_date: '2019-10-05',
        amount: '71.00',
        billing_document: null,
      },
    ]);
    expect(
      await service.sql(
        'select identifier, type, issued_date::text, from_date::text, to_date::text from billing_document where account_id = $1',
        [id],
      ),
    ).toEqual([
      {
        identifier: 'D-1',
        type: 'PERIOD_BASED',
        issued_date: '2018-04-01',
        from_date: '2018-03-01',
        to_date: '2018-03-31',
      },
    ]);
  });

  it('takes item-based documents, also without transactions', async () => {
    const body = request(await anAccount(service), {
      billing_document_type: 'ITEM_BASED',
      historical_billing_documents: [itemBased('D-1'), itemBased('D-2', { transactions: [payment('1')] })],
    });
    expect((await service.post(PATH, body)).status).toBe(201);
  });

  it('applies no statement period, and takes a transaction of today', async () => {
    const account = await anAccount(service, { openFrom: null });
    const body = request(account, { additional_historical_transactions: [payment('9', { transaction_date: LATEST })] });
    expect((await service.post(PATH, body)).status).toBe(201);
  });

  it('can be used once per ledger', async () => {
    const account = await anAccount(service);
    await service.post(PATH, request(account));
    const other = request(account, { historical_billing_documents: [billingDocument('D-2')] });
    expect(await refused(other)).toEqual([
      400,
      'account_failed_validation',
      'ledger_number: historical_billing_documents_already_imported',
    ]);
  });

  it('answers 201 to exactly one of 64 identical requests that race', async () => {
    const account = await anAccount(service);
    const replies = await Promise.all(Array.from({ length: 64 }, () => service.post(PATH, request(account))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = replies.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ status, json }) => `${status} ${json.errors[0].code}`))).toEqual(
      new Set(['400 historical_billing_documents_already_imported']),
    );
    expect(
      await service.sql('select count(*)::int as count from ledger_transaction where account_id = $1', [
        await idOf(account),
      ]),
    ).toEqual([{ count: 1 }]);
  });

  it('cannot be used where the ledger has a finalized billing document', async () => {
    const account = await anAccount(service, { hasFinalizedBillingDocument: true });
    expect(await refused(request(account))).toEqual([
      400,
      'account_failed_validation',
      'ledger_number: ledger_has_finalized_billing_document',
    ]);
  });

  it('says already imported before finalized', async () => {
    const account = await anAccount(service);
    await service.post(PATH, request(account));
    await anAccount(service, { number: account.external_account_number, hasFinalizedBillingDocument: true });
    expect((await refused(request(account)))[2]).toBe('ledger_number: historical_billing_documents_already_imported');
  });

  it('takes 5,000 documents with 20,000 transactions in one request', async () => {
    const account = await anAccount(service);
    const documents = Array.from({ length: 5_000 }, (_, d) =>
      billingDocument(`D-${d}`, { transactions: [0, 1, 2, 3].map((n) => payment(`T-${d}-${n}`)) }),
    );
    const { status } = await service.post(PATH, request(account, { historical_billing_documents: documents }));
    expect(status).toBe(201);
    expect(
      await service.sql('select count(*)::int as count from ledger_transaction where account_id = $1', [
        await idOf(account),
      ]),
    ).toEqual([{ count: 20_000 }]);
  });
});

describe('its transactions', () => {
  it('count as already added for the transactions endpoint, and the other way round', async () => {
    const account = await anAccount(service);
    await service.post('/v1/data-import/transactions/create/', {
      ...account,
      transactions: [payment('now')],
    });
    const body = request(account, { additional_historical_transactions: [payment('fine'), payment('now')] });
    expect(await refused(body)).toEqual([
      400,
      'account_failed_validation',
      'additional_historical_transactions.1.transaction_id: transaction_already_exists',
    ]);
    expect((await service.post(PATH, request(account))).status).toBe(201);
    const { json } = await service.post('/v1/data-import/transactions/create/', {
      ...account,
      transactions: [supplyCharge('1')],
    });
    expect(json.results[0].status).toBe('TRANSACTION_ALREADY_EXISTS');
  });

  it('are refused or reported where supply-charge arithmetic is wrong, as the supplier is configured', async () => {
    const wrong = request(await anAccount(service), {
      historical_billing_documents: [
        billingDocument('D-1', { transactions: [payment('0'), supplyCharge('1', { amount: '12.61' })] }),
      ],
    });
    await service.operator.changeSupplier('DEMO_SUPPLIER', { supplyChargeArithmetic: 'enforce' });
    const answer = await refused(wrong);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { supplyChargeArithmetic: 'report' });
    expect(answer.slice(2)).toEqual([
      'historical_billing_documents.0.transactions.1.amount: ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount',
    ]);
    const reported = await service.post(PATH, wrong);
    expect(reported.status).toBe(201);
    expect((await recordedIssuesOf(service, reported)).supplyChargeMismatches).toHaveLength(1);
  });
});

describe('refusing billing documents', () => {
  it.each<[string, object, string[]]>([
    ['an unknown ledger', { ledger_number: 'L-2' }, ['ledger_number: ledger_does_not_exist']],
    ['another code', { ledger_code: 'GAS' }, ['ledger_code: ledger_code_does_not_exist']],
    [
      'no period',
      {
        historical_billing_documents: [
          billingDocument('D', { bill_period_from_date: undefined, bill_period_to_date: undefined }),
        ],
      },
      [
        'historical_billing_documents.0.bill_period_from_date: required',
        'historical_billing_documents.0.bill_period_to_date: required',
      ],
    ],
    [
      'a transaction of tomorrow',
      { additional_historical_transactions: [payment('2', { transaction_date: TOMORROW })] },
      ['additional_historical_transactions.0.transaction_date: transaction_in_future'],
    ],
  ])('%s', async (_, change, errors) => {
    expect(await refused(request(await anAccount(service), change))).toEqual([
      400,
      'account_failed_validation',
      ...errors,
    ]);
  });

  it('leaves nothing of a request that is refused, so that a good one follows', async () => {
    const account = await anAccount(service);
    await refused(request(account, { additional_historical_transactions: [payment('1')] }));
    expect((await service.post(PATH, request(account))).status).toBe(201);
  });
});
