import { chmod, chown, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Image } from './the-image.ts';

const DATA_DIR = '/var/lib/carryover';

/**
 * Starts a program as an engine does: as process 1 of its own, as the image's user, on a read-only root file system. Only
 * /tmp and the folder at DATA_DIR can be written to. The network is this machine's.
 */
const launcher = ({ root, config }: Image, folder: string, entrypoint: ReadonlyArray<string>): string => {
  const [user, group] = config.User.split(':');
  // chroot(1) has no option for the working directory.
  const enter = `chroot("${root}") && chdir("${DATA_DIR}") or die; $) = "${group} ${group}"; $( = ${group}; $< = $> = ${user}; exec @ARGV;`;
  // The machine's folder for temporary files is not in a container.
  return `#!/bin/sh
unset TMPDIR
ENTER='${enter}' exec unshare --mount --pid --fork --kill-child sh -euc '
  mount --bind "${root}" "${root}"
  mount -o remount,bind,ro "${root}"
  mount -t tmpfs tmpfs "${root}/tmp"
  mount -t proc proc "${root}/proc"
  mount --rbind /dev "${root}/dev"
  mount --bind "${folder}" "${root}${DATA_DIR}"
  exec setpriv --no-new-privs perl -e "$ENTER" "$@"
' sh ${entrypoint.join(' ')} "$@"
`;
};

const writeLauncher = async (image: Image, folder: string, name: string, entrypoint: ReadonlyArray<string>) => {
  const path = join(folder, name);
  await writeFile(path, launcher(image, folder, entrypoint));
  await chmod(path, 0o755);
  return path;
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
    command: await writeLauncher(image, folder, 'run-image', Entrypoint),
    execute: await writeLauncher(image, folder, 'execute', []),
    environment: (given) => ({ ...own, ...given }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** The process that a launcher started as process 1 of the container. */
export const processOf = async (launcherPid: number): Promise<number> =>
  Number((await readFile(`/proc/${launcherPid}/task/${launcherPid}/children`, 'utf8')).trim());
