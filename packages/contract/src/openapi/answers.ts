import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { JsonSchema } from '../json-schema.ts';

const object = (properties: JsonSchema, optional: ReadonlyArray<string> = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const titled = (title: string, schema: JsonSchema): JsonSchema => ({ title, ...schema });
const text = (description: string): JsonSchema => ({ type: 'string', description });
const nullable = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const count: JsonSchema = { type: 'integer', minimum: 0 };
const sum: JsonSchema = {
  type: 'string',
  format: 'decimal',
  pattern: '^-?[0-9]+\\.[0-9]{2}$',
  description: 'A decimal with two places.',
  examples: ['71.00'],
};
const date: JsonSchema = { type: 'string', format: 'date' };
const dateTime: JsonSchema = { type: 'string', format: 'date-time', pattern: 'Z$', description: 'A UTC time.' };

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

export const NOTE_RESULTS: JsonSchema = list(
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

export const TRANSACTION_RESULTS: JsonSchema = object({
  results: list(
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
});

export const STATEMENTS: JsonSchema = submitted('The validated data, as submitted.', {
  import_supplier: { type: 'string' },
  external_account_number: { type: 'string' },
  statements: list({ type: 'object' }),
});

export const INSTRUCTION: JsonSchema = object({
  service_account_number: {
    type: 'string',
    pattern: '^A-[0-9A-F]{8}$',
    description: "The platform's own number: `A-` and eight hexadecimal digits in upper case.",
  },
  reference: text('As submitted.'),
});

/** The report of a dry run. @param results the body of the import; null if it has none. */
export const dryRunReport = (results: JsonSchema | null, codes: ReadonlyArray<string>): JsonSchema =>
  object({
    valid: { type: 'boolean', description: 'True if the import would get a 201.' },
    results:
      results === null
        ? { type: 'null' }
        : {
            anyOf: [titled('Results', results), titled('Nothing', { type: 'null' })],
            description: 'The body that the import would return; null if it would reject the request.',
          },
    errors: list(errorItem(codes)),
    moved: list(
      titled(
        'MovedTransaction',
        object({ transaction_id: { type: 'string' }, transaction_date: date, new_transaction_date: date }),
      ),
    ),
  });

const errorItem = (codes: ReadonlyArray<string>): JsonSchema =>
  titled(
    'ErrorItem',
    object({
      detail: text('A sentence for people. Its wording may change.'),
      code: { type: 'string', enum: codes },
      attr: text('Dot-delimited path to the input. Empty if the body as a whole is wrong.'),
    }),
  );

/** The error body (§7). @param codes of the response and of its `errors`. */
export const errorBody = (codes: ReadonlyArray<string>): JsonSchema =>
  titled(
    'Error',
    object({
      detail: text('A sentence for people. Its wording may change.'),
      code: { type: 'string', enum: codes },
      errors: list(errorItem(codes)),
    }),
  );

/** The 400 body of `transactions/create/` (§4.2). */
export const transactionImportError = (codes: ReadonlyArray<string>): JsonSchema =>
  titled(
    'TransactionImportError',
    object({
      status: { type: 'string', const: 'TRANSACTION_IMPORT_ERROR' },
      error_detail: {
        type: 'string',
        pattern: `^(?:${codes.join('|')}): `,
        description:
          'The code, a colon, and text for people. If the request has, or may have, more errors, the text points to `transactions/validate/`, which reports all of them.',
        examples: [
          'transaction_not_in_open_statement_period: Payment 1 of 71.00 on 2019-09-28 is not within the open statement period 2019-10-01 to 2019-10-15',
        ],
      },
      transaction_data: {
        description:
          'The first failing transaction exactly as submitted, except that a valid `amount` is a string with two places; null if no transaction is the cause.',
        examples: [{ transaction_id: '1', transaction_date: '2019-09-28', amount: '71.00', type: 'PAYMENT' }],
      },
    }),
  );

const totals = list(titled('TypeTotal', object({ type: { type: 'string', enum: TRANSACTION_TYPES }, count, sum })));

export const ACCOUNT_SUMMARY: JsonSchema = object(
  {
    external_account_number: { type: 'string' },
    service_account_number: { type: 'string' },
    notes: object({ count, added_by_service: count }),
    ledgers: list(
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
    statements: object({ count }),
    payment_instruction: {
      anyOf: [
        titled('None', { type: 'null' }),
        titled(
          'StoredInstruction',
          object({
            vendor: { type: 'string' },
            reference: { type: 'string' },
            type: { type: 'string' },
            status: { type: 'string' },
            brand: nullable({ type: 'string' }),
            last_four: nullable({ type: 'string' }),
            expiry: nullable({ type: 'string' }),
            bank_name: nullable({ type: 'string' }),
          }),
        ),
      ],
    },
    items: list({ type: 'object', description: "The items by the client's own identifiers, with dates and amounts." }),
    next: nullable(text('Send this value as `after` to get the next page; null on the last page.')),
  },
  ['items', 'next'],
);

const total = object({ count, sum });

export const CONTROL_TOTALS: JsonSchema = object({
  agree: { type: 'boolean', description: 'True if every total equals what is stored.' },
  compared: count,
  differences: list(
    titled(
      'Difference',
      object({
        external_account_number: { type: 'string' },
        ledger_number: { type: 'string' },
        type: { type: 'string', enum: TRANSACTION_TYPES },
        expected: total,
        actual: total,
      }),
    ),
  ),
});
