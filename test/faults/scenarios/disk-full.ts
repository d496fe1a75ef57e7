import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { layoutOf } from '@carryover/embedded-postgres/cluster';
import { onDatabase } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import { embeddedInstallation } from '../environment/installations.ts';
import { mountVolume, moveTo, type Volume } from '../environment/volume.ts';
import { inRounds } from '../rounds.ts';
import type { Context, Fault, Scenario } from '../scenario.ts';

const FULL_FOR_MS = 4_000;
/** The free space for a table. */
const DATA_LEFT_BYTES = 256 * 1024;

/** Moves one folder of the service's database to its own volume while the service is stopped. */
const onVolume = async (context: Context, name: 'base' | 'pg_wal', megabytes: number) => {
  const volume = await mountVolume(megabytes, context.endings);
  const installation: Installation = await embeddedInstallation(context, 200);
  installation.mayBeSilent = true;
  await installation.service().stop();
  await moveTo(volume, join(layoutOf(installation.dataDir(0)).cluster, name), name);
  await installation.restart();
  installation.mayBeSilent = false;
  return { installation, volume };
};

/** More files than the volume holds. */
const MOST_FILES = 500;

/** Uses up the preallocated files of the log: otherwise it would take a minute or more until the load has an effect. */
const useUpLog = async ({ database }: Installation): Promise<void> => {
  const next = `select pg_logical_emit_message(false, 'faults', 'full'), pg_switch_wal()`;
  await onDatabase(database, 'superuser', async (client) => {
    for (let files = 0; files < MOST_FILES; files += 1) await client.query(next);
  }).catch(() => undefined); // It ends with the server; if it could not start, the fault has no effect, which is reported.
};

const full = (
  name: string,
  volume: Volume,
  leavingBytes: number,
  worsen: (installation: Installation) => Promise<void> = async () => undefined,
): Fault => ({
  name,
  mustFail: true,
  strike: async (installation) => {
    await volume.fill(leavingBytes);
    await worsen(installation);
    await delay(FULL_FOR_MS);
    await volume.free();
    return { over: performance.now() };
  },
});

export const data: Scenario = {
  name: 'disk-full',
  promise:
    "the volume of the database's tables is full (SQLSTATE 53100): 503 meanwhile, and served once there is space",
  needs: ['linux', 'root', 'volume'],
  rounds: { full: 6, short: 1 },
  run: async (context) => {
    const { installation, volume } = await onVolume(context, 'base', 768);
    await inRounds(installation, context, full('disk-full', volume, DATA_LEFT_BYTES));
  },
};

export const wal: Scenario = {
  name: 'wal-full',
  promise:
    'the volume of the write-ahead log is full: PostgreSQL panics, and the service restarts it once there is space',
  needs: ['linux', 'root', 'volume'],
  rounds: { full: 6, short: 1 },
  run: async (context) => {
    const { installation, volume } = await onVolume(context, 'pg_wal', 1_536);
    await inRounds(installation, context, full('wal-full', volume, 0, useUpLog));
  },
};
