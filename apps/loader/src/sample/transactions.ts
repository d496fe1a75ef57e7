import type { Random } from './random.ts';

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
