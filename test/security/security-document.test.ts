import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const document = await readFile(new URL('docs/security.md', ROOT), 'utf8');

/** The texts in backticks that begin like a folder or a file of this repository. */
const paths = [...document.matchAll(/`((?:apps|docs|packages|scripts|test)\/[^`\s]+|package(?:-lock)?\.json)`/g)].map(
  ([, path]) => path!,
);

describe('docs/security.md', () => {
  it('names files that exist', () => {
    expect(paths.length).toBeGreaterThan(60);
    expect(paths.filter((path) => !existsSync(fileURLToPath(new URL(path, ROOT))))).toEqual([]);
  });

  it('has the risk, the measures and the tests of each of the ten', () => {
    const ten = document.split(/^### /m).slice(1);
    expect(ten.map((section) => section.split(' ', 1)[0])).toEqual(
      Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
    );
    for (const section of ten) {
      const text = section.split(/^## /m, 1)[0]!;
      expect(text).toMatch(/\*Risk:\*/);
      expect(text).toMatch(/\*Measures:\*/);
      expect(text).toMatch(/`test\/[^`]+`/);
    }
  });

  it('names every test of this folder', async () => {
    const tests = (await readdir(new URL('.', import.meta.url))).filter((name) => name.endsWith('.test.ts'));
    expect(tests.filter((name) => !paths.includes(`test/security/${name}`))).toEqual([]);
  });
});
