const IMPORTS = [
  'notes',
  'transactions',
  'historical-billing-documents',
  'historical-statements',
  'payment-instruction',
] as const;
const REGISTER = 'control-totals/register';
const READS = ['accounts/summary', 'control-totals/compare', REGISTER] as const;
const BODIES = [...IMPORTS, ...READS] as const;
const FEED = 'platform/changes';
const EVERYWHERE = [...BODIES, FEED, 'graphql', 'operator'] as const;

/** The sources of a code: an import and its dry run, a read endpoint, the token endpoint, the operator's command. */
export type Answerer = (typeof EVERYWHERE)[number] | 'any address';

/** What is known of a code. */
export type CatalogueEntry = {
  /** Status of the response; dry runs and GraphQL mutations report the same codes with status 200. */
  readonly status: 400 | 401 | 404 | 405 | 413 | 415 | 429 | 500 | 503;
  readonly meaning: string;
  readonly answeredBy: ReadonlyArray<Answerer>;
  readonly whatToDo: string;
  /** A short example of the cause. */
  readonly example: string;
};

const TRANSACTIONS = ['transactions', 'historical-billing-documents'] as const;
const WITH_DOCUMENTS = ['notes', 'historical-statements'] as const;
const WITH_DECIMALS = [
  ...TRANSACTIONS,
  'historical-statements',
  'control-totals/compare',
  REGISTER,
  'operator',
] as const;

/** Returns the entry of a code with status 400. */
const badRequest = (
  meaning: string,
  whatToDo: string,
  example: string,
  answeredBy: ReadonlyArray<Answerer> = [...BODIES, 'operator'],
): CatalogueEntry => ({ status: 400, meaning, answeredBy, whatToDo, example });

const SEND_AGAIN =
  'Send the same request again. If the response has a Retry-After header, wait that many seconds first.';

const CODES = {
  // Shape of a payload
  required: badRequest(
    'A required field is missing.',
    'Send the field that `attr` names.',
    '{"notes": []} without import_supplier',
  ),
  null: badRequest(
    '`null` is not allowed. Leave an optional field out instead.',
    'Leave an optional field out. Give a required field a value.',
    '"reference": null',
  ),
  blank: badRequest(
    'The value is empty or contains only white space.',
    'Send text with visible characters, or leave an optional field out.',
    '"transaction_id": ""',
    [...BODIES, FEED, 'operator'],
  ),
  invalid: badRequest(
    'The value has the wrong JSON type or the wrong format.',
    'Send the type and format that the reference gives for the field or parameter.',
    '"transaction_date": "2019-02-30"',
    EVERYWHERE,
  ),
  invalid_choice: badRequest(
    'The value is not one of the allowed values.',
    'Send one of the values that `detail` lists.',
    '"type": "REFUND"',
  ),
  max_length: badRequest(
    'The text is too long.',
    'Shorten the text. The reference gives each limit. The limit of a path is in bytes and includes the root.',
    'an import_supplier of 33 characters',
    [...BODIES, FEED, 'operator'],
  ),
  max_items: badRequest('The list has too many items.', 'Send the items in several requests.', '10,001 transactions', [
    ...BODIES,
  ]),
  min_items: badRequest(
    'The list has too few items.',
    'Send at least as many items as `detail` says.',
    '"line_items": []',
    [...TRANSACTIONS, 'operator'],
  ),
  max_digits: badRequest(
    'The number has too many digits.',
    'Send a smaller number. Send a number of more than 15 significant digits as a decimal string.',
    '"amount": 12345678901.00',
    WITH_DECIMALS,
  ),
  max_decimal_places: badRequest(
    'The number has too many decimal places.',
    'Send no more decimal places than the field allows. The service never rounds.',
    '"amount": "71.005"',
    WITH_DECIMALS,
  ),
  unknown_field: badRequest(
    'The interface has no such field.',
    'Remove the field, or correct its name: `detail` suggests the nearest known field. The operator can configure a supplier so that unknown fields are left out and reported.',
    '"amonut": 71',
  ),
  invalid_characters: badRequest(
    'The text contains U+0000 or an unpaired surrogate.',
    'Remove U+0000 and unpaired surrogates from your text.',
    '"body": "\\u0000"',
    [...BODIES, FEED, 'operator'],
  ),
  unknown_parameter: badRequest(
    'This endpoint has no such query parameter.',
    'Remove the query parameter, or correct its name: `detail` suggests the nearest known parameter.',
    '?force=true',
    [...BODIES, FEED, 'graphql'],
  ),
  field_not_used_with_type: badRequest(
    'This field is not used with this type.',
    'Remove the field, or correct the type.',
    '"payment_type": "DEBIT_CARD" on a CHARGE',
    [...TRANSACTIONS, 'control-totals/compare', REGISTER],
  ),
  // Notes and document paths
  note_body_or_document_path_not_found: badRequest(
    'A note must have a `body` or at least one document path.',
    'Send `body`, `document_paths`, or both.',
    '{"is_pinned": true}',
    ['notes'],
  ),
  note_unpin_at_earlier_than_creation_date: badRequest(
    '`unpin_at` is earlier than `created_at`.',
    'Send an `unpin_at` that is not before `created_at`.',
    '"created_at": "2019-10-02T00:00:00Z", "unpin_at": "2019-10-01T00:00:00Z"',
    ['notes'],
  ),
  invalid_document_path: badRequest(
    'The document path must be a plain relative path inside the root.',
    'Send the path below the root, with `/` between its segments: no leading slash, no `..`, no scheme.',
    '"document_path": "../letters/1.pdf"',
    WITH_DOCUMENTS,
  ),
  path_does_not_exist_in_file_store: badRequest(
    'The document store has no document at this path.',
    'Store the document first, or correct its path. Paths are case-sensitive.',
    '"statement_path": "statements/2019/09.pdf" before that document is stored',
    WITH_DOCUMENTS,
  ),
  // Transactions
  invalid_amount: badRequest(
    'The amount must be greater than zero for this type.',
    'Send an amount greater than zero. Send a reversed payment as a REPAYMENT.',
    '"type": "PAYMENT", "amount": -71',
    TRANSACTIONS,
  ),
  start_date_later_than_end_date: badRequest(
    '`start_date` is later than `end_date`.',
    'Swap or correct the two dates of the line item.',
    '"start_date": "2019-10-01", "end_date": "2019-09-30"',
    TRANSACTIONS,
  ),
  duplicate_transaction_ids: badRequest(
    'This `transaction_id` occurs earlier in the same request.',
    'Give each transaction in the request a different id.',
    'two transactions with "transaction_id": "T-1"',
    TRANSACTIONS,
  ),
  incorrect_line_item_net_amount: badRequest(
    '`net_amount` differs from `price_per_unit` × `number_of_units` by more than 0.01.',
    "Correct the line item, or ask the operator to set the supplier's `supply_charge_arithmetic` to `report`.",
    '"number_of_units": 142, "price_per_unit": 0.5, "net_amount": 72',
    TRANSACTIONS,
  ),
  ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount: badRequest(
    'The amount is not the sum of the net amounts and tax amounts.',
    "Correct the amounts, or ask the operator to set the supplier's `supply_charge_arithmetic` to `report`.",
    '"amount": 80 with one net_amount of 71 and no tax',
    TRANSACTIONS,
  ),
  no_open_statement_period: badRequest(
    "The account's main ledger has no open statement period.",
    "Ask the operator to open a statement period on the account's main ledger (`ledger open-period`).",
    'a transaction for an account whose last period is closed',
    ['transactions'],
  ),
  transaction_not_in_open_statement_period: badRequest(
    'The transaction is not within the open statement period.',
    'Correct the date, or send `force_add_to_current_statement=true` to have it moved into the period.',
    '"transaction_date": "2019-09-28" while 2019-10-01 to 2019-10-15 is open',
    ['transactions'],
  ),
  // Billing documents and statements
  invalid_period: badRequest(
    'The period ends before it begins.',
    'Send a last day that is not before the first.',
    '"bill_period_from_date": "2019-09-30", "bill_period_to_date": "2019-09-01"',
    ['historical-billing-documents', 'historical-statements', 'operator'],
  ),
  billing_document_type_mismatch: badRequest(
    "The document's `billing_document_type` differs from the request's.",
    'Send only documents of one type in a request, and give that type as its `billing_document_type`.',
    '"billing_document_type": "ITEM_BASED" in a PERIOD_BASED request',
    ['historical-billing-documents'],
  ),
  duplicate_billing_document_identifiers: badRequest(
    'This `billing_document_identifier` occurs earlier in the same request.',
    'Give each document in the request a different identifier.',
    'two documents with "billing_document_identifier": "BILL-1"',
    ['historical-billing-documents'],
  ),
  transaction_in_future: badRequest(
    '`transaction_date` is later than the current date anywhere on Earth (UTC+14).',
    'Send only history here. Send later transactions to transactions/create/.',
    '"transaction_date" of tomorrow',
    ['historical-billing-documents'],
  ),
  transaction_already_exists: badRequest(
    'The account already has a transaction with this `transaction_id`.',
    'Leave the transaction out. An id is unique across all ledgers of the account, including current transactions.',
    '"transaction_id": "T-1" of a transaction imported before',
    ['historical-billing-documents'],
  ),
  ledger_does_not_exist: badRequest(
    'The account has no ledger with this `ledger_number`.',
    "Correct `ledger_number`. The operator can list an account's ledgers with `account show`.",
    '"ledger_number": "L-9"',
    ['historical-billing-documents'],
  ),
  ledger_code_does_not_exist: badRequest(
    'The ledger has a different `ledger_code`.',
    'Send the code that the ledger has.',
    '"ledger_code": "GAS" for a ledger with the code ELECTRICITY',
    ['historical-billing-documents'],
  ),
  historical_billing_documents_already_imported: badRequest(
    "This ledger's history has already been imported. It can be imported only once.",
    'If this request repeats one whose response was lost, do nothing: the first one was stored. Otherwise the history is complete and nothing can be added to it.',
    'the same request a second time',
    ['historical-billing-documents'],
  ),
  ledger_has_finalized_billing_document: badRequest(
    'The ledger has a finalized billing document.',
    'History cannot be imported after a bill is final. Ask the operator which ledger to use.',
    'a ledger that was billed on the platform',
    ['historical-billing-documents'],
  ),
  duplicate_statement_ids: badRequest(
    'This `statement_id` occurs earlier in the same request.',
    'Give each statement in the request a different id.',
    'two statements with "statement_id": "S-1"',
    ['historical-statements'],
  ),
  historical_statement_already_exists: badRequest(
    'The account already has a statement with this `statement_id` and different content.',
    'Compare it with the statement you sent before. A stored statement is never changed. Give a different statement a different id.',
    '"statement_id": "S-1" with another gross_amount',
    ['historical-statements'],
  ),
  // Payment instructions
  payment_instruction_not_found_at_vendor: badRequest(
    'The vendor has no instruction with this reference.',
    'Correct the reference or the vendor. Do not send the same request again.',
    '"reference": "SANDBOX-404"',
    ['payment-instruction'],
  ),
  payment_instruction_not_active: badRequest(
    'The instruction is not active: for example, it is cancelled or has expired.',
    'Ask the customer to set up a new instruction at the vendor. Do not send the same request again.',
    '"reference": "SANDBOX-CANCELLED"',
    ['payment-instruction'],
  ),
  payment_vendor_rejected_request: badRequest(
    'The vendor rejected the request.',
    'Correct the reference: the vendor does not accept its form. Do not send the same request again.',
    'a reference in a form that the vendor does not accept',
    ['payment-instruction'],
  ),
  payment_vendor_unavailable: {
    meaning: 'The vendor is temporarily unavailable. Send the same request again.',
    status: 500,
    answeredBy: ['payment-instruction'],
    whatToDo: SEND_AGAIN,
    example: '"reference": "SANDBOX-500"',
  },
  account_already_has_an_active_instruction: badRequest(
    'The account has another active payment instruction.',
    'An account has one active instruction. Keep the existing one, or ask the operator.',
    'a second, different reference for one account',
    ['payment-instruction'],
  ),
  // The account and its supplier
  account_failed_validation: badRequest(
    'The payload failed validation.',
    'Read `errors`: each entry has its own code, path and sentence.',
    'any payload with an error',
    [...BODIES, FEED],
  ),
  account_not_found: {
    meaning: 'The account is staged but not yet imported.',
    status: 404,
    answeredBy: [...IMPORTS, 'accounts/summary'],
    whatToDo: 'Wait until the operator has imported the account (`account promote`), then send the same request again.',
    example: '"external_account_number": "EXTERNAL-STAGED"',
  },
  account_erased: badRequest(
    'The account was erased: everything personal of it was removed for good.',
    'Send nothing more for this account, and remove it from your files. Only its counts and sums are kept.',
    'any request for an account that the operator has erased (`account erase`)',
    [...IMPORTS, 'accounts/summary', 'operator'],
  ),
  import_process_does_not_exist: {
    meaning: 'The import supplier or the account does not exist.',
    status: 404,
    answeredBy: BODIES,
    whatToDo:
      'Correct `import_supplier` or `external_account_number`. Both are compared byte for byte, within your organisation.',
    example: '"import_supplier": "demo_supplier"',
  },
  account_already_imported: badRequest(
    'The account is already imported. It cannot be staged again.',
    'Remove the row: an imported account stays imported.',
    'an accounts file with "status": "STAGED" for an imported account',
    ['operator'],
  ),
  account_key_collision: badRequest(
    'Another account has the same key, which is a hash of organisation, supplier and account number.',
    'Give the account another external number in the accounts file. Expect this once in half a million migrations of six million accounts.',
    'an accounts file with an account whose 63-bit key is that of another account',
    ['operator'],
  ),
  ledger_code_in_use: badRequest(
    'The ledger has data under a different `ledger_code`.',
    'Correct `ledger_code` in the accounts file, or add another ledger with the new code.',
    'an accounts file with "ledger_code": "GAS" for a ledger with the code ELECTRICITY that has transactions',
    ['operator'],
  ),
  main_ledger_in_use: badRequest(
    'The current main ledger has transactions, so no other ledger can become the main ledger.',
    'Mark the stored main ledger as `main` in the accounts file.',
    'an accounts file with "main": true on L-2 when the main ledger L-1 has transactions',
    ['operator'],
  ),
  open_period_differs: badRequest(
    'The ledger has a different open statement period.',
    'Give the stored open period in the accounts file. To change it, use `ledger open-period` and `ledger close-period`.',
    'an accounts file without "open_statement" for a ledger with an open period',
    ['operator'],
  ),
  import_supplier_migration_not_ongoing: badRequest(
    "The import supplier's migration is paused or complete.",
    'Wait until the operator resumes the migration, then send the same request again. Dry runs and read endpoints continue to work.',
    'any import while the supplier is Paused',
    [...IMPORTS, 'operator'],
  ),
  // Registered control totals
  control_total_differs: badRequest(
    'The set has another total for this account, ledger and type.',
    'A registered total is never changed. Send the total that the set has, or register all totals under another name: a later set supersedes this one.',
    '"count": 2 for an account, ledger and type that the set has with "count": 1',
    [REGISTER],
  ),
  control_totals_complete: badRequest(
    'The set is complete and takes no more totals.',
    'Register all totals under another name: a later set supersedes this one.',
    'a further total after a request with "complete": true',
    [REGISTER],
  ),
  invalid_cursor: badRequest(
    'The cursor is not one of this database, or names a change that this database does not have.',
    'Send `next` of an earlier answer as it was. If the database was restored from a backup, it lacks the last changes that you read: start again without `after`, or from a cursor that you kept before.',
    '?after=1',
    [FEED],
  ),
  // The request as such
  parse_error: {
    meaning: 'The body is not a well-formed JSON document in UTF-8.',
    status: 400,
    answeredBy: [...BODIES, 'graphql', 'any address'],
    whatToDo:
      'Send one JSON document in UTF-8 without a byte order mark, without duplicate keys in an object, and with at most 32 nested levels. `detail` gives the line and column (both from 1; columns in characters) and what was expected there.',
    example: '{"notes": [],}',
  },
  not_authenticated: {
    meaning: 'The request has no access token.',
    status: 401,
    answeredBy: [...BODIES, FEED],
    whatToDo:
      'Obtain a token with your API key and send it as `Authorization: Token <ACCESS_TOKEN>`. Below /v1/platform/, send a platform key as `Authorization: Bearer <PLATFORM_KEY>`.',
    example: 'a request without Authorization',
  },
  authentication_failed: {
    meaning: 'The API key or token is not valid.',
    status: 401,
    answeredBy: [...BODIES, FEED, 'graphql'],
    whatToDo:
      'Send a token, not the API key, with the scheme Token, not Bearer. If that is what you sent, obtain a new token. If that fails too, the API key was revoked or has expired: ask the operator. Below /v1/platform/, the scheme is Bearer, and the key is a platform key.',
    example: 'a token that is over an hour old',
  },
  not_found: {
    meaning: 'This path does not exist.',
    status: 404,
    answeredBy: ['any address'],
    whatToDo: 'Correct the path. All endpoints are below /v1/data-import/.',
    example: 'POST /v1/data-import/note/create/',
  },
  method_not_allowed: {
    meaning: 'This path does not support this method.',
    status: 405,
    answeredBy: ['any address'],
    whatToDo: 'Use a method that the Allow header lists.',
    example: 'GET /v1/data-import/notes/create/',
  },
  payload_too_large: {
    meaning: 'The body is larger than the limit.',
    status: 413,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo: 'Send fewer items in a request, or fewer fields in one object. The limit applies after decompression.',
    example: 'a body of 17 MiB',
  },
  unsupported_media_type: {
    meaning: 'The body must be application/json, uncompressed or compressed with gzip or br.',
    status: 415,
    answeredBy: [...BODIES, 'graphql'],
    whatToDo: 'Send `Content-Type: application/json`, and no Content-Encoding other than gzip or br.',
    example: 'Content-Type: text/plain',
  },
  throttled: {
    meaning: 'Too many requests. Try again later.',
    status: 429,
    answeredBy: [...BODIES, FEED, 'graphql'],
    whatToDo:
      'Wait the number of seconds in Retry-After, then send the same request again and continue at a lower rate.',
    example: 'twenty wrong API keys within a minute, or more requests than RateLimit-Policy allows',
  },
  service_unavailable: {
    meaning: 'The service is temporarily unavailable. Nothing was stored. Send the same request again.',
    status: 503,
    answeredBy: [...BODIES, FEED, 'graphql', 'any address'],
    whatToDo: SEND_AGAIN,
    example: 'any request while the database restarts',
  },
  error: {
    meaning: 'An unexpected error occurred. The same request may be sent again.',
    status: 500,
    answeredBy: [...BODIES, FEED, 'graphql', 'any address'],
    whatToDo: `${SEND_AGAIN} If the error persists, give the operator the X-Request-Id of the response.`,
    example: 'a defect of the service',
  },
} satisfies Readonly<Record<string, CatalogueEntry>>;

export type ErrorCode = keyof typeof CODES;

/**
 * Every machine-readable error code, once (§7, decisions 3 to 10). Codes are stable; the sentence of an error may contain
 * bounds and values, and may change.
 */
export const ERROR_CODES: Readonly<Record<ErrorCode, CatalogueEntry>> = CODES;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CODES, text);

/** Returns the codes that a part of the interface can send with a status. */
export const codesOf = (answerer: Answerer, status: CatalogueEntry['status']): ReadonlyArray<ErrorCode> =>
  (Object.entries(ERROR_CODES) as ReadonlyArray<[ErrorCode, CatalogueEntry]>)
    .filter(([, entry]) => entry.status === status && entry.answeredBy.includes(answerer))
    .map(([code]) => code);
