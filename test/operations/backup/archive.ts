import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, makeCluster } from '../../support/postgresql/a-cluster.ts';
import { aDatabaseHost, type DatabaseHost } from '../../support/postgresql/a-database-host.ts';
import { findTools } from '../../support/postgresql/postgresql-tools.ts';

/** A host with the newest PostgreSQL of this machine. */
export const anArchivingHost = async (): Promise<DatabaseHost> => aDatabaseHost(await findTools());

/** Makes a cluster that archives its write-ahead log to `archive` beside it. */
export const anArchivingCluster = async (host: DatabaseHost, name: string): Promise<Cluster> => {
  const archive = join(host.folder, 'archive');
  await mkdir(archive, { recursive: true });
  if (host.user.uid !== undefined) await chown(archive, host.user.uid, host.user.gid!);
  return makeCluster(host, name, {
    archive_mode: 'on',
    // Under its own name only once it is there whole, and never over one that is there.
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && sync ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    archive_timeout: '60s',
  });
};
