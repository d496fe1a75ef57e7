import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { JsonSchema } from '../../json-schema.ts';
import { count, list, nullable, object, sum, text, titled } from './parts.ts';

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
