import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { Account } from '../rows/item.ts';
import type { Service } from '../service/service.ts';
import { ItemStore } from '../store/item-store.ts';
import { compareThing } from './compare-things.ts';
import { readStored } from './read-stored.ts';

/**
 * Returns where the history that a ledger has differs from this one; empty if all of its documents and transactions are stored
 * with all fields, and no others. A ledger takes its history once (§4.3), so a request that stored it is answered with an
 * error when it is sent again.
 */
export const historyDifferences = async (
  service: Service,
  account: Account,
  value: JsonObject,
): Promise<ReadonlyArray<string>> => {
  const kind = 'billing-documents';
  const store = new ItemStore();
  try {
    store.add({ kind, file: 0, line: 1, raw: '', account, isNamed: true, wasRejected: false, value });
    await readStored(service, { account, kinds: new Set([kind]) }, store);
    return [...store.identified()].flatMap(({ own, stored }) =>
      own.flatMap((thing) => {
        const compared = compareThing(thing, stored);
        if (compared.kind !== 'found') return [thing.path];
        const prefix = thing.path === '' ? '' : `${thing.path}.`;
        return compared.differences.map(({ field }) => `${prefix}${field}`);
      }),
    );
  } finally {
    store.close();
  }
};
