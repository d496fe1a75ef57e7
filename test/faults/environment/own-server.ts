import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layoutOf } from '@carryover/embedded-postgres/cluster';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import { type Database, databaseIn, signal } from './database.ts';
import type { Endings } from './endings.ts';

/** A PostgreSQL server that the harness runs, as an operator runs the one behind `DATABASE_URL`. */
export type OwnServer = Database & {
  /** Kills the server as a crash does; it stays down. */
  readonly crash: () => Promise<void>;
  /** Stops it in good order; it stays down. */
  readonly halt: () => Promise<void>;
  /** Starts it again, on the same port. */
  readonly start: () => Promise<void>;
};

/** @param settings PostgreSQL's, over those of the embedded server. */
export const startOwnServer = async (
  dataDir: string,
  endings: Endings,
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnServer> => {
  let joined: EmbeddedPostgres = await joinEmbeddedPostgres({ dataDir, settings });
  await endings.add(() => joined.leave());
  const database = databaseIn(dataDir);
  const note = join(layoutOf(dataDir).cluster, 'postmaster.pid');
  return {
    ...database,
    crash: async () => signal(await database.serverPid(), 'SIGKILL'),
    halt: async () => {
      const [text, { uid, gid }] = await Promise.all([readFile(note), stat(note)]);
      await database.stop();
      // A server that ended in good order leaves no note of its port; the one an operator runs has a fixed port.
      await writeFile(note, text, { mode: 0o600 });
      await chown(note, uid, gid);
    },
    start: async () => {
      const before = joined;
      joined = await endings.restart(
        () => joinEmbeddedPostgres({ dataDir, settings }),
        (again) => again.leave(),
      );
      await before.leave();
    },
  };
};
