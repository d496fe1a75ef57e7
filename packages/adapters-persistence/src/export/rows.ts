import { type CountedType, SUMMED_FIELDS, TOTAL_TYPES } from '@carryover/domain/control-total';
import * as t from 'io-ts';
import { oneOf, orNull } from '../schema/stored-values.ts';
import { literal, type Snapshot } from '../sql/snapshot.ts';
import {
  ACCOUNT_COLUMNS,
  columnsOf,
  type ExportColumn,
  type ExportColumns,
  type ExportedValues,
  type ExportFormat,
  HISTORY,
  HISTORY_COLUMNS,
  INSTRUCTION_COLUMNS,
  LEDGER_COLUMNS,
  LEDGERS,
  lineOf,
  NOTE_COLUMNS,
  STATEMENT_COLUMNS,
  transactionColumns,
} from './columns.ts';
import { type ExportScope, known, wantedAccounts, wantedItems } from './scope.ts';

/** The files of an export, in the order in which they are written (decisions 18). */
export const EXPORTED_FILES = [
  'accounts',
  'notes',
  'transactions',
  'statements',
  'billing-documents',
  'payment-instructions',
] as const;
type ExportedFile = (typeof EXPORTED_FILES)[number];

/** The rows of a file. `order`: within an account. */
type Rows = { readonly columns: ExportColumns; readonly from: string; readonly where: string; readonly order: string };

/** Notes that a client sent: those of the service are pinned, and of an import of transactions. */
const SENT_NOTE = `(not t.is_pinned or exists (
  select from accepted_import i where i.account_id = t.account_id and i.id = t.import_id and i.endpoint = 'notes/create'))`;
/** Transactions that are not part of a history. */
const SENT_ALONE = `t.billing_document is null and not exists (
  select from ledger_history h where h.account_id = t.account_id and h.import_id = t.import_id)`;

const rowsOf = (
  { dialect }: Snapshot,
  { file, scope, values }: Pick<FileWanted, 'file' | 'scope' | 'values'>,
  isLines: boolean,
): Rows => {
  const where = wantedItems(scope);
  const items = (table: string, columns: ExportColumns, order: string, condition = 'true') => ({
    columns: [...columnsOf('text', { import_supplier: literal(scope.supplierCode) }), ...NUMBER, ...columns],
    from: `account a join ${table} t on t.account_id = a.id`,
    where: `${where} and ${condition}`,
    order,
  });
  switch (file) {
    case 'accounts':
      return {
        columns: [...NUMBER, ...(isLines ? ACCOUNT_COLUMNS : LEDGER_COLUMNS)],
        from: `account a ${isLines ? '' : LEDGERS}`,
        where: wantedAccounts(scope),
        order: isLines ? 'a.id' : 't.ledger_number',
      };
    case 'notes':
      return items('note', NOTE_COLUMNS, 't.identity, t.created_at', SENT_NOTE);
    case 'transactions':
      return items('ledger_transaction', transactionColumns(values), 't.transaction_id, t.occurrence', SENT_ALONE);
    case 'statements':
      return items('historical_statement', STATEMENT_COLUMNS, 't.statement_id');
    case 'billing-documents': {
      const histories = items('ledger_history', HISTORY_COLUMNS, 't.ledger_number');
      return { ...histories, from: `${histories.from} ${HISTORY(values, dialect)}` };
    }
    case 'payment-instructions':
      return items('payment_instruction', INSTRUCTION_COLUMNS, 't.import_id', 't.is_active');
  }
};
const NUMBER = columnsOf('text', { external_account_number: 'a.external_account_number' });

/**
 * Has PostgreSQL read account after account by their indexes, in the order of their numbers, which is the same in every installation:
 * nothing of the size of the data is sorted or kept.
 */
const IN_ORDER = `select ${['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'enable_sort', 'jit']
  .map((name) => `set_config('${name}', 'off', true)`)
  .join(', ')}`;

/** The accounts that a cluster is asked about at once: it sorts all rows of an answer, and so keeps them. */
const PART = 2_000;
const numberRow = t.type({ number: t.string });

/**
 * Parts the accounts of an export, in the order of their numbers: each part is a condition on accounts `a`. One server, and what came behind a
 * place, has one part.
 */
export const readParts = async (snapshot: Snapshot, scope: ExportScope): Promise<ReadonlyArray<string>> => {
  if (snapshot.dialect.isOfOneMoment || scope.after !== null || scope.account !== null) return ['true'];
  const numbers = 'select a.external_account_number from account a';
  const bounds: string[] = [];
  let seen = 0;
  for await (const rows of snapshot.stream(numberRow, `${numbers} where ${known(scope)} order by 1`))
    for (const { number } of rows) {
      seen += 1;
      if (seen % PART === 0) bounds.push(literal(number));
    }
  const number = 'a.external_account_number';
  return [...bounds, null].map((bound, at) => {
    const conditions = [
      ...(at === 0 ? [] : [`${number} > ${bounds[at - 1]}`]),
      ...(bound === null ? [] : [`${number} <= ${bound}`]),
    ];
    return conditions.length === 0 ? 'true' : conditions.join(' and ');
  });
};

const select = (values: string, { from, where, order }: Rows, part: string): string =>
  `select ${values} from ${from} where ${where} and ${part} order by a.external_account_number, ${order}`;

/** In the CSV format of `COPY`, with a quote and a delimiter that JSON cannot contain: the lines come as they are. */
const LINES = `format csv, quote e'\\x01', delimiter e'\\x02'`;
const CSV = 'format csv';

/** What came behind a place is a small part, for which PostgreSQL finds a better plan; so is that of a cluster. */
const prepare = async ({ read, dialect }: Snapshot, { after }: ExportScope): Promise<void> => {
  if (after === null && dialect.isOfOneMoment) await read(t.type({}), IN_ORDER);
};

/** Copies a file as lines of JSON or as CSV, as PostgreSQL makes them. @returns the number of rows. */
export const copyFile = async (
  snapshot: Snapshot,
  { format, ...wanted }: FileWanted & { readonly format: Exclude<ExportFormat, 'parquet'> },
  take: (bytes: Buffer) => Promise<void>,
): Promise<number> => {
  await prepare(snapshot, wanted.scope);
  const rows = rowsOf(snapshot, wanted, format === 'ndjson');
  const named = rows.columns.map(({ name, sql, type }) => `${type === 'flag' ? `(${sql})::text` : sql} as ${name}`);
  let written = 0;
  for (const [at, part] of wanted.parts.entries())
    written +=
      format === 'ndjson'
        ? await snapshot.copy(select(lineOf(rows.columns), rows, part), LINES, take)
        : await snapshot.copy(select(named.join(', '), rows, part), at === 0 ? `${CSV}, header` : CSV, take);
  return written;
};

export type FileWanted = {
  readonly file: ExportedFile;
  readonly scope: ExportScope;
  readonly parts: ReadonlyArray<string>;
  readonly values: ExportedValues;
};

/** A row as texts, by the names of its columns. */
export type ExportedRow = Readonly<Record<string, string | null>>;

/** Reads a file as rows of texts. */
export const readFileRows = (
  snapshot: Snapshot,
  wanted: FileWanted,
): {
  readonly columns: ReadonlyArray<Pick<ExportColumn, 'name' | 'type'>>;
  readonly rows: AsyncIterable<ReadonlyArray<ExportedRow>>;
} => {
  const rows = rowsOf(snapshot, wanted, false);
  const row = t.type(Object.fromEntries(rows.columns.map(({ name }) => [name, orNull(t.string)])));
  async function* read() {
    await prepare(snapshot, wanted.scope);
    const texts = rows.columns.map(({ sql }) => `(${sql})::text`).join(', ');
    for (const part of wanted.parts) yield* snapshot.stream(row, select(texts, rows, part));
  }
  return { columns: rows.columns, rows: read() };
};

/** A total of an export: `sum` is null for what has no amount. */
const total = t.type({ type: oneOf(TOTAL_TYPES), count: t.number, sum: orNull(t.string) });
type ExportedTotal = Readonly<t.TypeOf<typeof total>>;

/** Counts the items of an export, with the sums of transactions by type, also those of histories, and of statements. */
export const readExportTotals = async (
  { read }: Snapshot,
  scope: ExportScope,
): Promise<ReadonlyArray<ExportedTotal>> => {
  const items = (table: string, condition = 'true') =>
    `from account a join ${table} t on t.account_id = a.id where ${wantedItems(scope)} and ${condition}`;
  const counted = (type: CountedType, from: string, sum = 'null') =>
    `union all select '${type}', count(*)::float, ${sum} ${from}`;
  const rows = await read(
    total,
    `select t.type, count(*)::float as count, sum(t.${SUMMED_FIELDS.transaction})::text as sum ${items('ledger_transaction')} group by t.type
     ${counted('NOTE', items('note', SENT_NOTE))}
     ${counted('STATEMENT', items('historical_statement'), `coalesce(sum(t.${SUMMED_FIELDS.statement}), 0.00)::text`)}
     ${counted('BILLING_DOCUMENT', items('billing_document'))}
     ${counted('PAYMENT_INSTRUCTION', items('payment_instruction', 't.is_active'))}`,
  );
  return rows.toSorted((a, b) => TOTAL_TYPES.indexOf(a.type) - TOTAL_TYPES.indexOf(b.type));
};
