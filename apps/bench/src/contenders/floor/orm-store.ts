import { query } from '@carryover/adapters-persistence/driver/query';
import { defineEntity, type EntityManager, MikroORM, p } from '@mikro-orm/postgresql';
import type { FloorStore, PostedItem, Rows } from './store.ts';

const accountId = () => p.bigint('string').primary().autoincrement(false);
const json = () => p.json().nullable();
const text = () => p.text().nullable();

const LedgerTransaction = defineEntity({
  name: 'LedgerTransaction',
  tableName: 'ledger_transaction',
  properties: {
    accountId: accountId(),
    transactionId: p.text().primary(),
    occurrence: p.integer().primary(),
    ledgerNumber: p.text(),
    transactionDate: p.text(),
    amount: p.text(),
    type: p.text(),
    reason: text(),
    paymentType: text(),
    reference: text(),
    note: text(),
    displayNote: text(),
    productCode: text(),
    lineItems: json(),
    taxItems: json(),
    importId: p.uuid(),
  },
});

const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    accountId: accountId(),
    identity: p.blob().primary(),
    createdAt: p.datetime().primary(),
    body: text(),
    documents: p.array(),
    isPinned: p.boolean(),
    importId: p.uuid(),
    position: p.integer(),
  },
});

const HistoricalStatement = defineEntity({
  name: 'HistoricalStatement',
  tableName: 'historical_statement',
  properties: {
    accountId: accountId(),
    statementId: p.text().primary(),
    fromDate: p.text(),
    toDate: p.text(),
    issuedDate: p.text(),
    number: p.text(),
    grossAmount: p.text(),
    path: text(),
    document: text(),
    importId: p.uuid(),
    position: p.integer(),
  },
});

type Common = Pick<Rows, 'accountId' | 'importId'>;

const toTransaction = ({ accountId, importId }: Common, item: PostedItem) => ({
  accountId,
  transactionId: item.transaction_id,
  occurrence: 0,
  ledgerNumber: 'L-1',
  transactionDate: item.transaction_date,
  amount: item.amount,
  type: item.type,
  reason: item.reason,
  paymentType: item.payment_type,
  reference: item.reference,
  note: item.note,
  displayNote: item.display_note,
  productCode: item.product_code,
  lineItems: item.line_items,
  taxItems: item.tax_items,
  importId,
});

const toNote = ({ accountId, importId }: Common, item: PostedItem) => ({
  accountId,
  identity: Buffer.from(String(item.identity).slice(2), 'hex'),
  createdAt: new Date(String(item.created_at)),
  body: item.body,
  documents: item.documents,
  isPinned: item.is_pinned,
  importId,
  position: item.position,
});

const toStatement = ({ accountId, importId }: Common, item: PostedItem) => ({
  accountId,
  statementId: item.statement_id,
  fromDate: item.bill_period_from_date,
  toDate: item.bill_period_to_date,
  issuedDate: item.issued_date,
  number: item.number,
  grossAmount: item.gross_amount,
  path: item.statement_path,
  document: item.statement_path,
  importId,
  position: 0,
});

// Posted values go in as they are: it is the insert that is measured, not a model of the data.
const insert = async (em: EntityManager, table: string, { items, ...common }: Rows): Promise<void> => {
  const rowsOf = (toRow: (of: Common, item: PostedItem) => object) =>
    items.map((item) => toRow(common, item)) as never[];
  if (table === 'ledger_transaction') await em.insertMany(LedgerTransaction, rowsOf(toTransaction));
  else if (table === 'note') await em.insertMany(Note, rowsOf(toNote));
  else if (table === 'historical_statement') await em.insertMany(HistoricalStatement, rowsOf(toStatement));
  else throw new Error(`insertMany is not measured on ${table}.`);
};

/** MikroORM's `insertMany` in `em.transactional`; reads use only the driver. */
export const makeOrmStore = (url: string, maxConnections: number): FloorStore => {
  const orm = new MikroORM({
    entities: [LedgerTransaction, Note, HistoricalStatement],
    pool: { min: 0, max: maxConnections },
    driverOptions: { connectionString: url, keepAlive: true, pipeline: true },
    clientUrl: url,
    allowGlobalContext: false,
    logger: () => undefined,
  });
  return {
    inTransaction: (work) =>
      orm.em.fork().transactional((em) =>
        work({
          query: async <Row>(sql: string, parameters: ReadonlyArray<unknown>) =>
            (await query(em, sql, parameters)) as ReadonlyArray<Row>,
          insert: (table, rows) => insert(em, table, rows),
        }),
      ),
  };
};
