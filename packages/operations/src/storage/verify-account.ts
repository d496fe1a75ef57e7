import type { CleanCheck } from '@carryover/adapters-persistence/admin/storage-verifications';
import { TABLE_NAMES } from '@carryover/adapters-persistence/verification/stored-account';
import type { ImportSupplier } from '@carryover/domain/account';
import { compareAccount } from './compare-account.ts';
import type { makeReplayImport } from './replay-import.ts';
import { identityOf } from './undone-items.ts';
import type { AccountToVerify, Guess, VerifiedAccount } from './verified-account.ts';
import { verifyErased } from './verify-erased.ts';

const NOTHING_GUESSED: Guess = { adopted: [], undone: new Map() };

/** The fields of a record that differ if an import before it did not store, or did not keep, what it must have. */
const FOLLOWING: ReadonlySet<string | null> = new Set(['stored_items', 'stored_documents', 'stored_totals']);

/** Returns the undos that are missing, or in another place, if each item that another import has now was undone before that. */
const guessUndos = ({ imports }: AccountToVerify, { history }: VerifiedAccount): Guess['undone'] => {
  const positions = new Map(imports.map(({ id, position }) => [id, BigInt(position)]));
  const undone = new Map<string, bigint>();
  const add = (id: string, by: string): void => {
    const [first, then] = [positions.get(id), positions.get(by)];
    if (first === undefined || then === undefined || first >= then) return;
    const known = undone.get(id);
    if (known === undefined || then < known) undone.set(id, then);
  };
  const gone = new Map(history.undone.map((one) => [identityOf(one), one.row.import_id!]));
  for (const { table, accepted, stored } of history.changes) {
    if (stored === null) continue;
    const by = stored.import_id!;
    const id = accepted === null ? gone.get(identityOf({ table, row: stored })) : accepted.import_id!;
    if (id !== undefined && id !== by) add(id, by);
  }
  return undone;
};

/** Returns what may have been changed if records do not have what follows from those before them. */
const guessesOf = (stored: AccountToVerify, verified: VerifiedAccount): ReadonlyArray<Guess> => {
  const known = new Set(stored.imports.map(({ id }) => id));
  const adopted = TABLE_NAMES.flatMap((table) =>
    stored.rows[table].flatMap((row) => (known.has(row.import_id!) ? [] : [{ table, row }])),
  );
  const undone = guessUndos(stored, verified);
  return [
    ...(adopted.length === 0 ? [] : [{ ...NOTHING_GUESSED, adopted }]),
    ...(undone.size === 0 ? [] : [{ ...NOTHING_GUESSED, undone }]),
    ...(adopted.length === 0 || undone.size === 0 ? [] : [{ adopted, undone }]),
  ];
};

const accusedBy = ({ findings, strangers }: VerifiedAccount): number => findings.length + strangers.length;

/**
 * Compares all that is stored for an account with what its imports must have stored (decisions 20). Without the record of an import or
 * of an undo, later imports must have stored something else, too: of several explanations, the one with the fewest changes is told.
 *
 * @param earlier checks that found nothing: they compared imports whose payloads were removed since.
 */
export const verifyAccount = async (
  replay: ReturnType<typeof makeReplayImport>,
  supplier: ImportSupplier,
  stored: AccountToVerify,
  earlier: ReadonlyArray<CleanCheck>,
): Promise<VerifiedAccount> => {
  if (stored.account.isErased) return verifyErased(stored);
  let fewest = await compareAccount(replay, supplier, stored, earlier, NOTHING_GUESSED);
  if (!fewest.findings.some(({ kind, field }) => kind === 'record_altered' && FOLLOWING.has(field))) return fewest;
  for (const guess of guessesOf(stored, fewest)) {
    const other = await compareAccount(replay, supplier, stored, earlier, guess);
    if (accusedBy(other) < accusedBy(fewest)) fewest = other;
  }
  return fewest;
};
