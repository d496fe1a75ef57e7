import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { layoutOf, makeFolder } from '@carryover/embedded-postgres/cluster';
import { tryLock } from '@carryover/settings/file-lock';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import { makeFolders } from '@carryover/settings/make-folders';
import { leaveToOwner, readIfThere, writePrivate } from '@carryover/settings/private-file';
import type { Config } from './config.ts';

/** The claim of one running service on its data directory. */
type Claim = {
  /** Writes the service's address, which a start that is refused then reports. */
  readonly announce: (baseUrl: string) => Promise<void>;
  readonly release: () => Promise<void>;
};

const NO_CLAIM: Claim = { announce: async () => undefined, release: async () => undefined };

/** ` at http://127.0.0.1:3000 (process 1234)`, as far as the other service has written it. */
const describeHolder = (note: string | null): string => {
  const holder = jsonOrNull(note ?? '') as { readonly base_url?: unknown; readonly pid?: unknown } | null;
  if (holder === null) return '';
  const address = typeof holder.base_url === 'string' ? ` at ${holder.base_url}` : ', which is still starting';
  return `${address} (process ${holder.pid})`;
};

/**
 * Claims the data directory for this start, if it has the embedded database or the demo data: two services would write
 * the same `demo.json`. All processes of one start (`WORKERS`) share the claim of the first. The lock is the operating
 * system's and ends with the process, even after a crash; the file beside it only says which process has it.
 *
 * Rejects, with a message for the operator, if another service has it.
 */
export const claimDataDir = async ({ databaseUrl, isDemo, dataDir }: Config): Promise<Claim> => {
  if (databaseUrl !== null && !isDemo) return NO_CLAIM;
  if (databaseUrl === null) await makeFolder(layoutOf(dataDir));
  else makeFolders(dataDir);
  const note = join(dataDir, 'service.json');
  const lock = join(dataDir, 'service.lock');
  const release = tryLock(lock, 'exclusive');
  if (release === undefined) {
    const holder = describeHolder(await readIfThere(note).catch(() => null));
    throw new Error(
      `The data directory ${dataDir} is in use by the service${holder}. Use that service, stop it, or set DATA_DIR to another directory.`,
    );
  }
  await leaveToOwner(lock);
  const write = (baseUrl: string | null) =>
    writePrivate(note, `${JSON.stringify({ pid: process.pid, base_url: baseUrl })}\n`);
  await write(null);
  return {
    announce: write,
    release: async () => {
      await rm(note, { force: true });
      release();
    },
  };
};
