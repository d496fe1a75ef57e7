import { spawn } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let clone: string;

const run = (
  command: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly code: number | null; readonly said: string }> =>
  new Promise((resolve, reject) => {
    // npm must not take its settings from the npm that runs these tests.
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
    const env = { ...Object.fromEntries(inherited), ...environment };
    const child = spawn(command, [...args], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });

const npm = async (...args: ReadonlyArray<string>): Promise<void> => {
  const { code, said } = await run('npm', [...args, '--offline', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error(said);
};

const install = (...args: ReadonlyArray<string>) => run(process.execPath, ['scripts/install.mjs', ...args]);

/** Fails if npm is run at all. */
const installWithoutNpm = (...args: ReadonlyArray<string>) =>
  run(process.execPath, ['scripts/install.mjs', ...args], { npm_execpath: '/there/is/no/npm.js' });

const installed = async (): Promise<ReadonlyArray<string>> =>
  (await readdir(join(clone, 'node_modules'))).filter((name) => !name.startsWith('.')).toSorted();

const PACKAGES = ['express', 'pg', 'vitest'];

const aPackage = async (name: string): Promise<void> => {
  await mkdir(join(clone, 'local', name), { recursive: true });
  await writeFile(join(clone, 'local', name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
};

/** Writes the project's package.json and its lock. */
const wants = async (dependencies: ReadonlyArray<string>, devDependencies: ReadonlyArray<string>): Promise<void> => {
  const local = (names: ReadonlyArray<string>) =>
    Object.fromEntries(names.map((name) => [name, `file:local/${name}-1.0.0.tgz`]));
  const manifest = { name: 'clone', dependencies: local(dependencies), devDependencies: local(devDependencies) };
  await writeFile(join(clone, 'package.json'), JSON.stringify(manifest));
  await npm('install', '--package-lock-only');
};

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'carryover-clone-'));
  await cp('scripts', join(clone, 'scripts'), { recursive: true });
  await Promise.all(PACKAGES.map(aPackage));
  await npm('pack', ...PACKAGES.map((name) => `./local/${name}`), '--pack-destination', 'local');
  await wants(['express'], ['vitest']);
});
afterEach(() => rm(clone, { recursive: true, force: true }));

describe('the dependencies of a clone', () => {
  it('are those that running needs to start, and all of them to test', async () => {
    expect(await install('--omit=dev')).toMatchObject({ code: 0, said: expect.stringContaining('what running needs') });
    expect(await installed()).toEqual(['express']);
    expect(await installWithoutNpm('--omit=dev')).toEqual({ code: 0, said: '' });
    const before = await lstat(join(clone, 'node_modules/express'));
    expect(await install()).toMatchObject({ code: 0 });
    expect(await installed()).toEqual(['express', 'vitest']);
    // What a running service uses was not replaced.
    expect((await lstat(join(clone, 'node_modules/express'))).ino).toBe(before.ino);
    expect(await installWithoutNpm()).toEqual({ code: 0, said: '' });
    expect(await installWithoutNpm('--omit=dev')).toEqual({ code: 0, said: '' });
  });

  it('are not installed again after npm ci by hand, with or without those of developers', async () => {
    await npm('ci', '--omit=dev');
    expect(await installWithoutNpm('--omit=dev')).toEqual({ code: 0, said: '' });
    await npm('ci');
    expect(await installWithoutNpm()).toEqual({ code: 0, said: '' });
  });

  it('are installed again when the lock has changed, and a developer keeps what a start does not need', async () => {
    await npm('ci');
    await wants(['express', 'pg'], ['vitest']);
    expect(await install('--omit=dev')).toMatchObject({ code: 0 });
    expect(await installed()).toEqual(['express', 'pg', 'vitest']);
  });

  it('are installed once by two starts at the same time', async () => {
    const both = await Promise.all([install('--omit=dev'), install('--omit=dev')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ said }) => said.includes('Installing'))).toHaveLength(1);
    expect(await installed()).toEqual(['express']);
    expect(await readdir(clone)).not.toContain('.install.lock');
  });

  it('are installed by the next start if one was killed', async () => {
    await writeFile(join(clone, '.install.lock'), 'of a process that was killed');
    expect(await install('--omit=dev')).toMatchObject({ code: 0, said: expect.stringContaining('Waiting for it') });
    expect(await installed()).toEqual(['express']);
  });

  it('are reported if they can not be installed', async () => {
    await writeFile(join(clone, 'package.json'), '{"dependencies":{"pg":"1.0.0"}}');
    // Without a network, npm asks its registry again for minutes.
    const offline = { npm_config_offline: 'true' };
    const { code, said } = await run(process.execPath, ['scripts/install.mjs', '--omit=dev'], offline);
    expect(code).toBe(1);
    expect(said).toContain('npm ci --omit=dev failed');
    expect(await readdir(clone)).not.toContain('.install.lock');
  });
});
