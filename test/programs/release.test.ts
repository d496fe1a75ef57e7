import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const CHANGELOG = `# Changelog

## Unreleased

### Added

- Something new.
`;
const IDENTITY = ['-c', 'user.name=A maintainer', '-c', 'user.email=maintainer@example.com'];
const ARTEFACTS = ['client', 'contract', 'domain', 'loader'];

/** A repository with what a release is built from; its suites pass at once. */
let template: string;
let repository: string;
let folder: string;
let copies = 0;

const run = (command: string, ...args: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: repository, encoding: 'utf8' });
  return { status, stdout, stderr };
};

const git = (...args: ReadonlyArray<string>): string => {
  const { status, stdout, stderr } = run('git', ...IDENTITY, ...args);
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

const release = (...args: ReadonlyArray<string>) => run(process.execPath, 'scripts/release.mjs', ...args);

const readIn = (path: string) => readFile(join(repository, path), 'utf8');

const commitChangelog = async (text: string): Promise<void> => {
  await writeFile(join(repository, 'CHANGELOG.md'), text);
  git('commit', '--quiet', '--all', '--message', 'docs: changelog');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carryover-releasing-'));
  template = join(folder, 'template');
  repository = template;
  for (const path of [
    'packages',
    'apps/loader',
    'scripts',
    'deploy',
    'docs/domain.md',
    'LICENSE',
    'tsconfig.json',
    'tsconfig.build.json',
  ])
    await cp(path, join(template, path), { recursive: true });
  await cp('package-lock.json', join(template, 'package-lock.json'));
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const scripts = { check: 'true', lint: 'true', load: manifest.scripts.load };
  await writeFile(join(template, 'package.json'), JSON.stringify({ ...manifest, scripts, version: '0.1.0' }));
  await writeFile(join(template, 'CHANGELOG.md'), CHANGELOG);
  await writeFile(join(template, '.gitignore'), 'node_modules\ndist/\nsbom.cdx.json\n');
  await cp('.ci', join(template, '.ci'), { recursive: true });
  await writeFile(join(template, '.ci/run'), '#!/usr/bin/env bash\necho The suites ran.\n');
  await symlink(resolve('node_modules'), join(template, 'node_modules'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'all');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** For tests that change it. */
const useCopy = async (): Promise<void> => {
  const copy = join(folder, `copy-${copies++}`);
  git('clone', '--quiet', template, copy);
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  repository = copy;
};

beforeEach(() => {
  repository = template;
});

describe('a release', () => {
  it('is committed and tagged, with tarballs, SBOM and checksums', async () => {
    await useCopy();
    git('config', 'user.name', 'A maintainer');
    git('config', 'user.email', 'maintainer@example.com');
    const { status, stdout, stderr } = release('0.2.0');
    expect(stderr).toBe('');
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('The suites ran.') });
    expect(git('describe', '--exact-match', 'main')).toBe('v0.2.0');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '--format=%s', '--max-count', '1')).toBe('release: 0.2.0');
    const today = new Date().toISOString().slice(0, 10);
    expect(await readIn('CHANGELOG.md')).toContain(
      `## Unreleased\n\n## 0.2.0 - ${today}\n\n### Added\n\n- Something new.`,
    );
    expect(await readIn('docs/domain.md')).toContain('./carryover-client-0.2.0.tgz');
    expect(await readIn('deploy/compose.yaml')).toContain('carryover:0.2.0}');
    expect(await readIn('deploy/kubernetes/base/service.yaml')).toContain('image: carryover:0.2.0\n');
    expect(await readIn('deploy/kubernetes/example/service/kustomization.yaml')).toContain('newTag: 0.2.0\n');
    const named = run('git', 'grep', '-ohE', '(carryover:|newTag: |VERSION=)[0-9]+[.][0-9.]+', '--', 'deploy').stdout;
    expect(new Set(named.match(/[\d.]+$/gm))).toEqual(new Set(['0.2.0']));
    const client = JSON.parse(await readIn('packages/contract/package.json'));
    expect(client).toMatchObject({ version: '0.2.0', dependencies: { '@carryover/domain': '0.2.0' } });
    const lock = JSON.parse(await readIn('package-lock.json'));
    expect(lock.packages['packages/contract']).toMatchObject({ version: '0.2.0' });

    const tarballs = [
      ...ARTEFACTS.map((name) => `carryover-${name}-0.2.0.tgz`),
      'carryover_client-0.2.0-py3-none-any.whl',
    ];
    const folder = join(repository, 'dist/release');
    expect((await readdir(folder)).toSorted()).toEqual([
      'SHA256SUMS',
      ...tarballs,
      'provenance.intoto.json',
      'sbom.cdx.json',
    ]);
    const sums = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect(sums.stdout.match(/: OK$/gm)).toHaveLength(tarballs.length + 2);
    const { subject, predicate } = JSON.parse(await readFile(join(folder, 'provenance.intoto.json'), 'utf8'));
    expect(subject.map(({ name }: { name: string }) => name)).toEqual([...tarballs, 'sbom.cdx.json']);
    expect(predicate.buildDefinition.resolvedDependencies[0]).toMatchObject({
      digest: { gitCommit: git('rev-parse', 'v0.2.0^{commit}') },
    });

    // As anybody does who checks what was downloaded.
    const again = join(repository, 'dist/again');
    expect(run(process.execPath, 'scripts/build.mjs', '--out', again).status).toBe(0);
    for (const name of tarballs)
      expect((await readFile(join(again, name))).equals(await readFile(join(folder, name))), name).toBe(true);

    expect(release('0.2.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('0.2.0 is not newer') });
    expect(release('0.3.0', '--dry-run', '--out', again)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('0.3.0 can be released once CHANGELOG.md lists something under Unreleased.'),
    });
  }, 120_000);

  it('changes nothing with --dry-run', async () => {
    const before = git('rev-parse', 'HEAD');
    const { status, stdout } = release('--dry-run', '--out', join(repository, 'dist/elsewhere'));
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('0.1.0 can be released.') });
    expect(stdout).not.toContain('The suites ran.');
    expect(await readdir(join(repository, 'dist/elsewhere'))).toContain('carryover-client-0.1.0.tgz');
    expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual([before, '', '']);
  }, 120_000);

  it.each([
    ['0.2', '0.2 is not a version'],
    ['v0.2.0', 'v0.2.0 is not a version'],
    ['0.0.9', '0.0.9 is older than 0.1.0'],
  ])('refuses the version %s', (version, reason) => {
    expect(release(version)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
  });

  it('refuses changes that are not committed', async () => {
    await useCopy();
    await writeFile(join(repository, 'LICENSE'), 'Mine.');
    expect(release('0.2.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('M LICENSE') });
  });

  it('refuses a changelog without a line, and leaves nothing behind', async () => {
    await useCopy();
    await commitChangelog('# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- Something new.\n');
    expect(release('0.2.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing to release') });
    expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);
  });

  it('empties no folder that has other files', async () => {
    const { status, stderr } = release('0.2.0', '--out', join(repository, 'docs'));
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('docs has domain.md') });
    expect(await readdir(join(repository, 'docs'))).toEqual(['domain.md']);
  });

  it('takes one version', () => {
    for (const args of [[], ['0.2.0', '0.3.0'], ['--dry']]) expect(release(...args)).toMatchObject({ status: 2 });
  });
});
