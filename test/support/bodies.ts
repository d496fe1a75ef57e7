/** A payment as a client sends it, in the open statement period of an account of the tests. */
export const payment = (id: string, fields: object = {}) => ({
  transaction_id: id,
  transaction_date: '2019-10-05',
  amount: '71.00',
  type: 'PAYMENT',
  ...fields,
});

/** A supply charge with every field of its own; its figures agree. */
export const supplyCharge = (id: string, fields: object = {}) => ({
  ...payment(id),
  amount: '12.60',
  type: 'SUPPLY_CHARGE',
  product_code: 'P-1',
  line_items: [
    {
      rate_band: 'CONSUMPTION_STANDARD',
      start_date: '2019-09-01',
      end_date: '2019-09-30',
      number_of_units: 100,
      net_amount: 12,
      price_per_unit: 0.12,
      units: [40, 60.5],
    },
  ],
  tax_items: [{ amount: 0.6, tax_type: 'VAT', value_taxed: 12, rate: 0.05, unit_type: 'PROPORTION' }],
  ...fields,
});

const PERIOD = { bill_period_from_date: '2018-03-01', bill_period_to_date: '2018-03-31', issued_date: '2018-04-01' };

export const statement = (id: string, fields: object = {}) => ({
  ...PERIOD,
  statement_id: id,
  number: `N-${id}`,
  gross_amount: 100,
  ...fields,
});

/** A billing document for a period, without transactions unless said otherwise. */
export const billingDocument = (id: string, fields: object = {}) => ({
  ...PERIOD,
  billing_document_identifier: id,
  billing_document_type: 'PERIOD_BASED',
  transactions: [],
  ...fields,
});

/** The history of the main ledger: one billing document. */
export const history = (fields: object = {}) => ({
  ledger_code: 'ELECTRICITY',
  ledger_number: 'L-1',
  billing_document_type: 'PERIOD_BASED',
  historical_billing_documents: [billingDocument('D-1')],
  ...fields,
});

/** An instruction that the vendor sandbox confirms. */
export const CARD = { vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' };
