/** Complete payloads by their displayed name; with the demo data, each gets a 201. */
export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** The account of the examples, by the demo data. */
const account = { import_supplier: 'DEMO_SUPPLIER', external_account_number: 'EXTERNAL-1234' };
/** The demo's second account: a ledger accepts history once, and an account one instruction. */
const secondAccount = { import_supplier: 'DEMO_SUPPLIER', external_account_number: 'EXTERNAL-5678' };

const NOTES: Examples = {
  pinned: {
    summary: 'A pinned note with a document',
    value: {
      ...account,
      notes: [
        {
          body: 'Prefers to be called in the evening.',
          document_paths: [{ document_path: 'letters/2019/10/welcome.pdf' }],
          created_at: '2019-10-01T08:30:00Z',
          is_pinned: true,
          unpin_at: '2019-12-01T00:00:00Z',
        },
      ],
    },
  },
  several: {
    summary: 'Several notes, one with only a document',
    value: {
      ...account,
      notes: [
        { body: 'Meter is behind the cellar door.' },
        { body: 'Moved in on 1 September 2019.', created_at: '2019-09-02T10:00:00Z' },
        { document_paths: [{ document_path: 'contracts/2019/1234.pdf' }], created_at: '2019-09-01T09:00:00Z' },
      ],
    },
  },
};

/** Without its identifier: a bill has the same one. */
const supplyCharge = {
  transaction_date: '2019-10-01',
  amount: '74.55',
  type: 'SUPPLY_CHARGE',
  display_note: 'Electricity 1 to 30 September',
  product_code: 'ELECTRICITY-STANDARD',
  line_items: [
    {
      rate_band: 'CONSUMPTION_STANDARD',
      start_date: '2019-09-01',
      end_date: '2019-09-30',
      number_of_units: 142,
      net_amount: 71,
      price_per_unit: 0.5,
      units: [70, 72],
    },
  ],
  tax_items: [{ amount: 3.55, tax_type: 'VAT', value_taxed: 71, rate: 0.05, unit_type: 'PROPORTION' }],
};

const TRANSACTIONS: Examples = {
  payments: {
    summary: 'A payment and a repayment',
    value: {
      ...account,
      transactions: [
        {
          transaction_id: 'PAY-1',
          transaction_date: '2019-10-03',
          amount: 71,
          type: 'PAYMENT',
          reason: 'ACCOUNT_CHARGE_PAYMENT',
          payment_type: 'DD_REGULAR_COLLECTION',
          reference: 'DD-2019-10-0001',
          note: 'Carried over from the old ledger.',
        },
        {
          transaction_id: 'PAY-2',
          transaction_date: '2019-10-04',
          amount: 12.5,
          type: 'REPAYMENT',
          reason: 'FULL_CREDIT_REFUND',
          payment_type: 'DIRECT_CREDIT',
          reference: 'REFUND-17',
        },
      ],
    },
  },
  charges: {
    summary: 'A charge, a credit and a supply charge with its line and tax items',
    value: {
      ...account,
      transactions: [
        {
          transaction_id: 'CHG-1',
          transaction_date: '2019-10-05',
          amount: 15,
          type: 'CHARGE',
          reason: 'IMPORTED_CHARGE',
          display_note: 'Reconnection fee',
          note: 'Agreed on the phone.',
        },
        {
          transaction_id: 'CRD-1',
          transaction_date: '2019-10-06',
          amount: 20,
          type: 'CREDIT',
          reason: 'GENERAL_CREDIT',
          display_note: 'Goodwill credit',
        },
        { transaction_id: 'SUP-1', ...supplyCharge },
      ],
    },
  },
};

const BILLING_DOCUMENTS: Examples = {
  periodBased: {
    summary: 'A period-based bill and an additional transaction',
    value: {
      ...account,
      ledger_code: 'ELECTRICITY',
      ledger_number: 'L-DEMO-1',
      billing_document_type: 'PERIOD_BASED',
      historical_billing_documents: [
        {
          billing_document_identifier: 'BILL-2019-09',
          billing_document_type: 'PERIOD_BASED',
          issued_date: '2019-10-02',
          bill_period_from_date: '2019-09-01',
          bill_period_to_date: '2019-09-30',
          transactions: [{ transaction_id: 'BILL-2019-09-1', ...supplyCharge }],
        },
      ],
      additional_historical_transactions: [
        {
          transaction_id: 'OLD-PAY-1',
          transaction_date: '2019-09-15',
          amount: '74.55',
          type: 'PAYMENT',
          reason: 'ACCOUNT_CHARGE_PAYMENT',
          payment_type: 'DEBIT_CARD',
        },
      ],
    },
  },
  itemBased: {
    summary: 'An item-based bill',
    value: {
      ...secondAccount,
      ledger_code: 'ELECTRICITY',
      ledger_number: 'L-DEMO-2',
      billing_document_type: 'ITEM_BASED',
      historical_billing_documents: [
        {
          billing_document_identifier: 'ITEM-1',
          billing_document_type: 'ITEM_BASED',
          issued_date: '2019-10-02',
          transactions: [
            {
              transaction_id: 'ITEM-1-1',
              transaction_date: '2019-09-30',
              amount: '15.00',
              type: 'CHARGE',
              reason: 'IMPORTED_CHARGE',
              display_note: 'Meter reading on site',
            },
            {
              transaction_id: 'ITEM-1-2',
              transaction_date: '2019-10-01',
              amount: '5.00',
              type: 'CREDIT',
              reason: 'IMPORTED_CREDIT',
            },
          ],
        },
      ],
    },
  },
};

const STATEMENTS: Examples = {
  withDocument: {
    summary: 'A statement with its PDF',
    value: {
      ...account,
      statements: [
        {
          bill_period_from_date: '2019-09-01',
          bill_period_to_date: '2019-09-30',
          statement_id: 'S-2019-09',
          issued_date: '2019-10-02',
          number: '000123',
          gross_amount: 74.5,
          statement_path: 'statements/2019/09.pdf',
        },
      ],
    },
  },
  withoutDocument: {
    summary: 'Two statements without documents',
    value: {
      ...account,
      statements: [
        {
          bill_period_from_date: '2019-07-01',
          bill_period_to_date: '2019-07-31',
          statement_id: 'S-2019-07',
          issued_date: '2019-08-02',
          number: '000121',
          gross_amount: '71.00',
        },
        {
          bill_period_from_date: '2019-08-01',
          bill_period_to_date: '2019-08-31',
          statement_id: 'S-2019-08',
          issued_date: '2019-09-03',
          number: '000122',
          gross_amount: -5,
        },
      ],
    },
  },
};

/** By the name of the vendor. */
const INSTRUCTIONS: Examples = {
  STRIPE: {
    summary: 'A card',
    value: { ...account, vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' },
  },
  GOCARDLESS: {
    summary: 'A direct-debit mandate',
    value: { ...secondAccount, vendor: 'GOCARDLESS', reference: 'SANDBOX-MANDATE', type: 'DIRECT_DEBIT' },
  },
};

const SUMMARIES: Examples = {
  counts: { summary: 'Counts and sums', value: account },
  items: { summary: 'The transactions, item by item', value: { ...account, list: 'transactions' } },
  instruction: {
    summary: 'The payment instruction, compared',
    value: {
      ...account,
      payment_instruction: { vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' },
    },
  },
};

const CONTROL_TOTALS: Examples = {
  payments: {
    summary: 'The expected number and sum of the payments',
    value: {
      import_supplier: 'DEMO_SUPPLIER',
      totals: [
        {
          external_account_number: 'EXTERNAL-1234',
          ledger_number: 'L-DEMO-1',
          type: 'PAYMENT',
          count: 1,
          sum: '71.00',
        },
      ],
    },
  },
};

const REGISTERED_TOTALS: Examples = {
  set: {
    summary: 'A whole set in one request',
    value: {
      import_supplier: 'DEMO_SUPPLIER',
      set: 'FINAL-2026-11',
      totals: [
        {
          external_account_number: 'EXTERNAL-1234',
          ledger_number: 'L-DEMO-1',
          type: 'PAYMENT',
          count: 1,
          sum: '71.00',
        },
        { external_account_number: 'EXTERNAL-1234', type: 'NOTE', count: 2 },
      ],
      complete: true,
    },
  },
};

/** The examples of each endpoint. */
export const EXAMPLES = {
  notes: NOTES,
  transactions: TRANSACTIONS,
  'historical-billing-documents': BILLING_DOCUMENTS,
  'historical-statements': STATEMENTS,
  'payment-instruction': INSTRUCTIONS,
  'accounts/summary': SUMMARIES,
  'control-totals/compare': CONTROL_TOTALS,
  'control-totals/register': REGISTERED_TOTALS,
};
