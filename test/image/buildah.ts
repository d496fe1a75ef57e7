import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from '../support/install-packages.ts';

/** Runs buildah. @returns what it printed. */
export type Buildah = (...args: ReadonlyArray<string>) => Promise<string>;

const run = promisify(execFile);

/** @returns why images cannot be built and started here; null if they can. */
export const whyNoImage = async (): Promise<string | null> => {
  if (process.getuid?.() !== 0) return 'needs root, for mounts';
  const hasBuildah = await run('buildah', ['--version']).then(
    () => true,
    () => installPackages(['buildah']),
  );
  if (!hasBuildah) return 'needs buildah (Debian package buildah)';
  return run('unshare', ['--mount', '--pid', '--fork', 'true']).then(
    () => null,
    () => 'needs namespaces of mounts and processes, which are not allowed here',
  );
};

/** Buildah with its storage in this folder. */
export const buildahIn =
  (folder: string): Buildah =>
  async (...args) => {
    const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
    const { stdout } = await run('buildah', [...storage, ...args], { maxBuffer: 16 * 1024 * 1024 });
    return stdout.trim();
  };
