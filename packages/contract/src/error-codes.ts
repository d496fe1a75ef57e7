/**
 * Every machine-readable error code, once, with what it means (§7, decisions 3 to 10). Codes are stable; the sentence
 * of an error may contain bounds and values, and may change.
 */
export const ERROR_CODES = {
  // Shape of a payload
  required: 'A required field is missing.',
  null: '`null` is not allowed. Leave an optional field out instead.',
  blank: 'The value is empty or contains only white space.',
  invalid: 'The value has the wrong JSON type or the wrong format.',
  invalid_choice: 'The value is not one of the allowed values.',
  max_length: 'The text is too long.',
  max_items: 'The list has too many items.',
  min_items: 'The list has too few items.',
  max_digits: 'The number has too many digits.',
  max_decimal_places: 'The number has too many decimal places.',
  unknown_field: 'The interface has no such field.',
  invalid_characters: 'The text contains U+0000 or an unpaired surrogate.',
  unknown_parameter: 'This endpoint has no such query parameter.',
  field_not_used_with_type: 'This field is not used with this type.',
  // Notes and document paths
  note_body_or_document_path_not_found: 'A note must have a `body` or at least one document path.',
  note_unpin_at_earlier_than_creation_date: '`unpin_at` is earlier than `created_at`.',
  invalid_document_path: 'The document path must be a plain relative path inside the root.',
  path_does_not_exist_in_file_store: 'The document store has no document at this path.',
  // Transactions
  invalid_amount: 'The amount must be greater than zero for this type.',
  start_date_later_than_end_date: '`start_date` is later than `end_date`.',
  duplicate_transaction_ids: 'This `transaction_id` occurs earlier in the same request.',
  incorrect_line_item_net_amount: '`net_amount` differs from `price_per_unit` × `number_of_units` by more than 0.01.',
  ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount:
    'The amount is not the sum of the net amounts and tax amounts.',
  no_open_statement_period: "The account's main ledger has no open statement period.",
  transaction_not_in_open_statement_period: 'The transaction is not within the open statement period.',
  // Billing documents and statements
  invalid_period: 'The period ends before it begins.',
  billing_document_type_mismatch: "The document's `billing_document_type` differs from the request's.",
  duplicate_billing_document_identifiers: 'This `billing_document_identifier` occurs earlier in the same request.',
  transaction_in_future: '`transaction_date` is later than the current date anywhere on Earth (UTC+14).',
  transaction_already_exists: 'The account already has a transaction with this `transaction_id`.',
  ledger_does_not_exist: 'The account has no ledger with this `ledger_number`.',
  ledger_code_does_not_exist: 'The ledger has a different `ledger_code`.',
  historical_billing_documents_already_imported:
    "This ledger's history has already been imported. It can be imported only once.",
  ledger_has_finalized_billing_document: 'The ledger has a finalized billing document.',
  duplicate_statement_ids: 'This `statement_id` occurs earlier in the same request.',
  historical_statement_already_exists:
    'The account already has a statement with this `statement_id` and different content.',
  // Payment instructions
  payment_instruction_not_found_at_vendor: 'The vendor has no instruction with this reference.',
  payment_instruction_not_active: 'The instruction is not active: for example, it is cancelled or has expired.',
  payment_vendor_rejected_request: 'The vendor rejected the request.',
  payment_vendor_unavailable: 'The vendor is temporarily unavailable. Send the same request again.',
  account_already_has_an_active_instruction: 'The account has another active payment instruction.',
  // The account and its supplier
  account_failed_validation: 'The payload failed validation.',
  account_not_found: 'The account is staged but not yet imported.',
  import_process_does_not_exist: 'The import supplier or the account does not exist.',
  account_already_imported: 'The account is already imported. It cannot be staged again.',
  account_key_collision:
    'Another account has the same key, which is a hash of organisation, supplier and account number.',
  ledger_code_in_use: 'The ledger has data under a different `ledger_code`.',
  main_ledger_in_use: 'The current main ledger has transactions, so no other ledger can become the main ledger.',
  open_period_differs: 'The ledger has a different open statement period.',
  import_supplier_migration_not_ongoing: "The import supplier's migration is paused or complete.",
  // The request as such
  parse_error: 'The body is not a well-formed JSON document in UTF-8.',
  not_authenticated: 'The request has no access token.',
  authentication_failed: 'The API key or token is not valid.',
  not_found: 'This path does not exist.',
  method_not_allowed: 'This path does not support this method.',
  payload_too_large: 'The body is larger than the limit.',
  unsupported_media_type: 'The body must be application/json, uncompressed or compressed with gzip or br.',
  throttled: 'Too many requests. Try again later.',
  service_unavailable: 'The service is temporarily unavailable. Nothing was stored. Send the same request again.',
  error: 'An unexpected error occurred. The same request may be sent again.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CODES, text);
