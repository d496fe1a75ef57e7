/**
 * Every machine-readable error code, once, with what it means (§7, decisions 3 to 10). Codes are stable; the sentence that
 * goes with an error may name bounds and values and may change.
 */
export const ERROR_CODES = {
  // Shape of a payload
  required: 'A required field is missing.',
  null: 'null was sent. Leave an optional field out instead.',
  blank: 'The value is empty.',
  invalid: 'The value has the wrong JSON type or the wrong format.',
  invalid_choice: 'The value is none of the known choices.',
  max_length: 'The text is too long.',
  max_items: 'The list has too many items.',
  min_items: 'The list has too few items.',
  max_digits: 'The number has too many digits.',
  max_decimal_places: 'The number has too many decimal places.',
  unknown_field: 'The interface has no such field.',
  invalid_characters: 'The text contains U+0000 or half of a surrogate pair.',
  unknown_parameter: 'The endpoint has no such query parameter.',
  field_not_used_with_type: 'The field is not used with this type.',
  // Notes and document paths
  note_body_or_document_path_not_found: 'A note needs a body or at least one document path.',
  note_unpin_at_earlier_than_creation_date: 'unpin_at is earlier than created_at.',
  invalid_document_path: 'The document path is not a plain relative path inside the root.',
  path_does_not_exist_in_file_store: 'The document store holds no document at this path.',
  // Transactions
  invalid_amount: 'The amount of this type must be above zero.',
  start_date_later_than_end_date: 'start_date is later than end_date.',
  duplicate_transaction_ids: 'The transaction_id stands in the request before.',
  incorrect_line_item_net_amount: 'net_amount is not price_per_unit × number_of_units to within 0.01.',
  ledger_transaction_amount_does_not_match_with_line_item_net_amount_and_tax_amount:
    'The amount is not the sum of the net amounts and tax amounts.',
  no_open_statement_period: "The account's main ledger has no open statement period.",
  transaction_not_in_open_statement_period: 'The transaction is not within the open statement period.',
  // Billing documents and statements
  invalid_period: 'The period ends before it begins.',
  billing_document_type_mismatch: "The document's type is not that of the request.",
  duplicate_billing_document_identifiers: 'The billing_document_identifier stands in the request before.',
  transaction_in_future: 'The transaction_date is after today (UTC).',
  transaction_already_exists: 'The transaction_id is on the account already.',
  ledger_does_not_exist: 'The account has no ledger of this number.',
  ledger_code_does_not_exist: 'The ledger has another code.',
  historical_billing_documents_already_imported: "The ledger's history was imported before: possible once.",
  ledger_has_finalized_billing_document: 'The ledger has a finalized billing document.',
  duplicate_statement_ids: 'The statement_id stands in the request before.',
  historical_statement_already_exists: 'The statement_id is on the account already, with other content.',
  // Payment instructions
  payment_instruction_not_found_at_vendor: 'The vendor knows no instruction of this reference.',
  payment_instruction_not_active: 'The instruction can not be used: cancelled or expired, for instance.',
  payment_vendor_rejected_request: 'The vendor refuses the request.',
  payment_vendor_unavailable: 'The vendor can not be asked now. Send the request again as it is.',
  account_already_has_an_active_instruction: 'The account has another active payment instruction.',
  // The account and its supplier
  account_failed_validation: 'The payload failed validation.',
  account_not_found: 'The account is staged, not yet imported.',
  import_process_does_not_exist: 'The import supplier or the account does not exist.',
  account_already_imported: 'The account is imported already and is not staged again.',
  ledger_code_in_use: 'The ledger has data under another code.',
  main_ledger_in_use: 'The main ledger has transactions and stays the main ledger.',
  open_period_differs: 'The open statement period of the ledger is another one.',
  import_supplier_migration_not_ongoing: "The import supplier's migration is paused or complete.",
  // The request as such
  parse_error: 'The request is not one well-formed UTF-8 JSON document.',
  not_authenticated: 'The request carries no token.',
  authentication_failed: 'The API key or token is not valid.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'The address does not take this method.',
  payload_too_large: 'The body is larger than the limit.',
  unsupported_media_type: 'The body must be application/json, plain or compressed with gzip or br.',
  throttled: 'Too many attempts. Try again later.',
  service_unavailable: 'The service can not do this now. Nothing was stored: send the request again as it is.',
  error: 'Unexpected error. The request may be sent again as it is.',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
