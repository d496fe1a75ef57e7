import { account, type Examples } from './example.ts';

export const SUMMARY_EXAMPLES: Examples = {
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

export const CONTROL_TOTALS_EXAMPLES: Examples = {
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
