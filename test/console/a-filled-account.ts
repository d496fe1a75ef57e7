import { expect } from 'vitest';
import type { RunningService } from '../support/a-service.ts';

/** Text that would run, look like another text, or hide what follows if it were not escaped. */
export const HOSTILE = '<script>alert(1)</script>"\'&\u202e\u200b';

const payment = (transaction_id: string, more: object = {}) => ({
  transaction_id,
  transaction_date: '2019-10-05',
  amount: '5.00',
  type: 'PAYMENT',
  ...more,
});

const LINE_ITEM = {
  rate_band: 'CONSUMPTION_STANDARD',
  start_date: '2019-10-01',
  end_date: '2019-10-31',
  number_of_units: 1000,
  net_amount: 100,
  price_per_unit: 0.1,
  units: [1000],
};
const CHARGE = {
  transaction_id: 'T-0',
  transaction_date: '2019-10-31',
  amount: '100.00',
  type: 'SUPPLY_CHARGE',
  product_code: HOSTILE,
  display_note: 'W'.repeat(300),
  line_items: [LINE_ITEM],
};

const statement = (path: string) => ({
  bill_period_from_date: '2019-10-01',
  bill_period_to_date: '2019-10-31',
  statement_id: `S-${HOSTILE}`,
  issued_date: '2019-11-01',
  number: HOSTILE,
  gross_amount: 1234.5,
  statement_path: path,
});

/** Imports one of everything for the demo's account, with 61 transactions. @returns its service account number. */
export const aFilledAccount = async (service: RunningService): Promise<string> => {
  const { import_supplier, external_account_number, ledger_number } = service.demo;
  const send = async (path: string, body: object, expected = 201): Promise<void> => {
    const sent = { import_supplier, external_account_number, ...body };
    const { status } = await service.post(`/v1/data-import/${path}/create/`, sent);
    expect([path, status]).toEqual([path, expected]);
  };
  const document = {
    bill_period_from_date: '2019-10-01',
    bill_period_to_date: '2019-10-31',
    issued_date: '2019-11-01',
  };
  const kind = { billing_document_type: 'PERIOD_BASED' };
  await send('historical-billing-documents', {
    ledger_code: 'ELECTRICITY',
    ledger_number,
    ...kind,
    historical_billing_documents: [
      { billing_document_identifier: `B-${HOSTILE}`, ...kind, ...document, transactions: [CHARGE] },
    ],
  });
  await send('notes', { notes: [{ body: `first line\n${HOSTILE}`, is_pinned: true }, { body: 'not pinned' }] });
  const details = { reason: 'ACCOUNT_CHARGE_PAYMENT', payment_type: 'DEBIT_CARD', reference: HOSTILE, note: HOSTILE };
  const many = Array.from({ length: 59 }, (_, i) => payment(`MANY-${i}`));
  await send('transactions', { transactions: [payment('T-1', details), ...many] });
  await send('transactions', { transactions: [payment('T-2', { amount: HOSTILE })] }, 400);
  await send('historical-statements', { statements: [statement('bills/october.pdf')] });
  await send('payment-instruction', { vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' });
  const [account] = await service.sql<{ number: string }>(
    'select service_account_number as number from account where external_account_number = $1',
    [external_account_number],
  );
  return account!.number;
};
