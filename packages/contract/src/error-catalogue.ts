import type { ErrorCode } from './error-codes.ts';

/** The sources of a code: an import and its dry run, the read endpoints, the token endpoint, the operator's command. */
export type Answerer =
  | 'notes'
  | 'transactions'
  | 'historical-billing-documents'
  | 'historical-statements'
  | 'payment-instruction'
  | 'accounts/summary'
  | 'control-totals/compare'
  | 'graphql'
  | 'operator'
  | 'any address';

/** The catalogue's entry of a code, in addition to its meaning. */
export type CatalogueEntry = {
  /** Status of the response; dry runs and GraphQL mutations report the same codes with status 200. */
  readonly status: 400 | 401 | 404 | 405 | 413 | 415 | 429 | 500 | 503;
  readonly answeredBy: ReadonlyArray<Answerer>;
  readonly whatToDo: string;
  /** A short example of the cause. */
  readonly example: string;
};

const IMPORTS = [
  'notes',
  'transactions',
  'historical-billing-documents',
  'historical-statements',
  'payment-instruction',
] as const;
const READS = ['accounts/summary', 'control-totals/compare'] as const;
const BODIES = [...IMPORTS, ...READS] as const;
const EVERYWHERE = [...BODIES, 'graphql', 'operator'] as const;
const TRANSACTIONS = ['transactions', 'historical-billing-documents'] as const;
const WITH_DOCUMENTS = ['notes', 'historical-statements'] as const;
const WITH_DECIMALS = [...TRANSACTIONS, 'historical-statements', 'control-totals/compare', 'operator'] as const;

const shape = (
  whatToDo: string,
  example: string,
  answeredBy: ReadonlyArray<Answerer> = [...BODIES, 'operator'],
): CatalogueEntry => ({ status: 400, answeredBy, whatToDo, example });

const SEND_AGAIN =
  'Send the same request again. If the response has a Retry-After header, wait that many seconds first.';

/** All codes, with what to do about each: a code without an entry does not compile. */
export const ERROR_CATALOGUE: { readonly [Code in ErrorCode]: CatalogueEntry } = {
  required: shape('Send the field that `attr` names.', '{"notes": []} without import_supplier'),
  null: shape('Leave an optional field out. Give a required field a value.', '"reference": null'),
  blank: shape('Send text with visible characters, or leave an optional field out.', '"transaction_id": ""'),
  invalid: shape(
    'Send the type and format that the reference gives for the field or parameter.',
    '"transaction_date": "2019-02-30"',
    EVERYWHERE,
  ),
  invalid_choice: shape('Send one of the values that `detail` lists.', '"type": "REFUND"'),
  max_length: shape(
    'Shorten the text. The reference gives each limit. The limit of a path is in bytes and includes the root.',
    'an import_supplier of 33 characters',
  ),
  max_items: shape('Send the items in several requests.', '10,001 transactions', [...BODIES]),
  min_items: shape('Send at least as many items as `detail` says.', '"line_items": []', [...TRANSACTIONS, 'operator']),
  max_digits: shape(
    'Send a smaller number. Send a number of more than 15 significant digits as a decimal string.',
    '"amount": 12345678901.00',
    WITH_DECIMALS,
  ),
  max_decimal_places: shape(
    'Send no more decimal places than the field allows. The service never rounds.',
    '"amount": "71.005"',
    WITH_DECIMALS,
  ),
  unknown_field: shape(
    'Remove the field, or correct its name: `detail` suggests the nearest known field. The operator can configure a supplier so that unknown fields are left out and reported.',
    '"amonut": 71',
  ),
  invalid_characters: shape('Remove U+0000 and unpaired surrogates from your text.', '"body": "\\u0000"'),
  unknown_parameter: shape(
    'Remove the query parameter, or correct its name: `detail` suggests the nearest known parameter.',
    '?force=true',
    [...BODIES, 'graphql'],
  ),
  field_not_used_with_type: shape(
    'Remove the field, or correct the type.',
    '"payment_type": "DEBIT_CARD" on a CHARGE',
    TRANSACTIONS,
  ),

  note_body_or_document_path_not_found: shape('Send `body`, `document_paths`, or both.', '{"is_pinned": true}', [
    'notes',
  ]),
  note_unpin_at_earlier_than_creation_date: shape(
    'Send an `unpin_at` that is not before `created_at`.',
    '"created_at": "2019-10-02T00:00:00Z", "unpin_at": "2019-10-01T00:00:00Z"',
    ['notes'],
  ),
  invalid_document_path: shape(
    'Send the path below the root, with `/` between its segments: no leading slash, no `..`, no scheme.',
    '"document_path": "../letters/1.pdf"',
    WITH_DOCUMENTS,
  ),
  path_does_not_exist_in_file_store: shape(
    'Store the document first, or correct its path. Paths are case-sensitive.',
    '"statement_path": "statements/2019/09.pdf" before that document is stored',
    WITH_DOCUMENTS,
  ),

  invalid_amount: shape(
    'Send an amount greater than zero. Send a reversed payment as a REPAYMENT.',
    '"type": "PAYMENT", "amount": -71',
    TRANSACTIONS,
  ),
  start_date_later_than_end_date: shape(
    'Swap or correct the two dates of the line item.',
    '"start_date": "2019-10-01", "end_date": "2019-09-30"',
    TRANSACTIONS,
  ),
  duplicate_transaction_ids: shape(
    'Give each transaction in the request a different id.',
    'two transactions with "transaction_id": "T-1"',
    TRANSACTIONS,
  ),
  incorrect_line_item_net_amount: shape(
    "Correct the line item, or ask the operator to set the supplier's `supply_charge_arithmetic` to `report`.",
    '"number_of_units": 142, "price_per_unit": 0.5, "net_amount": 72',
    TRANSACTIONS,
  ),
  ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount: shape(
    "Correct the amounts, or ask the operator to set the supplier's `supply_charge_arithmetic` to `report`.",
    '"amount": 80 with one net_amount of 71 and no tax',
    TRANSACTIONS,
  ),
  no_open_statement_period: shape(
    "Ask the operator to open a statement period on the account's main ledger (`ledger open-period`).",
    'a transaction for an account whose last period is closed',
    ['transactions'],
  ),
  transaction_not_in_open_statement_period: shape(
    'Correct the date, or send `force_add_to_current_statement=true` to have it moved into the period.',
    '"transaction_date": "2019-09-28" while 2019-10-01 to 2019-10-15 is open',
    ['transactions'],
  ),

  invalid_period: shape(
    'Send a last day that is not before the first.',
    '"bill_period_from_date": "2019-09-30", "bill_period_to_date": "2019-09-01"',
    ['historical-billing-documents', 'historical-statements', 'operator'],
  ),
  billing_document_type_mismatch: shape(
    'Send only documents of one type in a request, and give that type as its `billing_document_type`.',
    '"billing_document_type": "ITEM_BASED" in a PERIOD_BASED request',
    ['historical-billing-documents'],
  ),
  duplicate_billing_document_identifiers: shape(
    'Give each document in the request a different identifier.',
    'two documents with "billing_document_identifier": "BILL-1"',
    ['historical-billing-documents'],
  ),
  transaction_in_future: shape(
    'Send only history here. Send later transactions to transactions/create/.',
    '"transaction_date" of tomorrow',
    ['historical-billing-documents'],
  ),
  transaction_already_exists: shape(
    'Leave the transaction out. An id is unique across all ledgers of the account, including current transactions.',
    '"transaction_id": "T-1" of a transaction imported before',
    ['historical-billing-documents'],
  ),
  ledger_does_not_exist: shape(
    "Correct `ledger_number`. The operator can list an account's ledgers with `account show`.",
    '"ledger_number": "L-9"',
    ['historical-billing-documents'],
  ),
  ledger_code_does_not_exist: shape(
    'Send the code that the ledger has.',
    '"ledger_code": "GAS" for a ledger with the code ELECTRICITY',
    ['historical-billing-documents'],
  ),
  historical_billing_documents_already_imported: shape(
    'If this request repeats one whose response was lost, do nothing: the first one was stored. Otherwise the history is complete and nothing can be added to it.',
    'the same request a second time',
    ['historical-billing-documents'],
  ),
  ledger_has_finalized_billing_document: shape(
    'History cannot be imported after a bill is final. Ask the operator which ledger to use.',
    'a ledger that was billed on the platform',
    ['historical-billing-documents'],
  ),
  duplicate_statement_ids: shape(
    'Give each statement in the request a different id.',
    'two statements with "statement_id": "S-1"',
    ['historical-statements'],
  ),
  historical_statement_already_exists: shape(
    'Compare it with the statement you sent before. A stored statement is never changed. Give a different statement a different id.',
    '"statement_id": "S-1" with another gross_amount',
    ['historical-statements'],
  ),

  payment_instruction_not_found_at_vendor: shape(
    'Correct the reference or the vendor. Do not send the same request again.',
    '"reference": "SANDBOX-404"',
    ['payment-instruction'],
  ),
  payment_instruction_not_active: shape(
    'Ask the customer to set up a new instruction at the vendor. Do not send the same request again.',
    '"reference": "SANDBOX-CANCELLED"',
    ['payment-instruction'],
  ),
  payment_vendor_rejected_request: shape(
    'Correct the reference: the vendor does not accept its form. Do not send the same request again.',
    'a reference in a form that the vendor does not accept',
    ['payment-instruction'],
  ),
  payment_vendor_unavailable: {
    status: 500,
    answeredBy: ['payment-instruction'],
    whatToDo: SEND_AGAIN,
    example: '"reference": "SANDBOX-500"',
  },
  account_already_has_an_active_instruction: shape(
    'An account has one active instruction. Keep the existing one, or ask the operator.',
    'a second, different reference for one account',
    ['payment-instruction'],
  ),

  account_failed_validation: shape(
    'Read `errors`: each entry has its own code, path and sentence.',
    'any payload with an error',
    [...BODIES],
  ),
  account_not_found: {
    status: 404,
    answeredBy: [...IMPORTS, 'accounts/summary'],
    whatToDo: 'Wait until the operator has imported the account (`account promote`), then send the same request again.',
    example: '"external_account_number": "EXTERNAL-STAGED"',
  },
  import_process_does_not_exist: {
    status: 404,
    answeredBy: BODIES,
    whatToDo:
      'Correct `import_supplier` or `external_account_number`. Both are compared byte for byte, within your organisation.',
    example: '"import_supplier": "demo_supplier"',
  },
  account_already_imported: shape(
    'Remove the row: an imported account stays imported.',
    'an accounts file with "status": "STAGED" for an imported account',
    ['operator'],
  ),
  ledger_code_in_use: shape(
    'Correct `ledger_code` in the accounts file, or add another ledger with the new code.',
    'an accounts file with "ledger_code": "GAS" for a ledger with the code ELECTRICITY that has transactions',
    ['operator'],
  ),
  main_ledger_in_use: shape(
    'Mark the stored main ledger as `main` in the accounts file.',
    'an accounts file with "main": true on L-2 when the main ledger L-1 has transactions',
    ['operator'],
  ),
  open_period_differs: shape(
    'Give the stored open period in the accounts file. To change it, use `ledger open-period` and `ledger close-period`.',
    'an accounts file without "open_statement" for a ledger with an open period',
    ['operator'],
  ),
  import_supplier_migration_not_ongoing: shape(
    'Wait until the operator resumes the migration, then send the same request again. Dry runs and read endpoints continue to work.',
    'any import while the supplier is Paused',
    [...IMPORTS, 'operator'],
  ),

  parse_error: {
    status: 400,
    answeredBy: [...BODIES, 'graphql', 'any address'],
    whatToDo:
      'Send one JSON document in UTF-8 without a byte order mark, without duplicate keys in an object, and with at most 32 nested levels. `detail` gives the line and column (both from 1; columns in characters) and what was expected there.',
    example: '{"notes": [],}',
  },
  not_authenticated: {
    status: 401,
    answeredBy: BODIES,
    whatToDo: 'Obtain a token with your API key and send it as `Authorization: Token <ACCESS_TOKEN>`.',
    example: 'a request without Authorization',
  },
  authentication_failed: {
    status: 401,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo:
      'Send a token, not the API key, with the scheme Token, not Bearer. If that is what you sent, obtain a new token. If that fails too, the API key was revoked or has expired: ask the operator.',
    example: 'a token that is over an hour old',
  },
  not_found: {
    status: 404,
    answeredBy: ['any address'],
    whatToDo: 'Correct the path. All endpoints are below /v1/data-import/.',
    example: 'POST /v1/data-import/note/create/',
  },
  method_not_allowed: {
    status: 405,
    answeredBy: ['any address'],
    whatToDo: 'Use a method that the Allow header lists.',
    example: 'GET /v1/data-import/notes/create/',
  },
  payload_too_large: {
    status: 413,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo: 'Send fewer items in a request, or fewer fields in one object. The limit applies after decompression.',
    example: 'a body of 17 MiB',
  },
  unsupported_media_type: {
    status: 415,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo: 'Send `Content-Type: application/json`, and no Content-Encoding other than gzip or br.',
    example: 'Content-Type: text/plain',
  },
  throttled: {
    status: 429,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo:
      'Wait the number of seconds in Retry-After, then send the same request again and continue at a lower rate.',
    example: 'twenty wrong API keys within a minute, or more requests than RateLimit-Policy allows',
  },
  service_unavailable: {
    status: 503,
    answeredBy: [...BODIES, 'graphql', 'any address'],
    whatToDo: SEND_AGAIN,
    example: 'any request while the database restarts',
  },
  error: {
    status: 500,
    answeredBy: [...BODIES, 'graphql', 'any address'],
    whatToDo: `${SEND_AGAIN} If the error persists, give the operator the X-Request-Id of the response.`,
    example: 'a defect of the service',
  },
};

/** Returns the codes that a part of the interface can send with a status. */
export const codesOf = (answerer: Answerer, status: CatalogueEntry['status']): ReadonlyArray<ErrorCode> =>
  (Object.entries(ERROR_CATALOGUE) as ReadonlyArray<[ErrorCode, CatalogueEntry]>)
    .filter(([, entry]) => entry.status === status && entry.answeredBy.includes(answerer))
    .map(([code]) => code);
