import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from '@carryover/embedded-postgres/installation';
import { runSql } from '../../support/a-database.ts';
import { type Cluster, theCluster } from '../../support/postgresql/a-cluster.ts';
import type { DatabaseHost } from '../../support/postgresql/a-database-host.ts';

/** Copies a running cluster to `base` beside it. */
export const baseBackup = (host: DatabaseHost, cluster: Cluster): Promise<string> =>
  host.run('pg_basebackup', [
    '-d',
    cluster.url('postgres'),
    '-D',
    join(host.folder, 'base'),
    '-c',
    'fast',
    '-X',
    'stream',
  ]);

/** Makes a new cluster of the base backup as it was at a time: all that was committed until then. Starts it. */
export const recoverTo = async (host: DatabaseHost, name: string, time: Date): Promise<Cluster> => {
  const data = join(host.folder, name);
  await copyAsItsUser(host, join(host.folder, 'base'), data);
  const settings = {
    restore_command: `cp ${join(host.folder, 'archive')}/%f %p`,
    // Numbers alone: names of time zones, and Z is one, are not known yet when this is read.
    recovery_target_time: time.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    // The archive of the first cluster stays as it is, in case that this has to be done again.
    archive_command: '/bin/false',
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key} = '${value}'`);
  await appendFile(join(data, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  await writeFile(join(data, 'recovery.signal'), '');
  const cluster = await theCluster(host, name);
  await cluster.start();
  await isPromoted(cluster);
  return cluster;
};

const copyAsItsUser = ({ user }: DatabaseHost, from: string, to: string): Promise<string> =>
  runProgram('cp', ['-a', from, to], { ...user });

/** It answers while it still recovers. */
const isPromoted = async (cluster: Cluster): Promise<void> => {
  const deadline = Date.now() + 60_000;
  const isRecovering = async () => {
    const [row] = await runSql<{ is: boolean }>(cluster.url('postgres'), 'select pg_is_in_recovery() as is');
    return row!.is;
  };
  while (await isRecovering()) {
    if (Date.now() > deadline) throw new Error('The cluster does not end its recovery.');
    await delay(100);
  }
};
