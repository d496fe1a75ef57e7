import type { CleanCheck } from '@carryover/adapters-persistence/admin/storage-verifications';
import { DerivedAccount } from '@carryover/adapters-persistence/verification/derived-account';
import { digestOf, type StoredRow } from '@carryover/adapters-persistence/verification/rows-digest';
import {
  type StoredImport,
  type StoredUndo,
  TABLE_NAMES,
} from '@carryover/adapters-persistence/verification/stored-account';
import type { ImportSupplier } from '@carryover/domain/account';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import * as E from 'fp-ts/lib/Either.js';
import { eventsOf, readPayloads, removedAt, uncertain } from './account-events.ts';
import { compareRows } from './compare-rows.ts';
import {
  differingTotals,
  ledgerOfUndo,
  recordedAsRemoved,
  removedBy,
  totalsOfRecord,
  totalsOfRows,
  totalsOfUndo,
} from './import-totals.ts';
import type { makeReplayImport, Replayed } from './replay-import.ts';
import { notAddedAgain } from './undone-items.ts';
import type { AccountToVerify, Guess, VerifiedAccount, VerifiedHistory } from './verified-account.ts';

type Named = Pick<StorageFinding, 'endpoint' | 'importId'>;

/**
 * Compares all that is stored for an account, which is not erased, with what its imports must have stored.
 *
 * @param earlier checks that found nothing: they compared imports whose payloads were removed since.
 * @param guess what may have been changed, so that what follows from it is not taken for other changes.
 */
export const compareAccount = async (
  replay: ReturnType<typeof makeReplayImport>,
  supplier: ImportSupplier,
  stored: AccountToVerify,
  earlier: ReadonlyArray<CleanCheck>,
  guess: Guess,
): Promise<VerifiedAccount> => {
  const { account, imports, rows } = stored;
  const { texts, altered } = await readPayloads(imports);
  const events = eventsOf(stored, guess.undone);
  const uncertainImports = uncertain(events, texts);
  const isCertain = (id: string): boolean => texts.has(id) && !uncertainImports.has(id);
  const byId = new Map(imports.map((one) => [one.id, one]));
  const undos = new Map(stored.undos.map((one) => [one.importId, one]));
  const undone = new Set([...undos.keys(), ...guess.undone.keys()]);
  const derived = new DerivedAccount();
  const findings: StorageFinding[] = [];
  const removed: { readonly position: bigint; readonly rows: ReadonlyArray<StoredRow> }[] = [];
  const again: VerifiedHistory['again'][number][] = [];
  let number = account.number;

  const finding = (
    kind: StorageFinding['kind'],
    named: Named | null,
    about: Partial<Pick<StorageFinding, 'item' | 'field' | 'accepted' | 'stored'>>,
  ): StorageFinding => ({
    kind,
    account: number,
    endpoint: named?.endpoint ?? null,
    importId: named?.importId ?? null,
    item: null,
    field: null,
    accepted: null,
    stored: null,
    ...about,
  });
  const nameOf = (importId: string): Named => ({ importId, endpoint: byId.get(importId)?.endpoint ?? null });

  for (const { import: one, found } of altered)
    findings.push(
      finding('payload_altered', nameOf(one.id), { field: 'payload', accepted: one.sha256, stored: found }),
    );

  /** Returns what an import still has, after its number was compared with that of its record. */
  const rowsStored = ({ id, endpoint, storedItems }: StoredImport) => {
    const found = TABLE_NAMES.flatMap((name) =>
      rows[name].flatMap((row) => (row.import_id === id ? [{ table: name, row }] : [])),
    );
    const items = found.filter(
      ({ table }) => table !== 'ledger_history' && (table !== 'note' || endpoint === 'notes/create'),
    ).length;
    const expected = undone.has(id) ? 0 : storedItems;
    if (items !== expected)
      findings.push(
        finding(items < expected ? 'missing' : 'extra', nameOf(id), {
          field: 'stored_items',
          accepted: String(expected),
          stored: String(items),
        }),
      );
    return found;
  };

  const compareRecord = (one: StoredImport, replayed: Replayed): void => {
    number ??= replayed.externalAccountNumber;
    const compared: ReadonlyArray<readonly [string, string | number, string | number]> = [
      ['external_account_number', replayed.externalAccountNumber, number],
      ['import_supplier', replayed.supplierCode, supplier.code],
      ['organisation_id', supplier.organisationId, one.organisationId],
      ['supplier_id', supplier.id, one.supplierId],
      ['item_count', replayed.itemCount, one.itemCount],
      ...(isCertain(one.id)
        ? ([
            ['stored_items', replayed.storedItems, one.storedItems],
            ['stored_documents', replayed.storedDocuments, one.storedDocuments],
          ] as const)
        : []),
    ];
    for (const [field, accepted, found] of compared)
      if (accepted !== found)
        findings.push(
          finding('record_altered', nameOf(one.id), { field, accepted: String(accepted), stored: String(found) }),
        );
  };

  /** Without its payload, what an import has stored is compared with the digest that was taken of it. @returns false if it differs. */
  const compareRemoved = ({ id, sha256, rowsSha256 }: StoredImport, found: ReadonlyArray<StoredRow>): boolean => {
    const isFound = undone.has(id) || rowsSha256 === null || digestOf(found) === rowsSha256;
    if (rowsSha256 === null)
      findings.push(finding('payload_altered', nameOf(id), { field: 'payload: it was removed', accepted: sha256 }));
    else if (!isFound)
      findings.push(
        finding('altered', nameOf(id), { field: 'rows_sha256', accepted: rowsSha256, stored: digestOf(found) }),
      );
    return isFound;
  };

  /** @param accepted what the import stored of transactions. */
  const compareTotals = ({ id, storedTotals }: StoredImport, accepted: ReturnType<typeof totalsOfRecord>): void => {
    for (const about of differingTotals(accepted, totalsOfRecord(storedTotals)))
      findings.push(finding('record_altered', nameOf(id), about));
  };

  /** What an import that cannot be derived stored: what it has, or what its undo removed. */
  const totalsNotDerived = ({ id }: StoredImport, found: ReadonlyArray<StoredRow>) => {
    const removedAfter = undos.get(id);
    return removedAfter === undefined ? totalsOfRows(found) : totalsOfUndo(removedAfter);
  };

  /** The main ledger at the time of an import: the account can have another one once its transactions were undone (decisions 2). */
  const mainLedgerOf = ({ id }: StoredImport): string | null => {
    const removedAfter = undos.get(id);
    return (removedAfter === undefined ? null : ledgerOfUndo(removedAfter)) ?? account.mainLedger;
  };

  const undoWithoutRecord = (id: string, position: bigint): void => {
    findings.push(finding('record_missing', nameOf(id), { field: 'import_undo' }));
    removed.push({ position, rows: derived.rowsOf(id) });
    derived.undo(id);
  };

  const undo = (one: StoredUndo, position: bigint): void => {
    const undoneImport = byId.get(one.importId);
    if (undoneImport === undefined) {
      findings.push(finding('record_missing', nameOf(one.importId), { field: 'accepted_import' }));
      return;
    }
    if (BigInt(one.position) !== position)
      findings.push(
        finding('record_altered', nameOf(one.importId), { field: 'import_undo.commit_position', stored: one.position }),
      );
    if (isCertain(one.importId)) {
      const [must, was] = [removedBy(derived, undoneImport), recordedAsRemoved(one)];
      for (const kind of new Set([...must.keys(), ...was.keys()]))
        if (must.get(kind) !== was.get(kind))
          findings.push(
            finding('record_altered', nameOf(one.importId), {
              field: `import_undo.removed.${kind}`,
              accepted: must.get(kind) ?? null,
              stored: was.get(kind) ?? null,
            }),
          );
    }
    removed.push({ position, rows: derived.rowsOf(one.importId) });
    derived.undo(one.importId);
  };

  for (const { table, row } of guess.adopted) derived.adopt(table, row);
  for (const event of events) {
    if ('undo' in event) {
      if (event.undo === null) undoWithoutRecord(event.undone, event.position);
      else undo(event.undo, event.position);
      continue;
    }
    const { import: one } = event;
    if (!texts.has(one.id)) {
      const found = rowsStored(one);
      // Rows that were altered say nothing of the record.
      const areFound = one.payload !== null || compareRemoved(one, found);
      if (areFound) compareTotals(one, totalsNotDerived(one, found));
      for (const { table, row } of found) if (!undone.has(one.id)) derived.adopt(table, row);
      continue;
    }
    const replayed = await replay(derived, mainLedgerOf(one), texts.get(one.id)!, one);
    if (E.isRight(replayed)) {
      compareRecord(one, replayed.right);
      if (isCertain(one.id)) compareTotals(one, totalsOfRecord(replayed.right.storedTotals));
      const { itemCount, storedItems } = replayed.right;
      const notes = one.endpoint === 'notes/create' ? itemCount - storedItems : 0;
      if (!undone.has(one.id)) again.push({ importId: one.id, rows: replayed.right.again, notes });
    } else {
      findings.push(finding('record_altered', nameOf(one.id), { field: replayed.left.reason }));
      if (!undone.has(one.id)) for (const { table, row } of rowsStored(one)) derived.adopt(table, row);
      continue;
    }
    if (uncertainImports.has(one.id)) {
      const found = rowsStored(one);
      compareTotals(one, totalsNotDerived(one, found));
      derived.keepStored(one.id, found);
    }
  }

  if (account.number === null)
    findings.push(finding('missing', null, { item: number, field: 'account', accepted: number }));
  else if (account.isOfKey === false)
    findings.push(finding('altered', null, { field: 'external_account_number', stored: account.number }));

  const ofRows = compareRows(derived, rows, byId, (kind, importId, about) => finding(kind, nameOf(importId), about));
  const history = { changes: ofRows.changes, undone: notAddedAgain(derived, removed, byId), again };
  const incomplete = imports.filter(({ id }) => !isCertain(id));
  const comparedByDigest = incomplete.filter((one) => {
    const [position, since] = [BigInt(one.position), uncertainImports.get(one.id) ?? removedAt(one)];
    return earlier.some(({ readBelow, recordedAt }) => position < readBelow && recordedAt < since);
  }).length;
  const notCompared = incomplete.length - comparedByDigest;
  return {
    findings: [...findings, ...ofRows.findings],
    history,
    strangers: ofRows.strangers,
    rows: ofRows.compared,
    notCompared,
    comparedByDigest,
  };
};
