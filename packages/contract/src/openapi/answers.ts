import { BILLING_DOCUMENT_TYPES } from '@carryover/domain/billing-document';
import { TOTAL_TYPES } from '@carryover/domain/control-total';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { JsonSchema } from '../codecs/codec.ts';
import { count, date, dateTime, field, list, nullable, object, sum, text, titled } from './parts.ts';

/** The submitted fields, with numbers as sent. */
const submitted = (description: string, properties: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  description,
  properties,
});

/** Absent if none differ. */
const differingFields = (fields: ReadonlyArray<string>): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: fields },
  minItems: 1,
  description:
    'Present only if the item already exists with different content: the sorted names of the fields that differ. The stored item is not changed.',
  examples: [fields.slice(0, 1)],
});

const NOTE_RESULTS: JsonSchema = list(
  titled(
    'NoteResult',
    object(
      {
        created_at: { ...dateTime, description: 'UTC, as stored: the time sent, or the time of creation.' },
        body: nullable(text('null for a note that has only documents.')),
        status: { type: 'string', enum: ['NOTE_CREATION_SUCCESS', 'NOTE_ALREADY_EXISTS'] },
        differing_fields: differingFields(['document_paths', 'is_pinned', 'unpin_at']),
      },
      ['differing_fields'],
    ),
  ),
);

const TRANSACTION_RESULTS: JsonSchema = object({
  results: field(
    list(
      titled(
        'TransactionResult',
        object(
          {
            status: { type: 'string', enum: ['TRANSACTION_ADDED_TO_ACCOUNT', 'TRANSACTION_ALREADY_EXISTS'] },
            transaction_data: submitted(
              'The submitted fields. A moved transaction has its stored date and note. A transaction that already exists also has `status`.',
              {
                transaction_id: { type: 'string' },
                transaction_date: date,
                amount: sum,
                note: { type: 'string' },
                status: { type: 'string', const: 'TRANSACTION_IMPORT_SUCCESS' },
              },
            ),
            differing_fields: differingFields([
              'amount',
              'display_note',
              'ledger_number',
              'line_items',
              'note',
              'payment_type',
              'product_code',
              'reason',
              'reference',
              'tax_items',
              'transaction_date',
              'type',
            ]),
          },
          ['differing_fields'],
        ),
      ),
    ),
    'One result per transaction, in the order sent.',
    [
      {
        status: 'TRANSACTION_ADDED_TO_ACCOUNT',
        transaction_data: { transaction_id: '1', transaction_date: '2019-10-03', amount: '71.00', type: 'PAYMENT' },
      },
    ],
  ),
});

const STATEMENTS: JsonSchema = submitted('The validated data, as submitted.', {
  import_supplier: field({ type: 'string' }, 'As submitted.', 'DEMO_SUPPLIER'),
  external_account_number: field({ type: 'string' }, 'As submitted.', 'EXTERNAL-1234'),
  statements: field(list({ type: 'object' }), 'As submitted.', []),
});

const INSTRUCTION: JsonSchema = object({
  service_account_number: {
    type: 'string',
    pattern: '^A-[0-9A-F]{8}$',
    description: "The platform's own number: `A-` and eight hexadecimal digits in upper case.",
    examples: ['A-1B2C3D4E'],
  },
  reference: field({ type: 'string' }, 'As submitted.', 'THIS-IS-A-FAKE-REFERENCE'),
});

const totals = list(titled('TypeTotal', object({ type: { type: 'string', enum: TRANSACTION_TYPES }, count, sum })));

const optional = nullable({ type: 'string' });
const decimal = { type: 'string', format: 'decimal' };
const importId = text('The import record that it came from: the `X-Import-Id` of the response to its request.');

const NOTE = titled(
  'StoredNote',
  object({
    body: optional,
    document_paths: { ...list({ type: 'string' }), description: 'As sent.' },
    created_at: dateTime,
    is_pinned: { type: 'boolean' },
    unpin_at: nullable(dateTime),
    added_by_service: { type: 'boolean', description: 'True for a note about transactions whose date was moved.' },
    import_id: importId,
  }),
);

const LINE_ITEM = titled(
  'StoredLineItem',
  object({
    rate_band: { type: 'string' },
    start_date: date,
    end_date: date,
    number_of_units: decimal,
    net_amount: decimal,
    price_per_unit: nullable(decimal),
    units: nullable(list(decimal)),
  }),
);

const TAX_ITEM = titled(
  'StoredTaxItem',
  object({
    amount: decimal,
    tax_type: { type: 'string' },
    value_taxed: decimal,
    rate: decimal,
    unit_type: { type: 'string' },
  }),
);

const TRANSACTION = titled(
  'StoredTransaction',
  object({
    transaction_id: { type: 'string' },
    ledger_number: { type: 'string' },
    transaction_date: date,
    amount: sum,
    type: { type: 'string', enum: TRANSACTION_TYPES },
    reason: optional,
    payment_type: optional,
    reference: optional,
    note: optional,
    display_note: optional,
    product_code: optional,
    line_items: nullable(list(LINE_ITEM)),
    tax_items: nullable(list(TAX_ITEM)),
    submitted_transaction_date: { ...nullable(date), description: 'The date sent, if the service moved it.' },
    submitted_note: nullable(text('The note sent with a moved transaction, whose `note` explains the move.')),
    billing_document_identifier: optional,
    import_id: importId,
  }),
);

const BILLING_DOCUMENT = titled(
  'StoredBillingDocument',
  object({
    billing_document_identifier: { type: 'string' },
    ledger_number: { type: 'string' },
    billing_document_type: { type: 'string', enum: BILLING_DOCUMENT_TYPES },
    issued_date: date,
    bill_period_from_date: nullable(date),
    bill_period_to_date: nullable(date),
    import_id: importId,
  }),
);

const STATEMENT = titled(
  'StoredStatement',
  object({
    statement_id: { type: 'string' },
    number: { type: 'string' },
    issued_date: date,
    bill_period_from_date: date,
    bill_period_to_date: date,
    gross_amount: sum,
    statement_path: optional,
    import_id: importId,
  }),
);

const ACCOUNT_SUMMARY: JsonSchema = object(
  {
    external_account_number: field({ type: 'string' }, 'As sent.', 'EXTERNAL-1234'),
    service_account_number: field({ type: 'string' }, "The platform's own number.", 'A-1B2C3D4E'),
    notes: field(object({ count, added_by_service: count }), '`count`: the notes that clients sent.', {
      count: 2,
      added_by_service: 1,
    }),
    ledgers: field(
      list(
        titled(
          'LedgerSummary',
          object({
            ledger_number: { type: 'string' },
            ledger_code: { type: 'string' },
            transactions: totals,
            billing_documents: object({ count }),
          }),
        ),
      ),
      'Each ledger of the account, with a total for each type of transaction that is stored on it.',
      [
        {
          ledger_number: 'L-DEMO-1',
          ledger_code: 'ELECTRICITY',
          transactions: [{ type: 'PAYMENT', count: 1, sum: '71.00' }],
          billing_documents: { count: 0 },
        },
      ],
    ),
    statements: field(object({ count }), 'The historical statements of the account.', { count: 0 }),
    payment_instruction: {
      description: 'The active payment instruction, its reference masked; null if there is none.',
      examples: [null],
      anyOf: [
        titled('None', { type: 'null' }),
        titled(
          'StoredInstruction',
          object(
            {
              vendor: { type: 'string' },
              reference: text('Masked: the last four characters alone.'),
              type: { type: 'string' },
              status: { type: 'string' },
              brand: nullable({ type: 'string' }),
              last_four: nullable({ type: 'string' }),
              expiry: nullable({ type: 'string' }),
              bank_name: nullable({ type: 'string' }),
              differing_fields: {
                ...list({ type: 'string', enum: ['reference', 'type', 'vendor'] }),
                description:
                  'Present only if the request has `payment_instruction`: the sorted names of the fields that differ from it. Empty if it is stored exactly.',
              },
            },
            ['differing_fields'],
          ),
        ),
      ],
    },
    items: field(
      list({ anyOf: [NOTE, TRANSACTION, BILLING_DOCUMENT, STATEMENT] }),
      'Present only if the request has `list`: a page of the items, as they are stored.',
      [],
    ),
    next: field(
      nullable({ type: 'string' }),
      'Present only if the request has `list`. Send this value as `after` to get the next page; null on the last page.',
      null,
    ),
  },
  ['items', 'next'],
);

const total = object({ count, sum });

const CONTROL_TOTALS: JsonSchema = object({
  agree: field({ type: 'boolean' }, 'True if every total equals what is stored.', true),
  compared: field(count, 'The number of totals that were compared.', 1),
  differences: field(
    list(
      titled(
        'Difference',
        object({
          external_account_number: { type: 'string' },
          ledger_number: { type: 'string' },
          type: { type: 'string', enum: TOTAL_TYPES },
          expected: total,
          actual: total,
        }),
      ),
    ),
    'The totals that differ, in the order sent.',
    [],
  ),
});

const REGISTERED_SET: JsonSchema = object({
  set: field({ type: 'string' }, 'The name of the set.', 'FINAL-2026-11'),
  totals: field(count, 'The number of totals that the set has now.', 2),
  complete: field({ type: 'boolean' }, 'True once the set takes no more totals.', true),
  sha256: field(
    { type: 'string', pattern: '^[0-9a-f]{64}$' },
    'The digest of the totals that the set has now, whatever the order in which they were sent. The guide says how to compute it.',
    'b2f3ac43f85ff2ffb8a0ac7c3d5f0a9f5ab4b4f9c1ae0b9a8de4bb1d9d1b2a3c',
  ),
});

/** The body of the success of each endpoint; null: empty. */
export const ANSWERS = {
  notes: NOTE_RESULTS,
  transactions: TRANSACTION_RESULTS,
  'historical-billing-documents': null,
  'historical-statements': STATEMENTS,
  'payment-instruction': INSTRUCTION,
  'accounts/summary': ACCOUNT_SUMMARY,
  'control-totals/compare': CONTROL_TOTALS,
  'control-totals/register': REGISTERED_SET,
};
