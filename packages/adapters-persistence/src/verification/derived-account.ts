import type { ImportCommand } from '@carryover/application/ports/import-records';
import type { ImportBasis, Store } from '@carryover/application/ports/store';
import type { CalendarDate, StatementPeriod } from '@carryover/domain/calendar-date';
import type { DateTime } from '@carryover/domain/date-time';
import type { PostedTransaction } from '@carryover/domain/differences';
import type { Ledger } from '@carryover/domain/ledger';
import { type KnownNote, type Note, noteIdentity } from '@carryover/domain/note';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import type { HistoricalStatement } from '@carryover/domain/statement';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { BILLING_DOCUMENT_COLUMNS } from '../imports/billing-document-repository.ts';
import { makeStoredTotals } from '../imports/import-records.ts';
import { NOTE_COLUMNS, noteHash } from '../imports/note-repository.ts';
import { INSTRUCTION_COLUMNS } from '../imports/payment-instruction-repository.ts';
import { STATEMENT_COLUMNS, toStoredStatement } from '../imports/statement-repository.ts';
import { TRANSACTION_COLUMNS, toStoredTransaction } from '../imports/transaction-repository.ts';
import type { StoredRow } from './rows-digest.ts';
import { keyOf, placeOf, type Row, type TableName } from './stored-account.ts';

type Value = string | boolean | ReadonlyArray<string> | null;
type Columns<A> = Readonly<Record<string, (item: A) => Value>>;

const toText = (value: Value): string | null => {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
};

/** Returns the row of an item. */
const rowOf = <A>(columns: Columns<A>, item: A, rest: Row): Row => {
  const row: Record<string, string | null> = { ...rest };
  for (const column in columns) row[column] = toText(columns[column]!(item));
  return row;
};

/** A row that must be stored, and what later imports see of it. */
type Derived = {
  readonly table: TableName;
  readonly row: Row;
  readonly importId: string;
  readonly transaction?: PostedTransaction;
  readonly statement?: HistoricalStatement;
  readonly note?: Omit<KnownNote, 'identity'>;
  readonly instruction?: ActiveInstruction;
};

/** No date is outside of it: an import whose dates were moved keeps its own period. */
const ANY_DAY: StatementPeriod = { from: '1900-01-01' as CalendarDate, to: null };

/** What an import recorded of itself when it was accepted. */
type Derivation = {
  readonly itemCount: number;
  readonly items: number;
  readonly billingDocuments: number;
  /** Of transactions, as JSON; null if it stored none. */
  readonly storedTotals: string | null;
  /** The rows of earlier imports that it had again, with the same content; of notes, there are none. */
  readonly again: ReadonlyArray<StoredRow>;
};

/** The import that is derived, and what its account was at the time. */
type DerivedImport = {
  readonly importId: string;
  readonly basis: ImportBasis;
  readonly supplierId: string;
  /** The main ledger; null if the account has none. */
  readonly mainLedger: string | null;
  readonly ledgerCode: string;
};

/**
 * The rows that an account must have, derived from its imports: a store in memory, to which the use cases of the service add, with
 * the columns of its repositories.
 */
export class DerivedAccount {
  readonly #rows = new Map<TableName, Map<string, Derived>>();
  readonly #byImport = new Map<string, Derived[]>();
  readonly #transactions = new Map<string, Derived[]>();
  readonly #notes = new Map<string, Derived[]>();
  #derivation: Derivation | null = null;
  /** The rows that the import which is derived found, by id. */
  #found = new Map<string, Derived>();

  /** The rows of a table, by key. */
  rows(table: TableName): ReadonlyMap<string, { readonly row: Row; readonly importId: string }> {
    return this.#rows.get(table) ?? new Map();
  }

  /** The rows that an import added, and that were not removed. */
  rowsOf(importId: string): ReadonlyArray<StoredRow> {
    return this.#byImport.get(importId) ?? [];
  }

  /** Removes what an import added, as an undo does. */
  undo(importId: string): void {
    for (const derived of this.#byImport.get(importId) ?? []) {
      const { table, row } = derived;
      this.#rows.get(table)!.delete(keyOf(table, row));
      for (const [index, name] of [
        [this.#transactions, row.transaction_id],
        [this.#notes, row.identity],
      ] as const)
        if (name !== undefined && name !== null)
          index.set(
            name,
            (index.get(name) ?? []).filter((one) => one !== derived),
          );
    }
    this.#byImport.delete(importId);
  }

  /**
   * Of what an import added, keeps what is stored, at its occurrence: it is not known what the account had at the time, so that an item
   * may have been there already.
   */
  keepStored(importId: string, stored: ReadonlyArray<StoredRow>): void {
    const places = new Map(stored.map(({ table, row }) => [`${table} ${placeOf(table, row)}`, row]));
    const all = this.#byImport.get(importId) ?? [];
    this.undo(importId);
    for (const derived of all) {
      const { table, row } = derived;
      const found = places.get(`${table} ${placeOf(table, row)}`);
      if (found === undefined) continue;
      const { occurrence } = found;
      this.#add(occurrence === undefined ? derived : { ...derived, row: { ...row, occurrence } });
    }
  }

  /** Takes over stored rows of an import that cannot be derived: its payload is not known. */
  adopt(table: TableName, row: Row): void {
    const derived: Derived = { table, row, importId: row.import_id! };
    if (table === 'ledger_transaction') this.#add({ ...derived, transaction: toStoredTransaction(row) });
    else if (table === 'historical_statement') this.#add({ ...derived, statement: toStoredStatement(row) });
    else if (table === 'note')
      this.#add({
        ...derived,
        note: {
          createdAt: row.created_at as DateTime,
          isPinned: row.is_pinned === 'true',
          unpinAt: row.unpin_at as DateTime | null,
          documentPaths: JSON.parse(row.document_paths ?? '[]'),
        },
      });
    else if (table === 'payment_instruction')
      this.#add({
        ...derived,
        instruction: { vendor: row.vendor, reference: row.reference, type: row.type } as ActiveInstruction,
      });
    else this.#add(derived);
  }

  /** What the last import recorded of itself; null if it was not accepted. */
  takeDerivation(): Derivation | null {
    const derivation = this.#derivation;
    this.#derivation = null;
    return derivation;
  }

  #add(derived: Derived): void {
    const { table, row, importId } = derived;
    const rows = this.#rows.get(table) ?? new Map<string, Derived>();
    this.#rows.set(table, rows);
    rows.set(keyOf(table, row), derived);
    const add = (index: Map<string, Derived[]>, name: string): void => {
      const all = index.get(name);
      if (all === undefined) index.set(name, [derived]);
      else all.push(derived);
    };
    add(this.#byImport, importId);
    if (table === 'ledger_transaction') add(this.#transactions, row.transaction_id!);
    if (table === 'note') add(this.#notes, row.identity!);
  }

  #instruction(): ActiveInstruction | null {
    for (const { instruction } of this.#rows.get('payment_instruction')?.values() ?? []) return instruction!;
    return null;
  }

  #nextOccurrence(id: string): number {
    return (this.#transactions.get(id) ?? []).reduce((next, { row }) => Math.max(next, Number(row.occurrence) + 1), 0);
  }

  #first(id: string): Derived | undefined {
    let first: Derived | undefined;
    for (const derived of this.#transactions.get(id) ?? [])
      if (first === undefined || Number(derived.row.occurrence) < Number(first.row.occurrence)) first = derived;
    return first;
  }

  #addNotes(importId: string, notes: ReadonlyArray<Note>): void {
    notes.forEach((note, position) => {
      const identity = noteHash(noteIdentity(note)).toString('hex');
      const row = rowOf(NOTE_COLUMNS, note, { identity, import_id: importId, position: String(position) });
      this.#add({ table: 'note', row, importId, note });
    });
  }

  /** The account's store, for the use case of one import. */
  store({ importId, basis, supplierId, mainLedger, ledgerCode }: DerivedImport, command: () => ImportCommand): Store {
    this.#found = new Map();
    const ledger = (ledgerNumber: string): Ledger => ({
      ledgerNumber,
      ledgerCode,
      isMain: true,
      openPeriod: basis.openPeriod ?? ANY_DAY,
      hasFinalizedBillingDocument: false,
      hasImportedHistory: this.#rows.get('ledger_history')?.has(JSON.stringify([ledgerNumber])) === true,
    });
    const write = (work: () => void) => {
      work();
      return TE.right(undefined);
    };
    const ofImport = { import_id: importId };
    const totals = makeStoredTotals();
    return {
      accounts: {
        locked: TE.fromIO(() => {
          const { account } = command();
          return {
            id: '',
            externalAccountNumber: account.externalAccountNumber,
            serviceAccountNumber: '',
            status: 'IMPORTED' as const,
            erasedAt: null,
            supplier: {
              id: supplierId,
              organisationId: account.organisationId,
              code: account.supplierCode,
              status: 'Ongoing' as const,
              configuration: {
                documentRoot: basis.documentRoot ?? '',
                verifyDocuments: false,
                automatedEmails: false,
                // What the supplier enforced, all accepted requests keep.
                supplyChargeArithmetic: 'report' as const,
                unknownFields: 'report' as const,
              },
            },
          };
        }),
      },
      ledgers: {
        main: TE.fromIO(() => ledger(mainLedger ?? '')),
        find: (ledgerNumber) => TE.fromIO(() => ledger(ledgerNumber)),
        closeToHistory: ({ ledgerNumber }) =>
          write(() =>
            this.#add({ table: 'ledger_history', row: { ledger_number: ledgerNumber, ...ofImport }, importId }),
          ),
      },
      notes: {
        known: (drafts) =>
          TE.fromIO(() =>
            drafts.flatMap((draft) => {
              const identity = noteIdentity(draft);
              const known = this.#notes.get(noteHash(identity).toString('hex')) ?? [];
              return known.map(({ note }) => ({ ...note!, identity }));
            }),
          ),
        add: (notes) => write(() => this.#addNotes(importId, notes)),
      },
      transactions: {
        previouslyAdded: (transactions) =>
          TE.fromIO(() => {
            const found = new Map<string, PostedTransaction>();
            if (this.#transactions.size === 0) return found;
            for (const { transactionId: id } of transactions) {
              const first = this.#first(id);
              if (first === undefined) continue;
              found.set(id, first.transaction!);
              this.#found.set(id, first);
            }
            return found;
          }),
        add: ({ ledger: { ledgerNumber }, again }, placed) =>
          write(() => {
            totals.add(ledgerNumber, placed);
            for (const one of placed) {
              const { transaction, movedFrom } = one;
              const occurrence = again ? this.#nextOccurrence(transaction.transactionId) : 0;
              const rest = { occurrence: String(occurrence), ledger_number: ledgerNumber, ...ofImport };
              const posted = movedFrom === null ? transaction : { ...transaction, ...movedFrom };
              this.#add({
                table: 'ledger_transaction',
                row: rowOf(TRANSACTION_COLUMNS, one, rest),
                importId,
                transaction: { transaction: posted, ledgerNumber },
              });
            }
          }),
      },
      billingDocuments: {
        add: ({ ledgerNumber }, documents) =>
          write(() =>
            documents.forEach((document, position) => {
              const rest = { ledger_number: ledgerNumber, position: String(position), ...ofImport };
              this.#add({ table: 'billing_document', row: rowOf(BILLING_DOCUMENT_COLUMNS, document, rest), importId });
            }),
          ),
      },
      statements: {
        known: (ids) =>
          TE.fromIO(() => {
            const known = this.#rows.get('historical_statement');
            return new Map(
              ids.flatMap((id) => {
                const found = known?.get(JSON.stringify([id]));
                if (found === undefined) return [];
                this.#found.set(id, found);
                return [[id, found.statement!] as const];
              }),
            );
          }),
        add: (statements) =>
          write(() =>
            statements.forEach((statement, position) => {
              const row = rowOf(STATEMENT_COLUMNS, statement, { position: String(position), ...ofImport });
              this.#add({ table: 'historical_statement', row, importId, statement });
            }),
          ),
      },
      paymentInstructions: {
        active: TE.fromIO((): ActiveInstruction | null => this.#instruction()),
        add: (instruction) =>
          write(() => {
            const row = rowOf(INSTRUCTION_COLUMNS, instruction, { is_active: 'true', ...ofImport });
            this.#add({ table: 'payment_instruction', row, importId, instruction });
          }),
      },
      imports: {
        accept: (_account, { submission: { itemCount } }, { items, billingDocuments = 0, findings }) =>
          write(() => {
            for (const { transactionId } of findings?.conflicts ?? []) this.#found.delete(transactionId);
            const counts = { itemCount, items, billingDocuments, storedTotals: totals.text() };
            this.#derivation = { ...counts, again: [...this.#found.values()] };
          }),
      },
    };
  }
}
