import { execFile } from 'node:child_process';
import { chown, cp, mkdtemp, open, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Endings } from './endings.ts';

/** A small volume, in memory. */
export type Volume = {
  readonly folder: string;
  /** Leaves so many bytes free. */
  readonly fill: (leavingBytes: number) => Promise<void>;
  readonly free: () => Promise<void>;
};

const CHUNK = Buffer.alloc(256 * 1024);

/** Mounts it; only root may. */
export const mountVolume = async (megabytes: number, endings: Endings): Promise<Volume> => {
  const run = promisify(execFile);
  const folder = await mkdtemp(join(tmpdir(), 'carryover-volume-'));
  await endings.add(() => rmdir(folder));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'carryover-faults', folder]);
  // The server may still be closing its last file.
  await endings.add(() => run('umount', [folder]).catch(() => run('umount', ['--lazy', folder])));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: async (leavingBytes) => {
      const file = await open(ballast, 'a');
      try {
        for (;;) await file.write(CHUNK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        const { size } = await file.stat();
        await file.truncate(Math.max(0, size - leavingBytes));
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
  };
};

/** Moves a folder of a stopped server to the volume; a link stays. */
export const moveTo = async ({ folder }: Volume, path: string, name: string): Promise<void> => {
  const moved = join(folder, name);
  const { uid, gid } = await stat(path);
  await cp(path, moved, { recursive: true, preserveTimestamps: true });
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, moved]);
  await promisify(execFile)('chmod', ['-R', 'u=rwX,go=', moved]);
  await chown(moved, uid, gid);
  await rename(path, `${path}.before`);
  await rm(`${path}.before`, { recursive: true });
  await symlink(moved, path);
};
