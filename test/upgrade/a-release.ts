import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { aServiceProcess, type ServiceProcess } from '../support/a-service-process.ts';

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

/** The programs of one release. */
export type Release = {
  readonly service: (environment: Readonly<Record<string, string>>) => Promise<ServiceProcess>;
  readonly operator: Command;
  readonly loader: Command;
};
type Command = (environment: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) => Promise<Ran>;

const runNode = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>): Promise<Ran> =>
  new Promise((done, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => done({ code, out, err }));
  });

/** @param folder the release's sources, with their dependencies. */
const aRelease = (folder: string): Release => ({
  service: (environment) =>
    aServiceProcess({ ...environment, CONSOLE: 'off', DEMO: 'off' }, [
      process.execPath,
      [join(folder, 'apps/api/src/main.ts')],
    ]),
  operator: (environment, ...args) =>
    runNode([join(folder, 'apps/operator/bin/carryover-operator.mjs'), ...args], environment),
  loader: (environment, ...args) => runNode([join(folder, 'apps/loader/bin/carryover.mjs'), ...args], environment),
});

export const THIS_RELEASE = aRelease(resolve('.'));

/** Returns whether this clone has a commit; a shallow one may not. */
export const hasCommit = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status === 0;

/**
 * Writes the sources of a commit to a folder. They run with the dependencies that are installed here, and with their own
 * packages.
 */
export const checkOut = async (commit: string, folder: string): Promise<Release> => {
  await mkdir(join(folder, 'node_modules/@carryover'), { recursive: true });
  const { status, stderr } = spawnSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  for (const name of await readdir('node_modules'))
    if (name !== '@carryover') await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  for (const kind of ['packages', 'apps'])
    for (const name of await readdir(join(folder, kind)))
      await symlink(join(folder, kind, name), join(folder, 'node_modules/@carryover', name));
  return aRelease(folder);
};
