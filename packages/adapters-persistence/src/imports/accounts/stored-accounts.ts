import type { AccountKeyCollision, StoredAccount } from '@carryover/domain/account-import';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { isOnCitus } from '../../driver/citus.ts';
import { readRows } from '../../driver/query.ts';
import { accountKeyIn, ledgerRow, toLedger } from '../account-repository.ts';
import { BY_KEY, BY_NODE } from './stored-account-statements.ts';

const storedLedgerRow = t.intersection([
  ledgerRow,
  t.type({ accountId: t.string, hasTransactions: t.boolean, hasPeriods: t.boolean }),
]);

const COLLISION: AccountKeyCollision = { kind: 'account_key_collision' };

/**
 * Reads the accounts of these external numbers that exist, with their ledgers, and locks them until the transaction ends.
 * A number whose key another account has, or another number of the list that comes first, has the collision (ADR 27).
 */
export const lockStoredAccounts = async (
  em: EntityManager,
  supplier: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, StoredAccount | AccountKeyCollision>> => {
  const keys = numbers.map(accountKeyIn(supplier));
  // Sorted: two imports of accounts lock in the same order.
  // The same lock as an import request takes, so that no data arrives between the decision and the change.
  const statements = (await isOnCitus(em)) ? BY_NODE : BY_KEY;
  const rows = await statements.lock(em, keys.toSorted());
  const accounts = new Map(rows.map((row) => [row.id, row]));
  const ledgerRows =
    rows.length === 0 ? [] : await readRows(em, storedLedgerRow, statements.ledgers, [[...accounts.keys()]]);
  const ledgers = Map.groupBy(ledgerRows, (row) => row.accountId);

  const found = new Map<string, StoredAccount | AccountKeyCollision>();
  const added = new Set<string>();
  for (const [at, number] of numbers.entries()) {
    const key = keys[at]!;
    const account = accounts.get(key);
    if (account === undefined) {
      if (added.has(key)) found.set(number, COLLISION);
      added.add(key);
    } else {
      const isSame = account.supplier_id === supplier.id && account.external_account_number === number;
      const { id, status } = account;
      found.set(number, isSame ? { id, status, ledgers: (ledgers.get(id) ?? []).map(toLedger) } : COLLISION);
    }
  }
  return found;
};
