import { JsonNumber } from '@carryover/contract/json/exact-json';
import { type On, post, type Request } from './request.ts';

/** A JSON number exactly as given. */
export const token = (text: string): JsonNumber => new JsonNumber(text);

type Fields = Readonly<Record<string, unknown>>;

const forAccount =
  (path: string) =>
  (fields: Fields): Request =>
    post(`/v1/data-import/${path}/`, ({ account }: On) => ({ ...account, ...fields }));

/** Requests with these fields in addition to the account's; undefined fields are left out. */
export const toNotes = forAccount('notes/create');
export const toTransactions = forAccount('transactions/create');
const toHistory = forAccount('historical-billing-documents/create');
export const toStatements = forAccount('historical-statements/create');
const toInstruction = forAccount('payment-instruction/create');
const toSummary = forAccount('accounts/summary');
export const toComparison = forAccount('control-totals/compare');

export const PAYMENT = { transaction_id: 'T-1', transaction_date: '2019-10-03', amount: '71.00', type: 'PAYMENT' };
export const CHARGE = { ...PAYMENT, type: 'CHARGE' };
const LINE_ITEM = {
  rate_band: 'CONSUMPTION_STANDARD',
  start_date: '2019-09-01',
  end_date: '2019-09-30',
  number_of_units: 142,
  net_amount: 71,
};
const TAX_ITEM = { amount: 3.55, tax_type: 'VAT', value_taxed: 71, rate: 0.05, unit_type: 'PROPORTION' };
const SUPPLY_CHARGE = { ...PAYMENT, type: 'SUPPLY_CHARGE', product_code: 'STANDARD', line_items: [LINE_ITEM] };
export const STATEMENT = {
  statement_id: 'S-1',
  bill_period_from_date: '2019-09-01',
  bill_period_to_date: '2019-09-30',
  issued_date: '2019-10-02',
  number: '000123',
  gross_amount: 71,
};
export const DOCUMENT = {
  billing_document_identifier: 'B-1',
  billing_document_type: 'PERIOD_BASED',
  issued_date: '2019-10-02',
  bill_period_from_date: '2019-09-01',
  bill_period_to_date: '2019-09-30',
  transactions: [],
};
const HISTORY = {
  ledger_number: 'L-1',
  ledger_code: 'ELECTRICITY',
  billing_document_type: 'PERIOD_BASED',
  historical_billing_documents: [DOCUMENT],
};
export const INSTRUCTION = { vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' };
export const TOTAL = { external_account_number: 'E-1', ledger_number: 'L-1', type: 'CHARGE', count: 1, sum: '71.00' };

/** Requests with one item that has these fields in addition to or in place of the usual ones. */
export const note = (fields: Fields): Request => toNotes({ notes: [fields] });
export const transaction = (fields: Fields): Request => toTransactions({ transactions: [{ ...PAYMENT, ...fields }] });
export const charge = (fields: Fields): Request => transaction({ ...CHARGE, ...fields });
export const supplyCharge = (fields: Fields): Request => transaction({ ...SUPPLY_CHARGE, ...fields });
export const lineItem = (fields: Fields): Request => supplyCharge({ line_items: [{ ...LINE_ITEM, ...fields }] });
export const taxItem = (fields: Fields): Request => charge({ tax_items: [{ ...TAX_ITEM, ...fields }] });
export const statement = (fields: Fields): Request => toStatements({ statements: [{ ...STATEMENT, ...fields }] });
export const history = (fields: Fields): Request => toHistory({ ...HISTORY, ...fields });
export const document = (fields: Fields): Request =>
  history({ historical_billing_documents: [{ ...DOCUMENT, ...fields }] });
export const historicalTransaction = (fields: Fields): Request =>
  document({ transactions: [{ ...CHARGE, transaction_date: '2019-09-15', ...fields }] });
export const instruction = (fields: Fields): Request => toInstruction({ ...INSTRUCTION, ...fields });
export const summary = (fields: Fields): Request => toSummary(fields);
/** Names no account but in its rows. */
export const registration = (fields: Fields): Request =>
  forAccount('control-totals/register')({
    external_account_number: undefined,
    set: 'HOSTILE',
    totals: [{ ...TOTAL, ...fields }],
  });
/** Names no account but in its rows. */
export const total = (fields: Fields): Request =>
  toComparison({ external_account_number: undefined, totals: [{ ...TOTAL, ...fields }] });
