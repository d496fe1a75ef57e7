import type { JsonSchema } from '../../codecs/codec.ts';
import { date, dateTime, field, list, nullable, object, sum, text, titled } from './parts.ts';

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

export const STATEMENTS: JsonSchema = submitted('The validated data, as submitted.', {
  import_supplier: field({ type: 'string' }, 'As submitted.', 'DEMO_SUPPLIER'),
  external_account_number: field({ type: 'string' }, 'As submitted.', 'EXTERNAL-1234'),
  statements: field(list({ type: 'object' }), 'As submitted.', []),
});

export const INSTRUCTION: JsonSchema = object({
  service_account_number: {
    type: 'string',
    pattern: '^A-[0-9A-F]{8}$',
    description: "The platform's own number: `A-` and eight hexadecimal digits in upper case.",
    examples: ['A-1B2C3D4E'],
  },
  reference: field({ type: 'string' }, 'As submitted.', 'THIS-IS-A-FAKE-REFERENCE'),
});
