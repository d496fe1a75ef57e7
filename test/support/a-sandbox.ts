import { chmod, readFile, writeFile } from 'node:fs/promises';

/** What is mounted in a sandbox: an empty file system in memory, or a folder of this machine. */
export type SandboxMount = { readonly path: string; readonly from: 'memory' | { readonly folder: string } };

export type Sandbox = {
  /** The folder that becomes the root. Nothing in it can be written to. */
  readonly root: string;
  /** Shell commands that fill the root first. */
  readonly prepare?: string;
  readonly mounts: ReadonlyArray<SandboxMount>;
  /** `65532:65532`. */
  readonly user: string;
  readonly workingDirectory: string;
};

/**
 * Writes a script that runs a program as a container engine does: as process 1 of its own, as this user, without rights, on a
 * read-only root file system. Only what is mounted can be written to. The network is this machine's. Needs root.
 */
export const writeSandbox = async (
  path: string,
  { root, prepare = '', mounts, user, workingDirectory }: Sandbox,
  entrypoint: ReadonlyArray<string>,
): Promise<string> => {
  const [uid, gid] = user.split(':');
  // chroot(1) has no option for the working directory.
  const enter = `chroot("${root}") && chdir("${workingDirectory}") or die; $) = "${gid} ${gid}"; $( = ${gid}; $< = $> = ${uid}; exec @ARGV;`;
  const mount = ({ path: at, from }: SandboxMount): string =>
    from === 'memory' ? `mount -t tmpfs tmpfs "${root}${at}"` : `mount --bind "${from.folder}" "${root}${at}"`;
  // The machine's folder for temporary files is not in a container.
  const script = `#!/bin/sh
unset TMPDIR
ENTER='${enter}' exec unshare --mount --pid --fork --kill-child sh -euc '
  mount --bind "${root}" "${root}"
  ${prepare}
  mount -o remount,bind,ro "${root}"
  mount -t proc proc "${root}/proc"
  mount --rbind /dev "${root}/dev"
  ${mounts.map(mount).join('\n  ')}
  exec setpriv --no-new-privs perl -e "$ENTER" "$@"
' sh ${entrypoint.join(' ')} "$@"
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
};

/** The process that a script of {@link writeSandbox} started as process 1: it has another user, so it outlives the script. */
export const processOf = async (launcherPid: number): Promise<number> =>
  Number((await readFile(`/proc/${launcherPid}/task/${launcherPid}/children`, 'utf8')).trim());
