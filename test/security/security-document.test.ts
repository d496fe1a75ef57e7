import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const document = await readFile(new URL('docs/security.md', ROOT), 'utf8');

/** What stands between backticks and begins like a folder or a file of this repository. */
const paths = [...document.matchAll(/`((?:apps|docs|packages|scripts|test)\/[^`\s]+|package(?:-lock)?\.json)`/g)].map(
  ([, path]) => path!,
);

describe('docs/security.md', () => {
  it('names files that are there', () => {
    expect(paths.length).toBeGreaterThan(60);
    expect(paths.filter((path) => !existsSync(fileURLToPath(new URL(path, ROOT))))).toEqual([]);
  });

  it('says of each of the ten what could happen, what stands against it, and which tests show it', () => {
    const ten = document.split(/^### /m).slice(1);
    expect(ten.map((section) => section.split(' ', 1)[0])).toEqual(
      Array.from({ length: 10 }, (_, at) => `API${at + 1}`),
    );
    for (const section of ten) {
      const text = section.split(/^## /m, 1)[0]!;
      expect(text).toMatch(/\*Could happen:\*/);
      expect(text).toMatch(/\*Against it:\*/);
      expect(text).toMatch(/`test\/[^`]+`/);
    }
  });

  it('is shown by every test of this folder', async () => {
    const tests = (await readdir(new URL('.', import.meta.url))).filter((name) => name.endsWith('.test.ts'));
    expect(tests.filter((name) => !paths.includes(`test/security/${name}`))).toEqual([]);
  });
});
