import { ACCOUNT } from '../a-body.ts';

/** A document for a period, and one for items, without transactions unless said otherwise. */
export const aPeriodBased = (fields: object = {}) => ({
  billing_document_identifier: 'D-1',
  billing_document_type: 'PERIOD_BASED',
  issued_date: '2019-10-01',
  bill_period_from_date: '2019-09-01',
  bill_period_to_date: '2019-09-30',
  transactions: [],
  ...fields,
});
export const anItemBased = (fields: object = {}) => ({
  billing_document_identifier: 'D-1',
  billing_document_type: 'ITEM_BASED',
  issued_date: '2019-10-01',
  transactions: [],
  ...fields,
});

/** The body of a request with one document for a period. */
export const aHistoryBody = (fields: object = {}) => ({
  ...ACCOUNT,
  ledger_code: 'ELECTRICITY',
  ledger_number: 'L-1',
  billing_document_type: 'PERIOD_BASED',
  historical_billing_documents: [aPeriodBased()],
  ...fields,
});
