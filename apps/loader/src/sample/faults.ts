import type { ErrorCode } from '@carryover/contract/error-codes';
import { JsonNumber } from '@carryover/contract/json/exact-json';
import { KINDS, type Kind } from '@carryover/contract/kinds';
import { makeRandom, type Random, type SampleRow } from './account.ts';

/** A fault that can be put into any row of a kind; the server rejects the row with exactly this code, whatever else is sent. */
export type Fault = { readonly code: ErrorCode; readonly put: (row: SampleRow) => string };

const fault = (code: ErrorCode, change: (row: SampleRow) => SampleRow): Fault => ({
  code,
  put: (row) => JSON.stringify(change(row)),
});
const set = (code: ErrorCode, fields: SampleRow): Fault => fault(code, (row) => ({ ...row, ...fields }));
const without = (field: string): Fault =>
  fault('required', (row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== field)));
/** A line that was cut off, as by a full disk. */
const cutOff: Fault = { code: 'parse_error', put: (row) => JSON.stringify(row).slice(0, -2) };

/** The account of a row and the fields that every transaction has. */
const plain = ({
  import_supplier,
  external_account_number,
  transaction_id,
  transaction_date,
}: SampleRow): SampleRow => ({
  import_supplier,
  external_account_number,
  transaction_id,
  transaction_date,
  amount: new JsonNumber('12.00'),
});
const transaction = (code: ErrorCode, fields: SampleRow): Fault => fault(code, (row) => ({ ...plain(row), ...fields }));

const LINE_ITEM = {
  rate_band: 'CONSUMPTION_STANDARD',
  start_date: '2026-05-31',
  end_date: '2026-05-01',
  number_of_units: '48',
  net_amount: '12.00',
  price_per_unit: '0.25',
};
const supplied = (code: ErrorCode, lineItems: ReadonlyArray<SampleRow>): Fault =>
  transaction(code, { type: 'SUPPLY_CHARGE', product_code: 'ELECTRICITY-STANDARD', line_items: lineItems });

type Documents = ReadonlyArray<SampleRow & { readonly transactions: ReadonlyArray<SampleRow> }>;
/** Changes the second document of a history; the first one is given too. */
const secondDocument = (code: ErrorCode, change: (second: Documents[number], first: Documents[number]) => SampleRow) =>
  fault(code, (row) => {
    const [first, second] = row.historical_billing_documents as Documents;
    return { ...row, historical_billing_documents: [first, change(second!, first!)] };
  });
const secondTransaction = (code: ErrorCode, fields: (first: Documents[number]) => SampleRow) =>
  secondDocument(code, (second, first) => ({
    ...second,
    transactions: second.transactions.map((one, at) => (at === 0 ? { ...one, ...fields(first) } : one)),
  }));

/** The faults of each kind, in the order in which they are put into rows. */
export const FAULTS: { readonly [K in Kind]: ReadonlyArray<Fault> } = {
  notes: [
    set('blank', { body: '  ' }),
    set('invalid', { created_at: '2025-02-30T09:00:00Z' }),
    set('note_unpin_at_earlier_than_creation_date', { is_pinned: true, unpin_at: '2020-01-01T00:00:00Z' }),
    set('invalid_document_path', { document_paths: [{ document_path: '../letters/1.pdf' }] }),
    set('unknown_field', { author: 'Support' }),
    set('null', { body: null }),
    set('invalid_characters', { body: 'Call\u0000back.' }),
    fault('note_body_or_document_path_not_found', ({ body: _, document_paths: __, ...row }) => row),
    set('import_process_does_not_exist', { external_account_number: 'SAMPLE-UNKNOWN' }),
    cutOff,
  ],
  transactions: [
    without('transaction_id'),
    set('invalid', { transaction_date: '2026-02-30' }),
    set('max_decimal_places', { amount: new JsonNumber('12.005') }),
    set('max_digits', { amount: '12345678901.00' }),
    transaction('invalid_choice', { type: 'REFUND' }),
    transaction('invalid_amount', { type: 'PAYMENT', amount: new JsonNumber('-12.00') }),
    transaction('field_not_used_with_type', { type: 'CREDIT', payment_type: 'CARD' }),
    supplied('min_items', []),
    supplied('start_date_later_than_end_date', [LINE_ITEM]),
    fault('max_length', (row) => ({ ...row, transaction_id: `T-${'0'.repeat(128)}` })),
    set('max_digits', { amount: new JsonNumber('44.00000000000001') }),
    set('blank', { transaction_id: ' ' }),
    cutOff,
  ],
  statements: [
    set('invalid_period', { bill_period_to_date: '2000-01-01' }),
    without('number'),
    set('blank', { statement_id: '' }),
    set('invalid', { gross_amount: '71,00' }),
    set('invalid_document_path', { statement_path: '/statements/1.pdf' }),
    set('max_decimal_places', { gross_amount: '71.001' }),
    set('unknown_field', { currency: 'GBP' }),
  ],
  'billing-documents': [
    secondDocument('duplicate_billing_document_identifiers', (second, { billing_document_identifier }) => ({
      ...second,
      billing_document_identifier,
    })),
    secondTransaction('duplicate_transaction_ids', ({ transactions: [first] }) => ({
      transaction_id: first!.transaction_id,
    })),
    secondTransaction('transaction_in_future', () => ({ transaction_date: '2199-12-31' })),
    set('ledger_does_not_exist', { ledger_number: 'L-UNKNOWN' }),
    set('ledger_code_does_not_exist', { ledger_code: 'WATER' }),
    secondDocument(
      'billing_document_type_mismatch',
      ({ bill_period_from_date: _, bill_period_to_date: __, ...second }) => ({
        ...second,
        billing_document_type: 'ITEM_BASED',
      }),
    ),
    secondDocument('required', ({ bill_period_to_date: _, ...second }) => second),
    fault('min_items', ({ additional_historical_transactions: _, ...row }) => ({
      ...row,
      historical_billing_documents: [],
    })),
  ],
  'payment-instructions': [
    set('invalid_choice', { vendor: 'PAYPAL' }),
    set('payment_instruction_not_found_at_vendor', { reference: 'SANDBOX-404' }),
    set('payment_instruction_not_active', { reference: 'SANDBOX-EXPIRED' }),
    set('blank', { reference: ' ' }),
    without('type'),
  ],
};

/** Spreads faults over rows: one at a random place in each stretch of equal length. Returns true if the next row is faulty. */
const makeSpread = (rows: number, faults: number, random: Random) => {
  const placeOf = (fault: number): number =>
    fault < faults ? Math.floor((rows / faults) * (fault + random.whole(10_000) / 10_000)) : -1;
  let row = -1;
  let planned = 0;
  let place = placeOf(0);
  return (): boolean => {
    row += 1;
    if (row !== place) return false;
    planned += 1;
    place = placeOf(planned);
    return true;
  };
};

type Rows = Readonly<Record<Kind, number>>;

/** Returns how many rows of each kind are faulty: `percent` of all rows, rounded down, and the same share of each kind. */
const faultsByKind = (rows: Rows, percent: number): Rows => {
  const shareOf = (count: number): number => Math.floor((count * percent) / 100 + 1e-9);
  const others = KINDS.filter((kind) => kind !== 'transactions').map((kind) => [kind, shareOf(rows[kind])] as const);
  const all = shareOf(KINDS.reduce((sum, kind) => sum + rows[kind], 0));
  const transactions = all - others.reduce((sum, [, count]) => sum + count, 0);
  return { ...(Object.fromEntries(others) as Rows), transactions: Math.min(transactions, rows.transactions) };
};

/**
 * Plans the faults of a sample. Those of a kind take turns.
 *
 * @returns the fault of the next row of a kind; null: the row is valid.
 */
export const makeFaultPlan = (rows: Rows, percent: number, seed: number): ((kind: Kind) => Fault | null) => {
  const faults = faultsByKind(rows, percent);
  const plans = new Map(
    KINDS.map((kind, at) => {
      const isFaulty = makeSpread(rows[kind], faults[kind], makeRandom(Math.imul(seed + 1, 31) + at));
      return [kind, { isFaulty, put: 0 }];
    }),
  );
  return (kind) => {
    const plan = plans.get(kind)!;
    if (!plan.isFaulty()) return null;
    plan.put += 1;
    return FAULTS[kind][(plan.put - 1) % FAULTS[kind].length]!;
  };
};
