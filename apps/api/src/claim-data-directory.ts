import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { layoutOf, makeFolder } from '@carryover/embedded-postgres/cluster';
import { type Release, tryLock } from '@carryover/settings/file-lock';
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
const describeHolder = (text: string | null): string => {
  try {
    const { base_url: baseUrl, pid } = JSON.parse(text ?? '');
    return `${typeof baseUrl === 'string' ? ` at ${baseUrl}` : ', which is still starting'} (process ${pid})`;
  } catch {
    return '';
  }
};

const lock = async (dataDir: string): Promise<Release | undefined> => {
  const path = join(dataDir, 'service.lock');
  const release = tryLock(path, 'exclusive');
  if (release !== undefined) await leaveToOwner(path);
  return release;
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
  else await mkdir(dataDir, { recursive: true });
  const note = join(dataDir, 'service.json');
  const release = await lock(dataDir);
  if (release === undefined) {
    const holder = describeHolder(await readIfThere(note).catch(() => null));
    throw new Error(
      `The data directory ${dataDir} is in use by the service${holder}. Use that service, stop it, or set DATA_DIR to another directory.`,
    );
  }
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
