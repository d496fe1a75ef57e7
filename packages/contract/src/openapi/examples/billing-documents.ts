import { account, type Examples, secondAccount } from './example.ts';
import { supplyCharge } from './transactions.ts';

export const BILLING_DOCUMENT_EXAMPLES: Examples = {
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
