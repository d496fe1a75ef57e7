import type { JsonSchema } from '../codecs/codec.ts';
import { ERROR_CODES, type ErrorCode } from '../error-codes.ts';
import { date, field, headers, json, list, object, text, titled } from './parts.ts';

/** The report of a dry run. @param results the body of the import; null if it has none. */
export const dryRunReport = (results: JsonSchema | null, codes: ReadonlyArray<string>): JsonSchema =>
  object({
    valid: field({ type: 'boolean' }, 'True if the import would get a 201.', true),
    results:
      results === null
        ? field({ type: 'null' }, 'null: the import has an empty body.', null)
        : {
            anyOf: [titled('Results', results), titled('Nothing', { type: 'null' })],
            description: 'The body that the import would return; null if it would reject the request.',
            examples: [null],
          },
    errors: field(list(errorItem(codes)), 'All errors of the request, up to 100,000. Empty if it is valid.', []),
    moved: field(
      list(
        titled(
          'MovedTransaction',
          object({ transaction_id: { type: 'string' }, transaction_date: date, new_transaction_date: date }),
        ),
      ),
      'The transactions whose date would be moved into the open statement period.',
      [{ transaction_id: '1', transaction_date: '2019-09-28', new_transaction_date: '2019-10-01' }],
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

/** The error body (§7). @param codes of the response and of its `errors`, at least one. */
export const errorBody = (codes: ReadonlyArray<ErrorCode>): JsonSchema =>
  titled(
    'Error',
    object({
      detail: field(
        { type: 'string' },
        'A sentence for people. Its wording may change.',
        ERROR_CODES[codes[0]!].meaning,
      ),
      code: field({ type: 'string', enum: codes }, 'What is wrong, for programs.', codes[0]),
      errors: field(
        list(errorItem(codes)),
        'The errors of the payload, up to the first 100; empty for other errors.',
        [],
      ),
    }),
  );

/** The 400 body of `transactions/create/` (§4.2). */
export const transactionImportError = (codes: ReadonlyArray<string>): JsonSchema =>
  titled(
    'TransactionImportError',
    object({
      status: field(
        { type: 'string', const: 'TRANSACTION_IMPORT_ERROR' },
        'Always this value.',
        'TRANSACTION_IMPORT_ERROR',
      ),
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

/** The response to another method on the path, before anything of the request is looked at. @param body of the error. */
export const methodNotAllowed = (body: JsonSchema) => ({
  405: {
    description: 'Another method was used on this path. `Allow` lists those that it supports.',
    headers: headers('X-Request-Id', 'Allow', 'Link'),
    content: json(body),
  },
});

/** {@link methodNotAllowed} in the common error form. */
export const METHOD_NOT_ALLOWED = methodNotAllowed(errorBody(['method_not_allowed']));
