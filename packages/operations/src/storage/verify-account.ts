import { hash } from 'node:crypto';
import type { CleanCheck } from '@carryover/adapters-persistence/admin/storage-verifications';
import { unpackPayload } from '@carryover/adapters-persistence/imports/import-records';
import { DerivedAccount } from '@carryover/adapters-persistence/verification/derived-account';
import { digestOf, type StoredRow } from '@carryover/adapters-persistence/verification/rows-digest';
import {
  differingColumns,
  keyOf,
  placeOf,
  type Row,
  type StoredImport,
  type StoredUndo,
  TABLE_NAMES,
  TABLES,
} from '@carryover/adapters-persistence/verification/stored-account';
import type { ImportSupplier } from '@carryover/domain/account';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import * as E from 'fp-ts/lib/Either.js';
import {
  differingTotals,
  recordedAsRemoved,
  removedBy,
  totalsOfRecord,
  totalsOfRows,
  totalsOfUndo,
} from './import-totals.ts';
import type { makeReplayImport, Replayed } from './replay-import.ts';
import type { AccountToVerify, VerifiedAccount, VerifiedHistory } from './verified-account.ts';
import { verifyErased } from './verify-erased.ts';

/** The payloads of an account's imports, by id; of one that was removed or changed there is none. */
const readPayloads = async (imports: ReadonlyArray<StoredImport>) => {
  const texts = new Map<string, string>();
  const altered: { readonly import: StoredImport; readonly found: string | null }[] = [];
  for (const one of imports) {
    if (one.payload === null) continue;
    const text = await unpackPayload(one.payload).catch(() => null);
    const found = text === null ? null : hash('sha256', text);
    if (text !== null && found === one.sha256) texts.set(one.id, text);
    else altered.push({ import: one, found });
  }
  return { texts, altered };
};

type Event =
  | { readonly position: bigint; readonly import: StoredImport }
  | { readonly position: bigint; readonly undo: StoredUndo };

/** Imports and undos in the order in which they were committed. */
const eventsOf = ({ imports, undos }: AccountToVerify): ReadonlyArray<Event> =>
  [
    ...imports.map((one): Event => ({ position: BigInt(one.position), import: one })),
    ...undos.map((undo): Event => ({ position: BigInt(undo.position), undo })),
  ].toSorted((a, b) => Number(a.position - b.position));

/**
 * Returns the imports after one without a payload and before its undo: what they found stored is not known any more, so that an item
 * that they do not have may have been there already. The value is the position since which that is so.
 */
const uncertain = (events: ReadonlyArray<Event>, texts: ReadonlyMap<string, string>): ReadonlyMap<string, bigint> => {
  const imports = new Map<string, bigint>();
  const undone = new Map(events.flatMap((event) => ('undo' in event ? [[event.undo.importId, event.position]] : [])));
  let unknown = { until: -1n, since: 0n };
  for (const event of events) {
    if (!('import' in event)) continue;
    const { id } = event.import;
    const isUncertain = event.position < unknown.until;
    if (texts.has(id) && isUncertain) imports.set(id, unknown.since);
    const until = undone.get(id);
    if (until === undefined || (texts.has(id) && !isUncertain)) continue;
    const own = texts.has(id) ? unknown.since : removedAt(event.import);
    const since = isUncertain && unknown.since < own ? unknown.since : own;
    unknown = { until: until > unknown.until ? until : unknown.until, since };
  }
  return imports;
};

/** Returns the position at which the payload of an import was removed; 0 if it was not because it is kept no longer. */
const removedAt = ({ payload, removedPosition }: StoredImport): bigint =>
  payload === null && removedPosition !== null ? BigInt(removedPosition) : 0n;

type Named = Pick<StorageFinding, 'endpoint' | 'importId'>;

/** What identifies an item to its client, however often it was sent: a note by its content. */
const identityOf = ({ table, row }: StoredRow): string => {
  switch (table) {
    case 'ledger_transaction':
      return `${table} ${row.transaction_id}`;
    case 'note':
      return `${table} ${row.identity}`;
    case 'payment_instruction':
      return `${table} ${row.vendor} ${row.reference}`;
    default:
      return `${table} ${keyOf(table, row)}`;
  }
};

/** Returns the rows that undos removed and that no import after the undo added. */
const notAddedAgain = (
  derived: DerivedAccount,
  removed: ReadonlyArray<{ readonly position: bigint; readonly rows: ReadonlyArray<StoredRow> }>,
  imports: ReadonlyMap<string, StoredImport>,
): ReadonlyArray<StoredRow> => {
  if (removed.every(({ rows }) => rows.length === 0)) return [];
  const latest = new Map<string, bigint>();
  for (const table of TABLE_NAMES)
    for (const { row } of derived.rows(table).values()) {
      const name = identityOf({ table, row });
      const position = BigInt(imports.get(row.import_id!)?.position ?? -1);
      if (position > (latest.get(name) ?? -1n)) latest.set(name, position);
    }
  const seen = new Set<string>();
  return removed.toReversed().flatMap(({ position, rows }) =>
    rows.filter((one) => {
      const key = `${one.table} ${keyOf(one.table, one.row)}`;
      if ((latest.get(identityOf(one)) ?? -1n) > position || seen.has(key)) return false;
      seen.add(key);
      return true;
    }),
  );
};

/**
 * Compares all that is stored for an account with what its imports must have stored (decisions 20).
 *
 * @param earlier checks that found nothing: they compared imports whose payloads were removed since.
 */
export const verifyAccount = async (
  replay: ReturnType<typeof makeReplayImport>,
  supplier: ImportSupplier,
  stored: AccountToVerify,
  earlier: ReadonlyArray<CleanCheck>,
): Promise<VerifiedAccount> => {
  const { account, imports, rows } = stored;
  if (account.isErased) return verifyErased(stored);
  const { texts, altered } = await readPayloads(imports);
  const events = eventsOf(stored);
  const uncertainImports = uncertain(events, texts);
  const isCertain = (id: string): boolean => texts.has(id) && !uncertainImports.has(id);
  const byId = new Map(imports.map((one) => [one.id, one]));
  const undos = new Map(stored.undos.map((one) => [one.importId, one]));
  const undone = new Set(undos.keys());
  const derived = new DerivedAccount();
  const findings: StorageFinding[] = [];
  const strangers: StorageFinding[] = [];
  const changes: VerifiedHistory['changes'][number][] = [];
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

  const undo = (one: StoredUndo): void => {
    const undoneImport = byId.get(one.importId);
    if (undoneImport === undefined) {
      findings.push(finding('record_missing', nameOf(one.importId), { field: 'accepted_import' }));
      return;
    }
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
    removed.push({ position: BigInt(one.position), rows: derived.rowsOf(one.importId) });
    derived.undo(one.importId);
  };

  for (const event of events) {
    if ('undo' in event) {
      undo(event.undo);
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
    const replayed = await replay(derived, account.mainLedger, texts.get(one.id)!, one);
    if (E.isRight(replayed)) {
      compareRecord(one, replayed.right);
      if (isCertain(one.id)) compareTotals(one, totalsOfRecord(replayed.right.storedTotals));
      const { itemCount, storedItems } = replayed.right;
      const notes = one.endpoint === 'notes/create' ? itemCount - storedItems : 0;
      if (!undone.has(one.id)) again.push({ importId: one.id, rows: replayed.right.again, notes });
    } else findings.push(finding('record_altered', nameOf(one.id), { field: replayed.left.reason }));
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

  let compared = 0;
  for (const name of TABLE_NAMES) {
    const { item } = TABLES[name];
    const missing = new Map(derived.rows(name));
    const extra: Row[] = [];
    const compare = (accepted: Row, found: Row): void => {
      const differing = differingColumns(name, accepted, found);
      if (differing.length > 0) changes.push({ table: name, accepted, stored: found });
      for (const field of differing)
        findings.push(
          finding('altered', nameOf(accepted.import_id!), {
            item: accepted[item] ?? null,
            field,
            accepted: accepted[field] ?? null,
            stored: found[field] ?? null,
          }),
        );
    };
    for (const row of rows[name]) {
      compared += 1;
      const importId = row.import_id!;
      if (!byId.has(importId)) {
        strangers.push(finding('extra', nameOf(importId), { item: row[item] ?? null, field: name }));
        changes.push({ table: name, accepted: null, stored: row });
        continue;
      }
      const key = keyOf(name, row);
      const must = missing.get(key);
      if (must === undefined) extra.push(row);
      else {
        missing.delete(key);
        compare(must.row, row);
      }
    }
    if (missing.size === 0 && extra.length === 0) continue;
    // A row whose key was changed is still at its place in its import.
    const places = new Map([...missing].map(([key, { row }]) => [placeOf(name, row), { key, row }]));
    for (const row of extra) {
      const must = places.get(placeOf(name, row));
      if (must !== undefined && missing.delete(must.key)) {
        compare(must.row, row);
        continue;
      }
      changes.push({ table: name, accepted: null, stored: row });
      findings.push(finding('extra', nameOf(row.import_id!), { item: row[item] ?? null, field: name }));
    }
    for (const { row } of missing.values()) {
      changes.push({ table: name, accepted: row, stored: null });
      findings.push(finding('missing', nameOf(row.import_id!), { item: row[item] ?? null, field: name }));
    }
  }
  const history = { changes, undone: notAddedAgain(derived, removed, byId), again };
  const incomplete = imports.filter(({ id }) => !isCertain(id));
  const comparedByDigest = incomplete.filter((one) => {
    const [position, since] = [BigInt(one.position), uncertainImports.get(one.id) ?? removedAt(one)];
    return earlier.some(({ readBelow, recordedAt }) => position < readBelow && recordedAt < since);
  }).length;
  const notCompared = incomplete.length - comparedByDigest;
  return { findings, history, strangers, rows: compared, notCompared, comparedByDigest };
};
