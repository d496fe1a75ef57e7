/** The unique data of one organisation: a word in every text, a year in every date, digits in every amount. */
export type Data = {
  readonly word: string;
  readonly year: string;
  readonly amount: string;
  readonly openFrom: string;
  readonly openTo: string;
  readonly ledgerCode: string;
  readonly ownSupplier: string;
  readonly ownAccount: string;
  readonly stagedAccount: string;
  readonly instruction: { readonly vendor: string; readonly reference: string; readonly type: string };
};

/** @param word five letters, so that names of the two and of nobody are of one length. */
const dataOf = (word: string, year: string, amount: string, instruction: Data['instruction']): Data => ({
  word,
  year,
  amount,
  openFrom: `${year}-10-01`,
  openTo: `${year}-10-15`,
  ledgerCode: `POWER-${word}`,
  ownSupplier: `ONLY-${word}`,
  ownAccount: `E-${word}`,
  stagedAccount: `S-${word}`,
  instruction,
});

export const ALDER = dataOf('ALDER', '1987', '1357.91', {
  vendor: 'STRIPE',
  reference: 'THIS-IS-A-FAKE-REFERENCE',
  type: 'CARD',
});
export const BIRCH = dataOf('BIRCH', '2003', '2468.02', {
  vendor: 'GOCARDLESS',
  reference: 'SANDBOX-MANDATE',
  type: 'DIRECT_DEBIT',
});
/** Data that no organisation has. */
export const NOBODY = dataOf('NOONE', '1966', '3579.13', ALDER.instruction);

const transaction = ({ word, year, amount }: Data, id: string, fields: object = {}) => ({
  transaction_id: id,
  transaction_date: `${year}-10-03`,
  amount,
  type: 'CHARGE',
  reason: `${word}_REASON`,
  reference: `reference of ${word}`,
  note: `note of ${word}`,
  display_note: `shown by ${word}`,
  ...fields,
});

const supplyCharge = ({ word, year, amount }: Data, id: string) => ({
  transaction_id: id,
  transaction_date: `${year}-09-28`,
  amount,
  type: 'SUPPLY_CHARGE',
  product_code: `product of ${word}`,
  line_items: [
    {
      rate_band: `${word}_BAND`,
      start_date: `${year}-09-01`,
      end_date: `${year}-09-30`,
      number_of_units: 1,
      net_amount: amount,
    },
  ],
});

/** Bodies for every import, of an account that both have; ids of both kinds, with the word and without. */
export const importsOf = (data: Data) => {
  const { word, year, amount, ledgerCode, instruction } = data;
  return {
    notes: {
      notes: [
        { body: `a note of ${word}`, created_at: `${year}-10-01T00:00:00Z`, is_pinned: true },
        { document_paths: [{ document_path: `letters/${word}.pdf` }], created_at: `${year}-10-02T00:00:00Z` },
      ],
    },
    transactions: {
      transactions: [transaction(data, 'T-1'), transaction(data, `T-${word}`), supplyCharge(data, 'T-2')],
    },
    'historical-billing-documents': {
      ledger_number: 'L-2',
      ledger_code: ledgerCode,
      billing_document_type: 'PERIOD_BASED',
      historical_billing_documents: [
        {
          billing_document_identifier: `B-${word}`,
          billing_document_type: 'PERIOD_BASED',
          issued_date: `${year}-08-02`,
          bill_period_from_date: `${year}-07-01`,
          bill_period_to_date: `${year}-07-31`,
          transactions: [transaction(data, 'H-1', { transaction_date: `${year}-07-31` })],
        },
      ],
      additional_historical_transactions: [transaction(data, `H-${word}`, { transaction_date: `${year}-08-01` })],
    },
    'historical-statements': {
      statements: ['S-1', `S-${word}`].map((id) => ({
        statement_id: id,
        bill_period_from_date: `${year}-07-01`,
        bill_period_to_date: `${year}-07-31`,
        issued_date: `${year}-08-02`,
        number: `number of ${word}`,
        gross_amount: amount,
        statement_path: `statements/${word}.pdf`,
      })),
    },
    'payment-instruction': instruction,
  } as const;
};
