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
 * An account has positions of several nodes if its shard was moved. So all transactions that were open at a moment are waited for, and
 * the shards stay where they are from that moment until the export has read. Then what is left out of an account began behind the moment, on the
 * node on which it still is, whose order of commits it has: nothing behind it is in the export.
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
 * Returns whether operators changed ledgers behind the end. Such a change is of several nodes: of the snapshots that were taken while it was
 * committed, one may have the ledger as it is since, and another not the action. So each node has all of it before the actions are read.
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
