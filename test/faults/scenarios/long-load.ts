import { setTimeout as delay } from 'node:timers/promises';
import { embeddedInstallation } from '../environment/installations.ts';
import { conclude, oneRound, underLoad } from '../rounds.ts';
import type { Context, Fault, Scenario } from '../scenario.ts';
import {
  accountsLocked,
  backendKilled,
  connectionsRefused,
  connectionsTaken,
  databaseFrozen,
  serverKilled,
  serviceKilled,
  tablesLocked,
  toldToStop,
} from './faults.ts';

const FAULTS: ReadonlyArray<Fault> = [
  serviceKilled,
  toldToStop,
  serverKilled,
  backendKilled,
  accountsLocked,
  tablesLocked,
  connectionsRefused,
  connectionsTaken,
  databaseFrozen(6_000),
];
const EVERY_MS = { full: 20_000, short: 6_000 };
/** About 1,500 items per second: the load is to last, and all of it is compared at the end. */
const THINK_MS = 400;

const run = async (context: Context): Promise<void> => {
  const { minutes, isShort, random } = context;
  const installation = await embeddedInstallation(context, 100 + Math.ceil(minutes * 60));
  const everyMs = isShort ? EVERY_MS.short : EVERY_MS.full;
  const rounds = Math.ceil((minutes * 60_000) / everyMs) - 1;
  const order = FAULTS.toSorted(() => random.fraction() - 0.5);
  const endsAt = performance.now() + minutes * 60_000;
  await underLoad(installation, { thinkMs: THINK_MS }, async (load) => {
    for (let round = 1; round <= rounds; round += 1) {
      await delay(Math.max(0, endsAt - minutes * 60_000 + round * everyMs - performance.now()));
      // Every fault once, in any order, then any.
      await oneRound(installation, { ...context, rounds }, order[round - 1] ?? random.pick(FAULTS));
      load.moveOn();
    }
    await delay(Math.max(0, endsAt - performance.now()));
  });
  await conclude(installation, context);
};

export const scenario: Scenario = {
  name: 'long-load',
  promise: '16 connections for minutes with a fault every 20 s: the model agrees with the tables to the last item',
  needs: [],
  rounds: { full: 1, short: 1 },
  run,
};
