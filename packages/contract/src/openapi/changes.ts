import type { JsonSchema } from '../codecs/codec.ts';
import { date, dateTime, field, list, nullable, object, sum, text, titled } from './parts.ts';

const id: JsonSchema = { type: 'string', format: 'uuid' };
const string: JsonSchema = { type: 'string' };
const period = object({ from: date, to: nullable(date) });
const noPeriod = { anyOf: [titled('Period', period), titled('None', { type: 'null' })] };
const account = { external_account_number: string };

const LEDGER = object({
  ledger_number: string,
  ledger_code: string,
  main: { type: 'boolean' },
  open_statement: noPeriod,
  has_finalized_billing_document: { type: 'boolean' },
});

const item = (kind: string, required: JsonSchema, optional: JsonSchema = {}): JsonSchema =>
  titled(kind, object({ kind: { const: kind }, ...required, ...optional }, Object.keys(optional)));

const PERIOD = { bill_period_from_date: date, bill_period_to_date: date };
const ANY_LIST: JsonSchema = { type: 'array' };

/** Items as stored. An undo keeps no texts, so what may be missing afterwards is optional. */
const ITEM: JsonSchema = {
  anyOf: [
    item(
      'note',
      { identity: string, created_at: dateTime, is_pinned: { type: 'boolean' } },
      { body: string, document_paths: list(object({ document_path: string })), unpin_at: dateTime },
    ),
    item(
      'billing_document',
      { billing_document_identifier: string, ledger_number: string, billing_document_type: string, issued_date: date },
      PERIOD,
    ),
    item(
      'transaction',
      {
        ...{ transaction_id: string, occurrence: { type: 'integer', minimum: 0 }, ledger_number: string },
        ...{ transaction_date: date, amount: sum, type: string },
      },
      {
        ...{ reason: string, payment_type: string, reference: string, note: string, display_note: string },
        ...{ product_code: string, line_items: ANY_LIST, tax_items: ANY_LIST, billing_document_identifier: string },
        ...{ submitted_date: date, submitted_note: string },
      },
    ),
    item(
      'statement',
      { statement_id: string, number: string, issued_date: date, ...PERIOD, gross_amount: sum },
      { statement_path: string },
    ),
    item(
      'payment_instruction',
      { vendor: string, type: string, status: string },
      {
        ...{ reference: string, customer_reference: string, brand: string, last_four: string, expiry: string },
        bank_name: string,
      },
    ),
  ],
};

/** What identifies a removed item. */
const REMOVED = object(
  {
    ...{ kind: string, identity: string, created_at: dateTime, transaction_id: string },
    ...{ occurrence: { type: 'integer' }, ledger_number: string, billing_document_identifier: string },
    ...{ statement_id: string, vendor: string },
  },
  [
    ...['identity', 'created_at', 'transaction_id', 'occurrence', 'ledger_number', 'billing_document_identifier'],
    ...['statement_id', 'vendor'],
  ],
);

const ACCOUNT = object({
  ...account,
  service_account_number: string,
  status: { enum: ['STAGED', 'IMPORTED'] },
  ledgers: list(LEDGER),
});
const LEDGER_CHANGE = object({ ...account, ledger_number: string, period: noPeriod });

/** The items of an account that was erased are not known any more. */
const itemsOf = (about: JsonSchema, items: JsonSchema): JsonSchema => ({
  anyOf: [
    titled('Known', object({ ...about, items: list(items) })),
    titled('Erased', object({ ...about, items: { type: 'null' }, erased: { const: true } })),
  ],
});

/** `data` by type (decisions 18). */
const DATA: Readonly<Record<string, JsonSchema>> = {
  'account.added': ACCOUNT,
  'account.promoted': ACCOUNT,
  'account.changed': ACCOUNT,
  'import.accepted': itemsOf({ import_id: id, endpoint: string, ...account }, ITEM),
  'import.undone': itemsOf({ import_id: id, ...account, reason: string }, REMOVED),
  'ledger.period_opened': LEDGER_CHANGE,
  'ledger.period_closed': LEDGER_CHANGE,
  'ledger.finalized': LEDGER_CHANGE,
  'account.erased': object({ service_account_number: string }),
  'supplier.status_changed': object({ from: string, to: string, proven: { type: 'boolean' } }),
};

const CHANGE: JsonSchema = {
  anyOf: Object.entries(DATA).map(([type, data]) =>
    titled(
      type,
      object(
        {
          specversion: { const: '1.0' },
          id: text('Unique. A change that is read again has the same.'),
          source: text('`/organisations/{id}/suppliers/{code}`.'),
          type: { const: type },
          time: dateTime,
          subject: text('The service account number.'),
          data,
        },
        ['subject'],
      ),
    ),
  ),
};

/** The answer of `GET /v1/platform/changes/`. */
export const CHANGES_ANSWER: JsonSchema = object({
  changes: field(list(CHANGE), 'Changes in the order of their commits, as CloudEvents 1.0.', []),
  next: field(string, 'The cursor for `after` of the next request; keep it with what was read.', 'WyIwIiwtMSwiIl0'),
  caught_up: field({ type: 'boolean' }, 'False if more is ready now.', true),
});
