import { setTimeout as delay } from 'node:timers/promises';
import type { Stored } from '@carryover/application/ports/store-failure';
import { nodeOf } from '@carryover/domain/seal';
import type { MikroORM } from '@mikro-orm/postgresql';
import { dialectOf } from '../sql/dialect.ts';
import { haveStayed, type Nodes, readNextPositions, readNodes, readPlaces } from '../sql/nodes.ts';
import { query } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { type ExportScope, ledgerActionsSince } from './scope.ts';

/** How long transactions that are open are waited for. */
const WAIT_MS = 10_000;
const RETRY_MS = 100;

const areEnded = ({ positions, isBehind }: Nodes, next: ReadonlyArray<string>): boolean =>
  !isBehind && next.every((position) => BigInt(positions[nodeOf(position)]?.final ?? 0) >= BigInt(position));

/**
 * Returns where an export of a cluster ends, by its nodes; null on one server, whose snapshot tells it.
 *
 * An account whose shard was moved has positions of several nodes. So the export waits until all transactions that were open at one
 * moment have ended, and the shards must stay where they are from that moment until all is read. A transaction that is left out began
 * after the moment, and its position is one of the node on which its account still is: the export has nothing of the account behind it.
 *
 * @returns 'held_back' if a transaction has been open for too long.
 */
export const findEnds = (orm: MikroORM): Stored<Nodes | 'held_back' | null> =>
  stored(async () => {
    if ((await dialectOf(orm.em)).hasOneOrder) return null;
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      const places = await readPlaces(orm.em);
      const next = await readNextPositions(orm.em);
      for (;;) {
        const nodes = (await readNodes(orm.em))!;
        if (nodes.places !== places) break;
        if (areEnded(nodes, next)) return nodes;
        if (Date.now() > deadline) return 'held_back';
        await delay(RETRY_MS);
      }
    }
  });

/**
 * Returns whether operators changed ledgers behind the end. Such a change is committed on several nodes: meanwhile, the snapshot of one may
 * have the changed ledger, and that of another not yet the action. So the actions are read once every node has all that is committed.
 */
export const haveLedgersChanged = (orm: MikroORM, scope: ExportScope): Stored<boolean> =>
  stored(async () => {
    if ((await dialectOf(orm.em)).hasOneOrder) return false;
    const deadline = Date.now() + WAIT_MS;
    while ((await readNodes(orm.em))!.isBehind) {
      if (Date.now() > deadline) return true;
      await delay(RETRY_MS);
    }
    return (await query(orm.em, `select from ${ledgerActionsSince(scope)} limit 1`)).length > 0;
  });

/** Returns the places of a cluster's accounts; null on one server, whose rows never move. */
export const findPlacesOfAccounts = (orm: MikroORM): Stored<string | null> =>
  stored(async () => ((await dialectOf(orm.em)).hasOneOrder ? null : readPlaces(orm.em)));

/** Returns whether all accounts are where they were: else, a part of what was read may be from a node that they had left. */
export const haveAccountsStayed = (orm: MikroORM, places: string | null): Stored<boolean> =>
  stored(async () => places === null || haveStayed(orm.em, { places }));
