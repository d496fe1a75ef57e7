import { setTimeout as delay } from 'node:timers/promises';
import { citusInstallation } from '../../environment/citus-installation.ts';
import { conclude, inRounds, oneRound, underLoad } from '../../rounds.ts';
import type { Scenario } from '../../scenario.ts';
import { type CitusFault, coordinator, cutOff, frozen, killed } from './nodes.ts';
import { shardsMoved } from './shards.ts';

/** A move of shards needs it, and nothing else depends on it. */
const SETTINGS = { wal_level: 'logical' };
const THINK_MS = 20;

/** The full form measures how fast each fault is over, on a cluster of its own. */
const byItself = ({ make, ...of }: CitusFault): Scenario => ({
  ...of,
  needs: ['citus'],
  onlyIn: 'full',
  run: async (context) => {
    const { installation, cluster } = await citusInstallation(context, SETTINGS);
    await inRounds(installation, context, make(cluster));
  },
});

const FAULTS = [killed, frozen, cutOff, coordinator, shardsMoved];

/** All faults one after the other: a cluster takes longer to start than most of them. */
const inTurn: Scenario = {
  name: 'citus-in-turn',
  promise: 'nodes are killed, frozen and cut off, and shards move: nothing is lost or doubled',
  needs: ['citus'],
  onlyIn: 'short',
  rounds: { full: 1, short: 1 },
  run: async (context) => {
    const { installation, cluster } = await citusInstallation(context, SETTINGS);
    const faults = FAULTS.flatMap(({ make, rounds }) => Array(rounds.short).fill(make(cluster)));
    await underLoad(installation, THINK_MS, async (load) => {
      for (const fault of faults) {
        await delay(context.random.between(300, 1_200));
        await oneRound(installation, { ...context, rounds: faults.length }, fault);
        load.moveOn();
      }
    });
    await conclude(installation, context);
  },
};

export const CITUS_SCENARIOS: ReadonlyArray<Scenario> = [inTurn, ...FAULTS.map(byItself)];
