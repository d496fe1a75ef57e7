import { JsonNumber } from '@carryover/contract/json/exact-json';
import type { Kind } from '@carryover/contract/kinds';

/** Random numbers that are the same in every run: two runs send the same requests. */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  readonly whole: (below: number) => number;
  readonly pick: <A>(from: ReadonlyArray<A>) => A;
  readonly sentence: (words: number) => string;
};

const WORDS =
  'account address agreed arrears balance bank billing call card charge collected customer credit date debit direct due electricity email estimate final gas instalment letter meter month moved opening paid payment period phone plan postal previous queried reading received refund reminder requested sent standing statement supplier supply tariff transfer unit usage week winter year'.split(
    ' ',
  );

export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0;
  // mulberry32: small, fast, and good enough for texts that do not compress to nothing.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  const pick = <A>(from: ReadonlyArray<A>): A => from[whole(from.length)]!;
  return { whole, pick, sentence: (words) => Array.from({ length: words }, () => pick(WORDS)).join(' ') };
};

/** Days of a month that every month has. */
export const day = (month: string, random: Random): string =>
  `${month}-${String(1 + random.whole(28)).padStart(2, '0')}`;
const money = (random: Random): string => `${1 + random.whole(400)}.${String(random.whole(100)).padStart(2, '0')}`;
const reference = (random: Random): string => `REF-${100_000_000 + random.whole(900_000_000)}`;

export const payment = (random: Random) => ({
  type: 'PAYMENT',
  amount: money(random),
  reason: 'ACCOUNT_CHARGE_PAYMENT',
  payment_type: random.pick(['DIRECT_DEBIT', 'CARD', 'BANK_TRANSFER']),
  reference: reference(random),
  note: random.sentence(6),
  display_note: random.sentence(4),
});

export const charge = (random: Random) => ({
  type: 'CHARGE',
  amount: money(random),
  reason: random.pick(['LATE_FEE', 'METER_INSTALLATION', 'RECONNECTION']),
  note: random.sentence(5),
  display_note: random.sentence(3),
});

export const credit = (random: Random) => ({
  type: 'CREDIT',
  amount: money(random),
  reason: random.pick(['GOODWILL', 'WELCOME_CREDIT', 'PRICE_CAP_REBATE']),
  note: random.sentence(5),
});

/** Its figures agree: 80·n units at 0.25, and 5 per cent tax on them. */
export const supplyCharge = (random: Random, from = '2026-05-01', to = '2026-05-31') => {
  const net = 20 * (1 + random.whole(12));
  return {
    type: 'SUPPLY_CHARGE',
    amount: `${net + net / 20}.00`,
    product_code: random.pick(['ELECTRICITY-STANDARD', 'GAS-STANDARD', 'ELECTRICITY-NIGHT']),
    line_items: [
      {
        rate_band: 'CONSUMPTION_STANDARD',
        start_date: from,
        end_date: to,
        number_of_units: `${4 * net}.0000`,
        net_amount: `${net}.00`,
        price_per_unit: '0.25',
      },
    ],
    tax_items: [
      { amount: `${net / 20}.00`, tax_type: 'VAT', value_taxed: `${net}.00`, rate: '0.05', unit_type: 'PROPORTION' },
    ],
    display_note: random.sentence(3),
  };
};

/** A row of a sample file. Amounts of transactions are number tokens with two places. */
export type SampleRow = Readonly<Record<string, unknown>>;
export type SampleItem = { readonly kind: Kind; readonly row: SampleRow };

/** An account of a sample: its line for the operator, and its items. */
export type SampleAccount = {
  readonly externalAccountNumber: string;
  /** Number of the main ledger, to which transactions are added. */
  readonly mainLedger: string;
  readonly line: SampleRow;
  readonly items: ReadonlyArray<SampleItem>;
};

export type SampleOptions = {
  readonly accounts: number;
  /** Rows of all kinds together. */
  readonly itemsPerAccount: number;
  readonly seed: number;
  readonly supplier: string;
};

/** The open statement period has no end, so that no transaction is moved. */
const OPEN_FROM = '2026-01-01';
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];

const repayment = (random: Random) => ({ ...payment(random), type: 'REPAYMENT', reason: 'FULL_CREDIT_REFUND' });
/** A charge that is taken back. */
const reversal = (random: Random) => {
  const { amount, ...rest } = charge(random);
  return { ...rest, amount: `-${amount}` };
};
const TRANSACTIONS = [
  payment,
  charge,
  supplyCharge,
  payment,
  charge,
  repayment,
  credit,
  supplyCharge,
  reversal,
  payment,
];

const two = (number: number): string => String(number).padStart(2, '0');

const transactionsIn = (month: string, ids: string, count: number, random: Random): ReadonlyArray<SampleRow> =>
  Array.from({ length: count }, (_, at) => {
    const { amount, type, ...rest } = TRANSACTIONS[at % TRANSACTIONS.length]!(random, `${month}-01`, `${month}-28`);
    return { transaction_id: `${ids}-${at + 1}`, transaction_date: day(month, random), amount, type, ...rest };
  });

const noteAt = (at: number, random: Random): SampleRow => ({
  body: `Call ${at + 1}: ${random.sentence(12)}.`,
  created_at: `2025-${two(1 + (at % 12))}-${two(1 + random.whole(28))}T${two(8 + random.whole(10))}:15:30Z`,
  ...(random.whole(10) === 0 ? { is_pinned: true, unpin_at: '2027-01-01T00:00:00Z' } : {}),
  ...(at % 4 === 0 ? { document_paths: [{ document_path: `letters/${random.whole(1_000_000)}.pdf` }] } : {}),
});

const statementAt = (at: number, random: Random): SampleRow => {
  const month = `${2025 - (Math.floor(at / 12) % 100)}-${two(12 - (at % 12))}`;
  return {
    bill_period_from_date: `${month}-01`,
    bill_period_to_date: `${month}-28`,
    statement_id: `S-${at + 1}`,
    issued_date: `${month}-28`,
    number: `${100_000 + random.whole(900_000)}`,
    gross_amount: new JsonNumber(`${10 + random.whole(300)}.${two(random.whole(100))}`),
    statement_path: `statements/${month}/${random.whole(1_000_000)}.pdf`,
  };
};

const DOCUMENTS = 2;
const historyOf = (ledger: Ledger, random: Random): SampleRow => ({
  ledger_code: ledger.code,
  ledger_number: ledger.number,
  billing_document_type: 'PERIOD_BASED',
  historical_billing_documents: Array.from({ length: DOCUMENTS }, (_, at) => {
    const month = `2025-${two(11 + at)}`;
    return {
      billing_document_identifier: `B-${month}`,
      billing_document_type: 'PERIOD_BASED',
      issued_date: `${month}-28`,
      bill_period_from_date: `${month}-01`,
      bill_period_to_date: `${month}-28`,
      transactions: transactionsIn(month, `H-${month}`, 3, random),
    };
  }),
  additional_historical_transactions: transactionsIn('2025-10', 'H-2025-10', 1, random),
});

const INSTRUCTIONS = [
  { vendor: 'STRIPE', reference: 'SANDBOX-CARD', type: 'CARD' },
  { vendor: 'GOCARDLESS', reference: 'SANDBOX-MANDATE', type: 'DIRECT_DEBIT' },
];

type Ledger = { readonly number: string; readonly code: string };

/** Returns the number of rows of each kind that an account has: together `items`, at least one transaction. */
export const rowsByKind = (items: number): Readonly<Record<Kind, number>> => {
  const notes = Math.floor(items / 6);
  const statements = Math.floor(items / 6);
  const histories = items >= 3 ? 1 : 0;
  const instructions = items >= 2 ? 1 : 0;
  return {
    notes,
    statements,
    transactions: items - notes - statements - histories - instructions,
    'billing-documents': histories,
    'payment-instructions': instructions,
  };
};

/** Returns the `index`th account of a sample; the same for the same seed. */
export const makeSampleAccount = ({ itemsPerAccount, seed, supplier }: SampleOptions, index: number): SampleAccount => {
  const random = makeRandom(Math.imul(seed + 1, 0x9e3779b1) ^ (index + 1));
  const externalAccountNumber = `SAMPLE-${seed}-${String(index + 1).padStart(7, '0')}`;
  const main: Ledger = { number: `L-${index + 1}-E`, code: 'ELECTRICITY' };
  const ledgers = index % 4 === 0 ? [main, { number: `L-${index + 1}-G`, code: 'GAS' }] : [main];
  const count = rowsByKind(itemsPerAccount);
  const named = (row: SampleRow): SampleRow => ({
    import_supplier: supplier,
    external_account_number: externalAccountNumber,
    ...row,
  });
  const some = (kind: Kind, length: number, make: (at: number) => SampleRow): ReadonlyArray<SampleItem> =>
    Array.from({ length }, (_, at) => ({ kind, row: named(make(at)) }));
  const transactions = transactionsIn(random.pick(MONTHS), 'T', count.transactions, random);

  return {
    externalAccountNumber,
    mainLedger: main.number,
    line: {
      external_account_number: externalAccountNumber,
      status: 'IMPORTED',
      ledgers: ledgers.map(({ number, code }) => ({
        ledger_number: number,
        ledger_code: code,
        main: number === main.number,
        open_statement: { from: OPEN_FROM },
      })),
    },
    items: [
      ...some('notes', count.notes, (at) => noteAt(at, random)),
      ...some('transactions', count.transactions, (at) => {
        const transaction = transactions[at]!;
        return { ...transaction, amount: new JsonNumber(String(transaction.amount)) };
      }),
      ...some('statements', count.statements, (at) => statementAt(at, random)),
      ...some('billing-documents', count['billing-documents'], () => historyOf(ledgers.at(-1)!, random)),
      ...some('payment-instructions', count['payment-instructions'], () => INSTRUCTIONS[index % INSTRUCTIONS.length]!),
    ],
  };
};
