import { complain } from '@carryover/contract/issue';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import { isPart, type Kind, type Part, wholeKind } from '@carryover/contract/kinds';
import { type RowText, rejected } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import {
  type ItemRow,
  memberText,
  parsed,
  REASONS,
  type Read,
  type ReadItem,
  type Rejected,
  without,
} from '../rows/item.ts';
import { ItemStore } from '../store/item-store.ts';
import { byAccount } from './join.ts';

const DOCUMENT = 'billing_document_identifier';
const OF_LEDGER = ['import_supplier', 'external_account_number', 'ledger_code', 'ledger_number'];
/** All rows of a ledger have the same of these. */
const SHARED = ['ledger_code', 'billing_document_type'];
/** The mark of a row that could not be read, in the store. */
const UNREAD = 'unread';

const ORPHAN = complain('invalid', 'No document of these files has this billing_document_identifier on this ledger.');
const INCOMPLETE = complain(
  'invalid',
  'Rows of this ledger are rejected, so that its history would lack some, and it can be imported only once. Correct them, and load all files again.',
);

const refuse = ({ file, line, raw, csv }: ReadItem, complaint: ReturnType<typeof complain>, path: string): ItemRow =>
  E.left({ file, line, raw, ...(csv === undefined ? {} : { csv }), why: rejected({ ...complaint, path }) });

/** Returns true for a row that is one document, and not the history of a ledger. */
const isDocument = (value: JsonObject, csv: RowText['csv']): boolean =>
  Object.hasOwn(value, DOCUMENT) || csv?.columns.includes(DOCUMENT) === true;

const rowOf = ({ raw, wasRejected }: ReadItem): JsonObject =>
  wasRejected ? without(parsed(raw), REASONS.names) : parsed(raw);

/** Makes the history of a ledger of its documents and their transactions. */
const historyOf = (rows: ReadonlyArray<ReadItem>, kinds: ReadonlyArray<Kind | Part>): ReadonlyArray<ItemRow> => {
  const read = rows.filter(({ value }) => !Object.hasOwn(value, UNREAD));
  const documents = read.filter(({ file }) => !isPart(kinds[file]!));
  const transactions = Map.groupBy(
    read.filter(({ file }) => isPart(kinds[file]!)),
    ({ value }) => memberText(value, DOCUMENT),
  );
  const known = new Set<string | null>([null, ...documents.map(({ value }) => memberText(value, DOCUMENT))]);
  const orphans = [...transactions].flatMap(([id, own]) => (known.has(id) ? [] : own));
  const refusedOrphans = orphans.map((row) => refuse(row, ORPHAN, DOCUMENT));
  const first = documents[0] ?? read.find((row) => !orphans.includes(row));
  if (first === undefined) return refusedOrphans;
  const shared = Object.fromEntries(
    SHARED.flatMap((name) => {
      const has = read.find(({ value }) => Object.hasOwn(value, name));
      return has === undefined ? [] : [[name, has.value[name]!] as const];
    }),
  );
  const objectsOf = (id: string | null) =>
    (transactions.get(id) ?? []).map((row) => without(rowOf(row), [...OF_LEDGER, ...SHARED, DOCUMENT]));
  const additional = objectsOf(null);
  const { import_supplier, external_account_number, ledger_number } = first.value;
  const value: JsonObject = {
    ...(import_supplier === undefined ? {} : { import_supplier }),
    ...(external_account_number === undefined ? {} : { external_account_number }),
    ...(ledger_number === undefined ? {} : { ledger_number }),
    ...shared,
    historical_billing_documents: documents.map((row) => ({
      ...without(rowOf(row), OF_LEDGER),
      ...(Object.hasOwn(row.value, 'transactions') ? {} : { transactions: objectsOf(memberText(row.value, DOCUMENT)) }),
    })),
    ...(additional.length === 0 ? {} : { additional_historical_transactions: additional }),
  };
  const { csv: _, ...place } = first;
  const history: ReadItem = { ...place, value, raw: JSON.stringify(value), wasRejected: false, isJoined: true };
  const twice = documents.find(
    (row) => Object.hasOwn(row.value, 'transactions') && transactions.has(memberText(row.value, DOCUMENT)),
  );
  const other = read.find(({ value: own }) =>
    SHARED.some((name) => Object.hasOwn(own, name) && memberText(own, name) !== memberText(shared, name)),
  );
  if (twice !== undefined)
    return [
      refuse(
        history,
        complain('invalid', `The document of line ${twice.line} has transactions in its own row, and in another file.`),
        'historical_billing_documents',
      ),
      ...refusedOrphans,
    ];
  if (other !== undefined)
    return [
      refuse(
        history,
        complain(
          'invalid',
          `Rows of this ledger have different values of ${SHARED.join(' or ')}, as line ${other.line}.`,
        ),
        '',
      ),
      ...refusedOrphans,
    ];
  const lacks = orphans.length > 0 || read.length < rows.length;
  return [lacks ? refuse(history, INCOMPLETE, 'historical_billing_documents') : E.right(history), ...refusedOrphans];
};

/** Returns the row that stands for one that could not be read, on its ledger; null if the ledger is not known. */
const unreadOf = ({ file, line, why }: Rejected, supplier: string | null): ReadItem | null => {
  const { import_supplier = supplier, external_account_number: number, ledger_number } = why.object ?? {};
  if (typeof import_supplier !== 'string' || typeof number !== 'string' || typeof ledger_number !== 'string')
    return null;
  const value = { import_supplier, external_account_number: number, ledger_number, [UNREAD]: true };
  const account = { supplier: import_supplier, number };
  return {
    kind: 'billing-documents',
    file,
    line,
    account,
    isNamed: true,
    wasRejected: false,
    value,
    raw: JSON.stringify(value),
  };
};

/**
 * Reads the histories of ledgers: those that a row has as a whole, and those whose documents and transactions are rows. As a
 * history can be imported only once, a row that cannot be attributed to a ledger ends the reading before any history is made of
 * rows; if one of a ledger is rejected, its history is, too.
 *
 * @param kinds of all files; those of other kinds are not read.
 */
export async function* histories(
  kinds: ReadonlyArray<Kind | Part>,
  supplier: string | null,
  read: (file: number) => AsyncGenerator<Read>,
): AsyncGenerator<Read> {
  const store = new ItemStore();
  const files = kinds.flatMap((kind, file) => (wholeKind(kind) === 'billing-documents' ? [{ kind, file }] : []));
  let documentsIn: number | null = null;
  try {
    for (const { kind, file } of files) {
      let isOfRows = isPart(kind);
      let unknown: Rejected | null = null;
      for await (const { rows, items } of read(file)) {
        const others: ItemRow[] = [];
        for (const row of items) {
          if (E.isRight(row)) {
            if (isPart(kind) || isDocument(row.right.value, row.right.csv)) {
              isOfRows = true;
              documentsIn ??= file;
              store.add(row.right);
            } else others.push(row);
          } else if (isOfRows || isDocument(row.left.why.object ?? {}, row.left.csv)) {
            const { object: _, ...why } = row.left.why;
            const own = { ...row.left, why };
            const unread = unreadOf(row.left, supplier);
            if (unread === null) unknown = own;
            else store.add(unread);
            if (unread !== null) others.push(E.left(own));
          } else {
            unknown = row.left.why.isHeader === true ? unknown : row.left;
            others.push(row);
          }
          if (unknown !== null && isOfRows) {
            const why = unknown.why.stopsReading
              ? unknown.why
              : { ...unknown.why, stopsReading: true, isOfRow: true as const };
            yield { file, rows, items: [...others, E.left({ ...unknown, why })] };
            return;
          }
        }
        yield { file, rows, items: others };
      }
    }
    if (documentsIn === null) return;
    for (const rows of byAccount(store)) {
      const ledgers = Map.groupBy(rows, ({ value }) => memberText(value, 'ledger_number'));
      const items = [...ledgers.values()].flatMap((own) => historyOf(own, kinds));
      yield { file: documentsIn, rows: 0, items };
    }
  } finally {
    store.close();
  }
}
