/** The demo's supplier: its accounts are the ones a fresh service knows an API key for. */
export const SUPPLIER = 'DEMO_SUPPLIER';
/** The prefix of each account's number; its position follows. */
export const ACCOUNT_PREFIX = 'E-';

type Item = Readonly<Record<string, unknown>>;
/** Makes an item; `id` is unique in a run, `index` repeats with each request. */
type MakeItem = (id: string, index: number) => Item;

const TEXTS = [
  'The customer asked for a copy of the bill of last winter and was told where it is.',
  'Opening balance',
  'Paid by standing order of the bank; reference as on the statement.',
  'Estimated reading, corrected by the reading of the month after.',
  'Credit for the service that was late',
];
const text = (index: number): string => TEXTS[index % TEXTS.length]!;
const money = (index: number): string => `${1 + ((index * 37) % 400)}.${10 + ((index * 7) % 90)}`;
const day = (month: string, index: number): string => `${month}-${String(1 + (index % 28)).padStart(2, '0')}`;

const payment = (index: number): Item => ({
  type: 'PAYMENT',
  amount: money(index),
  reason: 'ACCOUNT_CHARGE_PAYMENT',
  payment_type: 'DIRECT_DEBIT',
  reference: `REF-${100_000_000 + index}`,
  note: text(index),
  display_note: text(index + 1),
});
const charge = (index: number): Item => ({
  type: 'CHARGE',
  amount: money(index),
  reason: 'LATE_FEE',
  note: text(index),
  display_note: text(index + 3),
});
const credit = (index: number): Item => ({
  type: 'CREDIT',
  amount: money(index),
  reason: 'GOODWILL',
  note: text(index),
});
const supplyCharge = (index: number): Item => {
  const net = 20 * (1 + (index % 12));
  return {
    type: 'SUPPLY_CHARGE',
    amount: `${net + net / 20}.00`,
    product_code: 'ELECTRICITY-STANDARD',
    line_items: [
      {
        rate_band: 'CONSUMPTION_STANDARD',
        start_date: '2026-05-01',
        end_date: '2026-05-31',
        number_of_units: `${4 * net}.0000`,
        net_amount: `${net}.00`,
        price_per_unit: '0.25',
      },
    ],
    tax_items: [
      { amount: `${net / 20}.00`, tax_type: 'VAT', value_taxed: `${net}.00`, rate: '0.05', unit_type: 'PROPORTION' },
    ],
    display_note: text(index + 2),
  };
};
/** Of ten transactions four are payments, three charges, two supply charges and one a credit. */
const MIXED = [payment, charge, supplyCharge, payment, charge, payment, credit, supplyCharge, charge, payment];

const transactionIn =
  (month: string): MakeItem =>
  (id, index) => ({ transaction_id: `T-${id}`, transaction_date: day(month, index), ...MIXED[index % 10]!(index) });

const note: MakeItem = (id, index) => ({
  body: `Call ${id}: ${text(index)} ${text(index + 1)}`,
  created_at: `${day('2025-03', index)}T09:15:30Z`,
  is_pinned: index % 10 === 0,
  ...(index % 4 === 0 ? { document_paths: [{ document_path: `letters/${index}.pdf` }] } : {}),
});

const statement: MakeItem = (id, index) => ({
  bill_period_from_date: '2025-03-01',
  bill_period_to_date: '2025-03-31',
  statement_id: `S-${id}`,
  issued_date: day('2025-04', index),
  number: `N-${index}`,
  gross_amount: money(index),
  statement_path: `statements/2025/${index}.pdf`,
});

/** The items of a kind: their endpoint, their list in a body, their table, which has a row for each. */
const TRANSACTIONS = {
  path: 'transactions',
  list: 'transactions',
  table: 'ledger_transaction',
  item: transactionIn('2026-06'),
} as const;
const NOTES = { path: 'notes', list: 'notes', table: 'note', item: note } as const;
const STATEMENTS = {
  path: 'historical-statements',
  list: 'statements',
  table: 'historical_statement',
  item: statement,
} as const;

export type Scenario = {
  readonly path: string;
  readonly list: string;
  readonly table: string;
  readonly item: MakeItem;
  /** Items per request. */
  readonly items: number;
  /** True if the same requests are sent again and again: all but the first find their items stored. */
  readonly isRepeated?: boolean;
};

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'transactions-1': { ...TRANSACTIONS, items: 1 },
  'transactions-100': { ...TRANSACTIONS, items: 100 },
  'transactions-1000': { ...TRANSACTIONS, items: 1_000 },
  'transactions-10000': { ...TRANSACTIONS, items: 10_000 },
  'transactions-100-again': { ...TRANSACTIONS, items: 100, isRepeated: true },
  // Before the open statement period of the accounts, June 2026.
  'transactions-100-moved': { ...TRANSACTIONS, items: 100, item: transactionIn('2025-11') },
  'notes-1': { ...NOTES, items: 1 },
  'notes-100': { ...NOTES, items: 100 },
  'statements-100': { ...STATEMENTS, items: 100 },
};

const ID = '{id}';

/** Makes the bodies of a scenario's requests from prepared texts, so that the load takes little of the processors. */
export const bodiesOf = ({ items, list, item }: Scenario): ((account: string, firstId: number) => string) => {
  // Ten variants, so that requests of one item are of all types.
  const variants = Array.from({ length: items < 10 ? 10 : 1 }, (_, variant) =>
    JSON.stringify(Array.from({ length: items }, (_, index) => item(ID, index + variant))).split(ID),
  );
  let count = 0;
  return (account, firstId) => {
    const [first, ...rest] = variants[count++ % variants.length]!;
    const texts = rest.map((part, index) => `${String(firstId + index).padStart(10, '0')}${part}`);
    return `{"import_supplier":"${SUPPLIER}","external_account_number":"${account}","${list}":${first}${texts.join('')}}`;
  };
};
