import { chown, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SandboxMount, writeSandbox } from '../support/a-sandbox.ts';
import type { Image } from './the-image.ts';

const DATA_DIR = '/var/lib/carryover';

/** A script that starts a program in the image. Only /tmp and the folder at DATA_DIR can be written to. */
const writeLauncher = (
  { root, config }: Image,
  folder: string,
  { name, entrypoint }: { readonly name: string; readonly entrypoint: ReadonlyArray<string> },
): Promise<string> => {
  const mounts: ReadonlyArray<SandboxMount> = [
    { path: '/tmp', from: 'memory' },
    { path: DATA_DIR, from: { folder } },
  ];
  const sandbox = { root, mounts, user: config.User, workingDirectory: config.WorkingDir };
  return writeSandbox(join(folder, name), sandbox, entrypoint);
};

export type Containers = {
  /** The folder at DATA_DIR of each container. It is `.carryover` of itself, as the printed commands have it. */
  readonly folder: string;
  /** A script that runs the image with its arguments, as `docker run` does. */
  readonly command: string;
  /** A script that runs its arguments in a container. */
  readonly execute: string;
  /** The variables of a container: the image's own, and these. */
  readonly environment: (given: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
};

/** The containers of one installation: they share a folder. */
export const containersOf = async (image: Image): Promise<Containers> => {
  const { Entrypoint, Env, User } = image.config;
  const folder = await mkdtemp(join(tmpdir(), 'carryover-container-'));
  await chown(folder, Number.parseInt(User, 10), Number.parseInt(User, 10));
  await symlink('.', join(folder, '.carryover'));
  const own = Object.fromEntries(Env.map((line) => line.split(/=(.*)/s)));
  return {
    folder,
    command: await writeLauncher(image, folder, { name: 'run-image', entrypoint: Entrypoint }),
    execute: await writeLauncher(image, folder, { name: 'execute', entrypoint: [] }),
    environment: (given) => ({ ...own, ...given }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
