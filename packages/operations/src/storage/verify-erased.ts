import { type ErasedTotals, TABLE_NAMES, TABLES } from '@carryover/adapters-persistence/verification/stored-account';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import { addedUp, differingTotals, totalsOfRecord, totalsOfUndo } from './import-totals.ts';
import type { AccountToVerify, VerifiedAccount } from './verified-account.ts';

/** Returns counts and sums by ledger and type. */
const byType = (totals: ErasedTotals | null): ReadonlyMap<string, string> =>
  new Map(
    (totals ?? []).map(({ ledger_number, type, count, sum }) => [
      ledger_number === '' ? type : `${ledger_number} ${type}`,
      `${count}, ${toMoney(new Decimal(sum))}`,
    ]),
  );

/** Nothing is stored of an erased account but its totals, which its operator action has, too, and the number of its items. */
export const verifyErased = ({ account, imports, undos, rows }: AccountToVerify): VerifiedAccount => {
  const undone = new Map(undos.map((undo) => [undo.importId, undo]));
  const items = imports.reduce((sum, { id, storedItems }) => sum + (undone.has(id) ? 0 : storedItems), 0);
  const erasedItems = (account.erasedTotals ?? []).reduce(
    (sum, { type, count }) => sum + (type === 'NOTE_ADDED_BY_SERVICE' ? 0 : count),
    0,
  );
  const about = { account: account.number, endpoint: null, importId: null, item: null, accepted: null, stored: null };
  const extra = TABLE_NAMES.flatMap((name) =>
    rows[name].map((row): StorageFinding => {
      const item = row[TABLES[name].item] ?? null;
      return { ...about, kind: 'extra', importId: row.import_id!, item, field: name };
    }),
  );
  const payloads = imports.flatMap(
    ({ id, endpoint, payload }): ReadonlyArray<StorageFinding> =>
      payload === null ? [] : [{ ...about, kind: 'extra', endpoint, importId: id, field: 'payload' }],
  );
  const totals: ReadonlyArray<StorageFinding> =
    items === erasedItems
      ? []
      : [
          {
            ...about,
            kind: 'altered',
            field: 'erased_total',
            accepted: String(items),
            stored: String(erasedItems),
          },
        ];
  const [accepted, found] = [byType(account.totalsOfAction), byType(account.erasedTotals)];
  const erased: ReadonlyArray<StorageFinding> =
    account.totalsOfAction === null
      ? [{ ...about, kind: 'altered', field: 'erased_at: no operator action erased it' }]
      : [...new Set([...accepted.keys(), ...found.keys()])].flatMap((item) => {
          const [was, is] = [accepted.get(item) ?? null, found.get(item) ?? null];
          return was === is
            ? []
            : [{ ...about, kind: 'altered', item, field: 'erased_total', accepted: was, stored: is } as const];
        });
  const recorded = addedUp(imports.flatMap(({ id, storedTotals }) => (undone.has(id) ? [] : [storedTotals])));
  const kept = byType((account.erasedTotals ?? []).filter(({ type }) => TRANSACTION_TYPES.some((one) => one === type)));
  const altered = (
    named: Pick<StorageFinding, 'endpoint' | 'importId'>,
    differing: ReturnType<typeof differingTotals>,
  ) => differing.map((of): StorageFinding => ({ ...about, ...named, ...of, kind: 'record_altered' }));
  const ofImports = altered({ endpoint: null, importId: null }, differingTotals(kept, recorded));
  const ofUndone = imports.flatMap(({ id: importId, endpoint, storedTotals }) => {
    const undo = undone.get(importId);
    return undo === undefined
      ? []
      : altered({ endpoint, importId }, differingTotals(totalsOfUndo(undo), totalsOfRecord(storedTotals)));
  });
  return {
    findings: [...erased, ...extra, ...payloads, ...totals, ...ofImports, ...ofUndone],
    history: { changes: [], undone: [], again: [] },
    strangers: [],
    rows: extra.length,
    notCompared: 0,
    comparedByDigest: 0,
  };
};
