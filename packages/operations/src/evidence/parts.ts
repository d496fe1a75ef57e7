import type { ImportEvidence } from '@carryover/adapters-persistence/queries/reconciliation-lists';
import { addRemoved, NOTHING_REMOVED } from '@carryover/application/corrections/undo-import';
import type { Conflict, Correction } from '@carryover/application/reconciliation/explanations';
import { toDateTime } from '@carryover/domain/date-time';
import { makeMerkleTree } from '@carryover/domain/merkle-tree';
import type { EvidenceFile, ImportsEntry } from '@carryover/evidence/manifest';
import { sha256 } from '@carryover/evidence/sha256';
import { toTextCell } from '@carryover/files/csv/csv-cell';
import type { Spools } from '@carryover/files/spool';
import { csvLines, csvRow } from '../csv/csv.ts';
import { ITEM_KINDS } from '../item-kinds.ts';
import type { Comparison, ListedNote, ReconciliationSink } from '../reconciliation/reconciliation.ts';

const HEADERS = {
  moved: 'external_account_number,ledger_number,transaction_id,transaction_date,new_transaction_date,import_id',
  conflicts:
    'kind,external_account_number,transaction_id,note_created_at,field,recorded,submitted,import_id,received_at',
  corrections:
    'import_id,external_account_number,endpoint,undone_at,undone_by,reason,notes,transactions,billing_documents,statements,payment_instructions',
};

const row = (cells: ReadonlyArray<string | null>): string =>
  `${cells.map((cell) => toTextCell(cell ?? '')).join(',')}\r\n`;

const conflictRows = (
  { externalAccountNumber, differences, importId, receivedAt }: Omit<Conflict, 'transactionId'>,
  name: readonly [kind: string, transactionId: string | null, createdAt: string | null],
): ReadonlyArray<string> => {
  const [kind, transactionId, createdAt] = name;
  return differences.map(({ field, recorded, submitted }) =>
    row([
      kind,
      externalAccountNumber,
      transactionId,
      createdAt,
      field,
      recorded,
      submitted,
      importId,
      toDateTime(receivedAt),
    ]),
  );
};

const correctionRow = ({ removed, ...of }: Correction): string => {
  const counts = addRemoved(NOTHING_REMOVED, removed);
  return row([
    of.importId,
    of.externalAccountNumber,
    of.endpoint,
    toDateTime(of.undoneAt),
    of.undoneBy,
    of.reason,
    ...ITEM_KINDS.map(([kind]) => String(counts[kind])),
  ]);
};

/** A line of `imports.ndjson`: a leaf of the Merkle tree without its line break. */
const importLine = (record: ImportEvidence): string =>
  JSON.stringify({
    id: record.id,
    received_at: record.receivedAt.toISOString(),
    api_key_prefix: record.apiKeyPrefix,
    endpoint: record.endpoint,
    external_account_number: record.externalAccountNumber,
    outcome: record.outcome,
    item_count: record.itemCount,
    payload_sha256: record.payloadSha256,
    undone_at: record.undoneAt?.toISOString() ?? null,
    payload_removed_at: record.payloadRemovedAt?.toISOString() ?? null,
  });

/** A file of an evidence pack. */
export type Part = { readonly name: EvidenceFile; readonly texts: () => Iterable<string> };

/** The import records of a supplier that have a seal, and those that have none yet: only the signature covers these. */
export type SealedImports = { readonly sealed: number; readonly unsealed: number };

/** The files of an evidence pack but the report, of any size: they are kept on disk while they are read. */
export type EvidenceParts = {
  readonly sink: ReconciliationSink;
  /** @param rows those of the totals. */
  readonly parts: (
    rows: () => Iterable<string>,
    comparison: Comparison | null,
    notes: ReadonlyArray<ListedNote>,
  ) => ReadonlyArray<Part>;
  readonly imports: () => ImportsEntry;
  readonly sealedImports: () => SealedImports;
};

function* under(header: string, rows: Iterable<string>): Generator<string, void> {
  yield `${header}\r\n`;
  yield* rows;
}

/** Import records as lines, with the Merkle tree over them. */
const spoolImports = (spools: Spools) => {
  const { add, texts } = spools.open();
  const tree = makeMerkleTree(sha256);
  let [unhashed, undone] = [0, 0];
  return {
    take: (record: ImportEvidence): void => {
      const line = importLine(record);
      tree.add(Buffer.from(line));
      if (record.payloadSha256 === null) unhashed += 1;
      if (record.undoneAt !== null) undone += 1;
      add(`${line}\n`);
    },
    texts,
    entry: (): ImportsEntry => ({
      count: tree.leaves(),
      merkle_root: Buffer.from(tree.root()).toString('hex'),
      without_payload_sha256: unhashed,
      undone,
    }),
  };
};

/** Lines of `seals.ndjson`: an import record of the supplier, also one that is hidden, and a seal. */
const OWN_IMPORT = /^(?:\[|\{"kind":)"(?:accepted_import|refused_import)"/;
const SEAL = /^\{"number":/;

/** Counts the import records of the supplier before the last seal, and behind it. */
const countOwnImports = () => {
  let [sealed, later] = [0, 0];
  return {
    take: (line: string): void => {
      if (OWN_IMPORT.test(line)) later += 1;
      else if (SEAL.test(line)) [sealed, later] = [sealed + later, 0];
    },
    sealedImports: (): SealedImports => ({ sealed, unsealed: later }),
  };
};

export const spoolEvidence = (spools: Spools): EvidenceParts => {
  const [actions, seals] = [spools.open(), spools.open()];
  const [differences, moved, conflicts, corrections] = [spools.open(), spools.open(), spools.open(), spools.open()];
  const imports = spoolImports(spools);
  const { take, sealedImports } = countOwnImports();
  return {
    sink: {
      total: (total) => {
        if (total.cause !== null) differences.add(csvRow(total));
      },
      moved: (t) =>
        moved.add(row([t.externalAccountNumber, t.ledgerNumber, t.transactionId, t.submittedDate, t.date, t.importId])),
      conflict: (one) => conflictRows(one, ['transaction', one.transactionId, null]).forEach(conflicts.add),
      noteConflict: (one) => conflictRows(one, ['note', null, one.note.createdAt]).forEach(conflicts.add),
      correction: (one) => corrections.add(correctionRow(one)),
      importRecord: imports.take,
      action: (line) => actions.add(`${line}\n`),
      seal: (line) => {
        take(line);
        seals.add(`${line}\n`);
      },
    },
    parts: (rows, comparison, notes) => [
      { name: 'totals.csv', texts: () => csvLines(rows(), comparison, notes) },
      { name: 'differences.csv', texts: () => csvLines(differences.texts(), comparison, notes) },
      { name: 'moved.csv', texts: () => under(HEADERS.moved, moved.texts()) },
      { name: 'conflicts.csv', texts: () => under(HEADERS.conflicts, conflicts.texts()) },
      { name: 'corrections.csv', texts: () => under(HEADERS.corrections, corrections.texts()) },
      { name: 'imports.ndjson', texts: imports.texts },
      { name: 'operator-actions.ndjson', texts: actions.texts },
      { name: 'seals.ndjson', texts: seals.texts },
    ],
    imports: imports.entry,
    sealedImports,
  };
};
