import { account, type Examples } from './example.ts';

export const STATEMENT_EXAMPLES: Examples = {
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
