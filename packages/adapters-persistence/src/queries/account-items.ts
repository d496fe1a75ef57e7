import type { Stored } from '@carryover/application/ports/store-failure';
import { BILLING_DOCUMENT_TYPES } from '@carryover/domain/billing-document';
import { isWellFormed } from '@carryover/domain/text';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { second } from '../schema/stored-items.ts';
import { calendarDate, dateTime, lineItems, oneOf, orNull, taxItems, textThat } from '../schema/stored-values.ts';
import { readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

const note = t.type({
  /** A hash of what makes the note the same as another, as PostgreSQL writes bytes. */
  identity: t.string,
  body: orNull(t.string),
  /** Full locations. */
  documents: t.array(t.string),
  /** As posted; null without documents. */
  documentPaths: orNull(t.array(t.string)),
  createdAt: dateTime,
  /** As submitted: also after its `unpinAt`. */
  isPinned: t.boolean,
  unpinAt: orNull(dateTime),
  /** True for a note that the service itself pinned (decisions 4). */
  isAddedByService: t.boolean,
  /** The request that stored the item, as shown by `imports show --id`. */
  importId: t.string,
  /** Zero-based, among the items of its kind in that request. */
  position: t.number,
});
export type StoredNote = Readonly<t.TypeOf<typeof note>>;

const transaction = t.type({
  transactionId: t.string,
  /** 0 for the first transaction with its id on the account, then 1, 2, … */
  occurrence: t.number,
  ledgerNumber: t.string,
  /** The new date of a moved transaction, whose note is then the new one, too. */
  date: calendarDate,
  /** With two decimals. */
  amount: t.string,
  type: oneOf(TRANSACTION_TYPES),
  reason: orNull(t.string),
  paymentType: orNull(t.string),
  reference: orNull(t.string),
  note: orNull(t.string),
  displayNote: orNull(t.string),
  productCode: orNull(t.string),
  lineItems: orNull(lineItems),
  taxItems: orNull(taxItems),
  /** The submitted date of a moved transaction; null for others. */
  submittedDate: orNull(calendarDate),
  /** The submitted note of a moved transaction. */
  submittedNote: orNull(t.string),
  billingDocument: orNull(t.string),
  importId: t.string,
});
/** A stored transaction; its amounts are exact texts. */
export type StoredTransaction = Readonly<t.TypeOf<typeof transaction>>;

const period = t.type({ from: calendarDate, to: calendarDate });

const billingDocument = t.type({
  ledgerNumber: t.string,
  identifier: t.string,
  type: oneOf(BILLING_DOCUMENT_TYPES),
  issuedDate: calendarDate,
  period: orNull(period),
  importId: t.string,
  position: t.number,
});
export type StoredDocument = Readonly<t.TypeOf<typeof billingDocument>>;

const statement = t.type({
  statementId: t.string,
  number: t.string,
  issuedDate: calendarDate,
  period,
  /** With two decimals. */
  grossAmount: t.string,
  /** As posted. */
  path: orNull(t.string),
  /** The full location. */
  document: orNull(t.string),
  importId: t.string,
  position: t.number,
});
export type StoredStatement = Readonly<t.TypeOf<typeof statement>>;

/** The lists of an account by the names of the interface, and what each contains. */
export type Items = {
  readonly notes: StoredNote;
  readonly transactions: StoredTransaction;
  readonly billing_documents: StoredDocument;
  readonly statements: StoredStatement;
};
export type ItemList = keyof Items;

/** Columns by which a list is read, the properties of an item that they are, and the values that they may have in a cursor. */
type Order<Item> = ReadonlyArray<readonly [column: string, property: keyof Item, value: t.Mixed]>;

type List<Item> = {
  readonly row: t.Type<Item, unknown>;
  readonly columns: string;
  readonly table: string;
  /** The bytes of a row's texts in SQL; 0 if they are few. */
  readonly bytes: string;
  /** That of the table's key, which gives the start of a page. */
  readonly byKey: Order<Item>;
  readonly newestFirst: Order<Item>;
  /** By amount, for lists whose items have one. */
  readonly largestFirst?: Order<Item>;
};

/** Orders in which a list is shown. A list whose items have no amount is in the order of the newest instead of the largest. */
export const ITEM_ORDERS = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type ItemOrder = (typeof ITEM_ORDERS)[number];

// Clients send cursors, so they must not contain what PostgreSQL cannot store.
const int = t.refinement(t.Int, (value) => value >= 0 && value < 2 ** 31);
const storable = textThat('text', isWellFormed);
const money = textThat('an amount', (text) => /^-?\d{1,12}\.\d\d$/.test(text));
const hash = textThat('a hash', (text) => /^\\x([0-9a-f]{2})*$/.test(text));

const bytesOf = (...columns: ReadonlyArray<string>) =>
  columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
const PERIOD = `json_build_object('from', from_date, 'to', to_date)`;
const SOURCE = 'import_id as "importId", position';

const LISTS: { readonly [L in ItemList]: List<Items[L]> } = {
  notes: {
    row: note,
    columns: `identity::text, body, documents, document_paths as "documentPaths", ${second('created_at')} as "createdAt",
      is_pinned as "isPinned", ${second('unpin_at')} as "unpinAt", ${SOURCE},
      exists (select from accepted_import r
        where r.account_id = $1 and r.id = note.import_id and r.endpoint <> 'notes/create') as "isAddedByService"`,
    table: 'note',
    bytes: bytesOf('body', 'document_paths::text'),
    byKey: [
      ['identity', 'identity', hash],
      ['created_at', 'createdAt', dateTime],
    ],
    newestFirst: [
      ['created_at', 'createdAt', dateTime],
      ['identity', 'identity', hash],
    ],
  },
  transactions: {
    row: transaction,
    columns: `transaction_id as "transactionId", occurrence, ledger_number as "ledgerNumber",
      transaction_date::text as date, amount::text, type, reason, payment_type as "paymentType", reference, note,
      display_note as "displayNote", product_code as "productCode", line_items as "lineItems", tax_items as "taxItems",
      submitted_date::text as "submittedDate", submitted_note as "submittedNote",
      billing_document as "billingDocument", import_id as "importId"`,
    table: 'ledger_transaction',
    bytes: bytesOf('note', 'display_note', 'submitted_note', 'line_items::text', 'tax_items::text'),
    byKey: [
      ['transaction_id', 'transactionId', storable],
      ['occurrence', 'occurrence', int],
    ],
    newestFirst: [
      ['transaction_date', 'date', calendarDate],
      ['transaction_id', 'transactionId', storable],
      ['occurrence', 'occurrence', int],
    ],
    largestFirst: [
      ['amount', 'amount', money],
      ['transaction_id', 'transactionId', storable],
      ['occurrence', 'occurrence', int],
    ],
  },
  billing_documents: {
    row: billingDocument,
    columns: `ledger_number as "ledgerNumber", identifier, type, issued_date::text as "issuedDate",
      case when from_date is null then null else ${PERIOD} end as period, ${SOURCE}`,
    table: 'billing_document',
    bytes: '0',
    byKey: [
      ['ledger_number', 'ledgerNumber', storable],
      ['identifier', 'identifier', storable],
    ],
    newestFirst: [
      ['issued_date', 'issuedDate', calendarDate],
      ['position', 'position', int],
      ['ledger_number', 'ledgerNumber', storable],
      ['identifier', 'identifier', storable],
    ],
  },
  statements: {
    row: statement,
    columns: `statement_id as "statementId", number, issued_date::text as "issuedDate", ${PERIOD} as period,
      gross_amount::text as "grossAmount", path, document, ${SOURCE}`,
    table: 'historical_statement',
    bytes: '0',
    byKey: [['statement_id', 'statementId', storable]],
    newestFirst: [
      ['issued_date', 'issuedDate', calendarDate],
      ['statement_id', 'statementId', storable],
    ],
    largestFirst: [
      ['gross_amount', 'grossAmount', money],
      ['statement_id', 'statementId', storable],
    ],
  },
};

/** Items of a list; `next` is the `after` of the following page, null on the last one. */
export type Page<Item> = { readonly items: ReadonlyArray<Item>; readonly next: string | null };

const cursorOf = <Item>(order: Order<Item>, item: Item): string =>
  Buffer.from(JSON.stringify(order.map(([, property]) => item[property]))).toString('base64url');

/** Returns the position that a cursor of this order names; null if the text is not one. */
const positionOf = <Item>(order: Order<Item>, cursor: string): ReadonlyArray<unknown> | null => {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(position) || position.length !== order.length) return null;
    return order.every(([, , value], index) => value.is(position[index])) ? position : null;
  } catch {
    return null;
  }
};

/** Returns an order's columns with their table: a name alone is that of a result, such as an identity as text. */
const columnsOf = <Item>({ table }: List<Item>, order: Order<Item>): ReadonlyArray<string> =>
  order.map(([column]) => `${table}.${column}`);

/** Returns the condition that a row is behind a position, whose values are `$first` and the following ones. */
const isBehind = (
  columns: ReadonlyArray<string>,
  than: '<' | '>',
  position: ReadonlyArray<unknown>,
  first: number,
): string =>
  position.length === 0 ? 'true' : `(${columns}) ${than} (${position.map((_, index) => `$${first + index}`)})`;

/** Maximum number of items per page (decisions 13). */
const PAGE_SIZE = 1_000;
/** Maximum bytes of a page's texts: one item may have 16 MiB of line items, and a service has many readers. */
const PAGE_BYTES = 4 * 1024 * 1024;

const pageRow = t.type({ hasNext: t.boolean });

/**
 * Reads a page of a list by its table's key: at most 1,000 items, fewer if their texts have more than 4 MiB, and at least one.
 * null if `after` is not the `next` of a page of this list.
 */
export const readItemPage =
  (em: EntityManager) =>
  <L extends ItemList>(accountId: string, list: L, after: string | null): Stored<Page<Items[L]> | null> =>
    stored(async () => {
      const { row, columns, table, bytes, byKey: order }: List<Items[L]> = LISTS[list];
      const position = after === null ? [] : positionOf(order, after);
      if (position === null) return null;
      const key = columnsOf(LISTS[list], order);
      const sql = `
        select * from (
          select ${columns}, row_number() over page as place, sum(${bytes}) over page as bytes,
            lead(true) over page is not null as "hasNext"
          from ${table}
          where account_id = $1 and ${isBehind(key, '>', position, 3)}
          window page as (order by ${key} rows unbounded preceding)
          order by ${key}
          limit $2) page
        where place = 1 or bytes <= ${PAGE_BYTES}
        order by place`;
      const items = await readRows(em, t.intersection([row, pageRow]), sql, [accountId, PAGE_SIZE, ...position]);
      const last = items.at(-1);
      return { items, next: last?.hasNext === true ? cursorOf(order, last) : null };
    });

/** Conditions on the items of a list; their values are `$3`, `$4`, … */
export type Where = readonly [conditions: string, ...values: ReadonlyArray<string | null>];

/**
 * Reads a list, newest first if not told otherwise: at most `size` items behind `after`, or from the beginning if that is not a cursor of this order.
 *
 * @param size null: all.
 */
export const readNewestItems = async <L extends ItemList>(
  em: EntityManager,
  accountId: string,
  list: L,
  size: number | null,
  after: string | null = null,
  [conditions, ...values]: Where = ['true'],
  sort: ItemOrder = 'newest',
): Promise<Page<Items[L]>> => {
  const { row, columns, table, newestFirst, largestFirst = newestFirst }: List<Items[L]> = LISTS[list];
  const order = sort === 'largest' || sort === 'smallest' ? largestFirst : newestFirst;
  const [than, direction] =
    sort === 'oldest' || sort === 'smallest' ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
  const key = columnsOf(LISTS[list], order);
  const position = (after === null ? null : positionOf(order, after)) ?? [];
  const sql = `
    select ${columns} from ${table}
    where account_id = $1 and ${conditions} and ${isBehind(key, than, position, 3 + values.length)}
    order by ${key.map((column) => `${column} ${direction}`)}
    limit $2`;
  const limit = size === null ? null : size + 1;
  const found = await readRows(em, row, sql, [accountId, limit, ...values, ...position]);
  if (size === null || found.length <= size) return { items: found, next: null };
  const items = found.slice(0, size);
  return { items, next: cursorOf(order, items.at(-1)!) };
};
