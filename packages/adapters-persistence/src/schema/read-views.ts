/** A view for others: a column's value in SQL, and what it is. */
type View = {
  readonly about: string;
  readonly from: string;
  readonly columns: Readonly<Record<string, readonly [sql: string, about: string]>>;
};

const ACCOUNT_ID = ['t.account_id', 'The account: account_id of v1_account'] as const;
const IMPORT_ID = ['t.import_id', 'The import that stored it: import_id of v1_import'] as const;
const POSITION = ['t.position', 'Zero-based, among the items of its kind in its import'] as const;
const LEDGER_NUMBER = ['t.ledger_number', 'Number of the ledger, unique within the account'] as const;
const PERIOD = {
  bill_period_from_date: ['t.from_date', 'First day of its period'],
  bill_period_to_date: ['t.to_date', 'Last day of its period'],
} as const;

/**
 * The views of the schema `carryover_read` (decisions 18), which reports and replicas read. They are a contract: within `v1`, a column is
 * added at the end, and none is changed or removed.
 */
const READ_VIEWS: Readonly<Record<string, View>> = {
  v1_account: {
    about: 'Accounts, also staged and erased ones',
    from: 'account t join import_supplier s on s.id = t.supplier_id join organisation o on o.id = s.organisation_id',
    columns: {
      account_id: ['t.id', 'Key of the account'],
      organisation: ['o.name', 'Name of the organisation'],
      supplier_code: ['s.code', 'Code of the import supplier, unique within the organisation'],
      external_account_number: [
        'case when t.erased_at is null then t.external_account_number end',
        'Number of the account as its client gives it; null once it is erased',
      ],
      service_account_number: ['t.service_account_number', 'Number of the account that the service gave it'],
      status: ['t.status', 'STAGED or IMPORTED'],
      created_at: ['t.created_at', 'Time at which it was added'],
      promoted_at: ['t.promoted_at', 'Time at which it became IMPORTED; null if it was never staged, or still is'],
      erased_at: [
        't.erased_at',
        'Time of its erasure, after which no other view has an item of it; null if it was not erased',
      ],
    },
  },
  v1_ledger: {
    about: 'Ledgers of accounts, with their open statement period',
    from: `ledger t left join statement_period p
      on p.account_id = t.account_id and p.ledger_number = t.ledger_number and p.is_open`,
    columns: {
      account_id: ACCOUNT_ID,
      ledger_number: LEDGER_NUMBER,
      ledger_code: ['t.ledger_code', 'Code of the ledger, such as ELECTRICITY'],
      is_main: ['t.is_main', 'True for the main ledger, to which transactions/create/ adds'],
      open_from: ['p.from_date', 'First day of the open statement period; null if none is open'],
      open_to: ['p.to_date', 'Last day of the open statement period; null if it has no end'],
      has_finalized_billing_document: [
        't.has_finalized_billing_document',
        'True if the platform has finalized a billing document of it',
      ],
    },
  },
  v1_transaction: {
    about: 'Transactions, also those of historical billing documents',
    from: 'ledger_transaction t',
    columns: {
      account_id: ACCOUNT_ID,
      transaction_id: ['t.transaction_id', "The client's identifier"],
      occurrence: [
        't.occurrence',
        '0, or more if the same identifier was added again with check_previously_added=false',
      ],
      ledger_number: LEDGER_NUMBER,
      transaction_date: ['t.transaction_date', 'Posting date; of a moved transaction, the new one'],
      amount: ['t.amount', 'Amount, with two decimals'],
      type: ['t.type', 'CHARGE, CREDIT, PAYMENT, REPAYMENT or SUPPLY_CHARGE'],
      reason: ['t.reason', 'Reason, from an open vocabulary'],
      payment_type: ['t.payment_type', 'Payment method, from an open vocabulary'],
      reference: ['t.reference', 'Reference of the payment'],
      note: ['t.note', 'Internal note; of a moved transaction, with the explanation of the move'],
      display_note: ['t.display_note', 'Note for the customer'],
      product_code: ['t.product_code', 'Product of a supply charge'],
      line_items: ['t.line_items', 'Line items of a supply charge by the names of the interface; decimals are texts'],
      tax_items: ['t.tax_items', 'Tax items by the names of the interface; decimals are texts'],
      submitted_date: ['t.submitted_date', 'Date that was sent, if the transaction was moved; else null'],
      submitted_note: ['t.submitted_note', 'Note that was sent, if the transaction was moved'],
      billing_document_identifier: [
        't.billing_document',
        'Its billing document; null if it belongs to its ledger only',
      ],
      import_id: IMPORT_ID,
    },
  },
  v1_note: {
    about: 'Notes, also those that the service pinned',
    from: 'note t',
    columns: {
      account_id: ACCOUNT_ID,
      identity: [
        `encode(t.identity, 'hex')`,
        'SHA-256 of what makes a note the same as another; unique with created_at',
      ],
      created_at: ['t.created_at', 'Time of the note'],
      body: ['t.body', 'Text; null if the note has only documents'],
      document_paths: ['t.document_paths', 'Paths of its documents, as sent; null without any'],
      is_pinned: ['t.is_pinned', 'True if it was sent as pinned'],
      unpin_at: ['t.unpin_at', 'Time from which it is not pinned'],
      is_added_by_service: [
        `exists (select from accepted_import i where i.account_id = t.account_id and i.id = t.import_id and i.endpoint <> 'notes/create')`,
        'True if the service pinned it, about moved transactions',
      ],
      import_id: IMPORT_ID,
      position: POSITION,
    },
  },
  v1_statement: {
    about: 'Historical statements',
    from: 'historical_statement t',
    columns: {
      account_id: ACCOUNT_ID,
      statement_id: ['t.statement_id', "The client's identifier, unique within the account"],
      number: ['t.number', 'Number printed on the statement'],
      issued_date: ['t.issued_date', 'Date of issue'],
      ...PERIOD,
      gross_amount: ['t.gross_amount', 'Amount, tax included'],
      statement_path: ['t.path', 'Path of its document, as sent'],
      import_id: IMPORT_ID,
      position: POSITION,
    },
  },
  v1_billing_document: {
    about: 'Historical billing documents',
    from: 'billing_document t',
    columns: {
      account_id: ACCOUNT_ID,
      ledger_number: LEDGER_NUMBER,
      billing_document_identifier: ['t.identifier', "The client's identifier, unique within the ledger"],
      billing_document_type: ['t.type', 'PERIOD_BASED or ITEM_BASED'],
      issued_date: ['t.issued_date', 'Date of issue'],
      ...PERIOD,
      import_id: IMPORT_ID,
      position: POSITION,
    },
  },
  v1_payment_instruction: {
    about: 'The active payment instruction of each account that has one',
    from: 'payment_instruction t where t.is_active',
    columns: {
      account_id: ACCOUNT_ID,
      vendor: ['t.vendor', 'Payment vendor'],
      reference: ['t.reference', "The vendor's reference of the instruction"],
      type: ['t.type', 'CARD or DIRECT_DEBIT'],
      customer_reference: ['t.customer_reference', "The vendor's reference of the customer"],
      status: ['t.status', 'Status at the vendor when it was imported'],
      brand: ['t.brand', 'Brand of a card'],
      last_four: ['t.last_four', 'Last four digits'],
      expiry: ['t.expiry', 'Expiry of a card'],
      bank_name: ['t.bank_name', 'Name of the bank'],
      import_id: IMPORT_ID,
    },
  },
  v1_import: {
    about: 'Accepted import requests, without their payloads',
    from: 'accepted_import t left join import_undo u on u.account_id = t.account_id and u.import_id = t.id',
    columns: {
      account_id: ACCOUNT_ID,
      import_id: ['t.id', 'Id of the import, as in X-Import-Id'],
      received_at: ['t.received_at', 'Time at which the request was received'],
      endpoint: ['t.endpoint', 'Endpoint, such as transactions/create'],
      item_count: ['t.item_count', 'Items that were sent'],
      stored_items: ['t.stored_items', 'Of these, the items that were stored'],
      stored_billing_documents: ['t.stored_documents', 'Of these, the billing documents'],
      payload_sha256: [`encode(t.payload_sha256, 'hex')`, 'SHA-256 of the request as it was received'],
      payload_removed_at: ['t.payload_removed_at', 'Time at which its payload was removed; null if it is kept'],
      undone_at: ['u.undone_at', 'Time at which an operator undid it; null if it is in effect'],
      commit_position: ['t.commit_position', 'Order of the commits within the account, and of the feed'],
      load_id: ['t.load_id', 'The load that the request named in Carryover-Load-Id; null if it named none'],
    },
  },
};

const SCHEMA = 'carryover_read';

// Made by the role that owns the tables, with whose rights the views read: who reads them needs no right to a table.
const CREATE_SCHEMA = `do $$
begin
  if to_regnamespace('${SCHEMA}') is null then create schema ${SCHEMA}; end if;
end
$$`;

const comment = (on: string, text: string): string => `comment on ${on} is '${text.replaceAll("'", "''")}'`;

/** The comments on a view and its columns. */
const commentsOn = ([name, { about, columns }]: (typeof VIEWS)[number]): ReadonlyArray<string> => [
  comment(`view ${SCHEMA}.${name}`, about),
  ...Object.entries(columns).map(([column, [, text]]) => comment(`column ${SCHEMA}.${name}.${column}`, text)),
];

const VIEWS = Object.entries(READ_VIEWS);
/** Citus makes the views of a table that it distributes again, without comments. */
export const READ_VIEW_COMMENTS: ReadonlyArray<string> = VIEWS.flatMap(commentsOn);

/**
 * Makes the schema with its views and their comments, or brings them up to date. It belongs to the newest migration that changes a view
 * only: an earlier one would name columns of tables that are not there yet.
 */
export const MAKE_READ_VIEWS: ReadonlyArray<string> = [
  CREATE_SCHEMA,
  comment(
    `schema ${SCHEMA}`,
    'What is stored, for reports and replicas: views that are only added to (docs/hand-over.md)',
  ),
  ...VIEWS.flatMap((view) => {
    const [name, { from, columns }] = view;
    const values = Object.entries(columns).map(([column, [sql]]) => `${sql} as ${column}`);
    return [
      `create or replace view ${SCHEMA}.${name} as select ${values.join(', ')} from ${from}`,
      ...commentsOn(view),
    ];
  }),
];
