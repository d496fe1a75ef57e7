import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { Service } from '../loading/service/service.ts';
import { tally } from '../loading/tallies.ts';
import { OwnRows } from '../own/own-rows.ts';
import { entriesOf } from '../steps/entries.ts';
import type { Account } from '../steps/item.ts';
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
  history: JsonObject,
): Promise<ReadonlyArray<string>> => {
  const kind = 'billing-documents';
  const rows = new OwnRows(null);
  try {
    rows.add(kind, { file: 0, line: 1 }, account, history, '');
    await readStored(service, { account, tallies: tally([{ entries: entriesOf(kind, history) }]) }, rows);
    return [...rows.identified(() => false)].flatMap(({ own, stored }) =>
      own.flatMap((thing) => {
        const compared = compareThing(thing, stored);
        if (compared.kind !== 'found') return [thing.path];
        const prefix = thing.path === '' ? '' : `${thing.path}.`;
        return compared.differences.map(({ field }) => `${prefix}${field}`);
      }),
    );
  } finally {
    rows.close();
  }
};
