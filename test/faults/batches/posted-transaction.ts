import { makeRandom, type Random } from '../random.ts';
import { PERIOD } from './account.ts';
import { type Content, canonical } from './batch.ts';
import type { Part } from './notes.ts';

/** A transaction as posted; numbers are sent as texts in plain notation, which is how they are stored. */
export type PostedTransaction = {
  readonly transaction_id: string;
  readonly transaction_date: string;
  readonly amount: string | number;
  readonly type: 'CHARGE' | 'CREDIT' | 'PAYMENT' | 'REPAYMENT' | 'SUPPLY_CHARGE';
  readonly reason?: string;
  readonly payment_type?: string;
  readonly reference?: string;
  readonly note?: string;
  readonly display_note?: string;
  readonly product_code?: string;
  readonly line_items?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly tax_items?: ReadonlyArray<Readonly<Record<string, unknown>>>;
};

const money = (random: Random): string => `${random.whole(100_000)}.${String(random.between(1, 99)).padStart(2, '0')}`;

const OWN: ReadonlyArray<(random: Random) => Omit<PostedTransaction, 'transaction_id' | 'transaction_date'>> = [
  (random) => ({ type: 'CHARGE', amount: money(random), reason: 'LATE_FEE', note: random.sentence(4) }),
  (random) => ({ type: 'CREDIT', amount: `-${money(random)}`, display_note: random.sentence(3) }),
  (random) => ({
    type: 'PAYMENT',
    amount: Number(money(random)),
    reason: 'ACCOUNT_CHARGE_PAYMENT',
    payment_type: 'DEBIT_CARD',
    reference: `REF-${random.whole(1_000_000)}`,
  }),
  (random) => ({ type: 'REPAYMENT', amount: money(random), payment_type: 'DIRECT_CREDIT', note: random.sentence(2) }),
  (random) => {
    const net = random.between(1, 400);
    return {
      type: 'SUPPLY_CHARGE',
      amount: `${net}.00`,
      product_code: 'ELECTRICITY-STANDARD',
      line_items: [
        {
          rate_band: 'CONSUMPTION_STANDARD',
          start_date: '2019-09-01',
          end_date: '2019-09-30',
          number_of_units: String(4 * net),
          net_amount: String(net),
          price_per_unit: '0.25',
        },
      ],
    };
  },
];

/** @param outside true if every third lies before or after the open statement period. */
export const makeTransactions = (part: Part, outside: boolean): ReadonlyArray<PostedTransaction> => {
  const random = makeRandom(part.seed);
  return Array.from({ length: part.count }, (_, index): PostedTransaction => {
    const day = String(random.between(1, 28)).padStart(2, '0');
    const month = outside && index % 3 === 0 ? random.pick(['2019-08', '2019-12']) : '2019-10';
    return {
      transaction_id: `${part.name}-${index}`,
      transaction_date: `${month}-${day}`,
      ...OWN[random.whole(OWN.length)]!(random),
    };
  }).slice(part.from, part.to);
};

/** The transactions of a history: all in the past, whatever the clock says. */
export const makeHistory = (part: Part): ReadonlyArray<PostedTransaction> =>
  makeTransactions(part, false).map((one) => ({
    ...one,
    transaction_date: one.transaction_date.replace('2019', '2017'),
  }));

/** A date outside the period goes to the period's nearest day, and the note says so (decisions 5). */
const nearestDay = (date: string): string => (date < PERIOD.from ? PERIOD.from : date > PERIOD.to ? PERIOD.to : date);

const movedNote = (note: string | undefined, from: string, to: string): string => {
  const why = `Transaction date changed from ${from} to ${to}: outside the open statement period ${PERIOD.from} to ${PERIOD.to}.`;
  return note === undefined ? why : `${note}\n${why}`;
};

const lists = (posted: PostedTransaction): Content => ({
  line_items:
    posted.line_items === undefined ? null : canonical(posted.line_items.map((one) => ({ units: null, ...one }))),
  tax_items: posted.tax_items === undefined ? null : canonical(posted.tax_items),
});

/** Returns the row of a posted transaction. @param where the ledger, and the billing document if it belongs to one. */
export const toContent = (
  posted: PostedTransaction,
  where: { readonly ledger: string; readonly document: string | null; readonly isHistory: boolean },
): Content => {
  const { transaction_date: date, note } = posted;
  const stored = where.isHistory ? date : nearestDay(date);
  const isMoved = stored !== date;
  return {
    ledger_number: where.ledger,
    billing_document: where.document,
    transaction_date: stored,
    amount: Number(posted.amount).toFixed(2),
    type: posted.type,
    reason: posted.reason ?? null,
    payment_type: posted.payment_type ?? null,
    reference: posted.reference ?? null,
    note: isMoved ? movedNote(note, date, stored) : (note ?? null),
    display_note: posted.display_note ?? null,
    product_code: posted.product_code ?? null,
    ...lists(posted),
    submitted_date: isMoved ? date : null,
    submitted_note: isMoved ? (note ?? null) : null,
  };
};
