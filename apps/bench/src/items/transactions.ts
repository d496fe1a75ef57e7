import { SLOT } from '../load/template.ts';
import { accountFields } from './account.ts';
import { type CopyRows, toCopyRows } from './copy-text.ts';
import type { Content, Kind } from './kind.ts';
import { makeRandom, type Random } from './random.ts';
import { type PostedTransaction, toTransactionRow } from './transaction-row.ts';

const day = (month: string, random: Random): string => `${month}-${String(1 + random.whole(28)).padStart(2, '0')}`;
const money = (random: Random): string => `${1 + random.whole(400)}.${String(random.whole(100)).padStart(2, '0')}`;
const reference = (random: Random): string => `REF-${100_000_000 + random.whole(900_000_000)}`;

const payment = (random: Random) => ({
  type: 'PAYMENT',
  amount: money(random),
  reason: 'ACCOUNT_CHARGE_PAYMENT',
  payment_type: random.pick(['DIRECT_DEBIT', 'CARD', 'BANK_TRANSFER']),
  reference: reference(random),
  note: random.sentence(6),
  display_note: random.sentence(4),
});

const charge = (random: Random) => ({
  type: 'CHARGE',
  amount: money(random),
  reason: random.pick(['LATE_FEE', 'METER_INSTALLATION', 'RECONNECTION']),
  note: random.sentence(5),
  display_note: random.sentence(3),
});

const credit = (random: Random) => ({
  type: 'CREDIT',
  amount: money(random),
  reason: random.pick(['GOODWILL', 'WELCOME_CREDIT', 'PRICE_CAP_REBATE']),
  note: random.sentence(5),
});

/** Its figures agree: 80·n units at 0.25, and 5 per cent tax on them. */
const supplyCharge = (random: Random) => {
  const net = 20 * (1 + random.whole(12));
  return {
    type: 'SUPPLY_CHARGE',
    amount: `${net + net / 20}.00`,
    product_code: random.pick(['ELECTRICITY-STANDARD', 'GAS-STANDARD', 'ELECTRICITY-NIGHT']),
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
    display_note: random.sentence(3),
  };
};

/** Of ten transactions four are payments, three charges, two supply charges and one a credit. */
const MIXED = [payment, charge, supplyCharge, payment, charge, payment, credit, supplyCharge, charge, payment];

export const makeTransactions = (
  { items, variant, mix }: Pick<Content, 'items' | 'variant' | 'mix'>,
  month: string,
): ReadonlyArray<PostedTransaction> => {
  const random = makeRandom(variant + 1);
  return Array.from({ length: items }, (_, index) => ({
    transaction_id: `T-${SLOT.item}`,
    transaction_date: day(month, random),
    ...(mix === 'plain' ? payment : MIXED[(index + variant) % MIXED.length]!)(random),
  }));
};

const contents = (content: Content) => makeTransactions(content, content.isMoved ? '2025-11' : '2026-06');

export const transactions: Kind = {
  path: '/v1/data-import/transactions/create/',
  table: 'ledger_transaction',
  recordedItems: (items) => items,
  body: (content) => ({ ...accountFields, transactions: contents(content) }),
  rows: (content): ReadonlyArray<CopyRows> => [
    toCopyRows(
      'ledger_transaction',
      contents(content).map((one) => toTransactionRow(one, null)),
    ),
  ],
};
