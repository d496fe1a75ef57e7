import type { ErrorCode } from '../error-codes.ts';
import { type CatalogueEntry, SEND_AGAIN, shape, TRANSACTIONS, WITH_DOCUMENTS } from './entry.ts';

/** Codes of notes, transactions, billing documents, statements and payment instructions. */
export const ITEMS = {
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
} satisfies { readonly [Code in ErrorCode]?: CatalogueEntry };
