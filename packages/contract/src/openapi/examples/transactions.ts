import { account, type Examples } from './example.ts';

/** Without its identifier: a bill has the same one. */
export const supplyCharge = {
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

export const TRANSACTION_EXAMPLES: Examples = {
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
