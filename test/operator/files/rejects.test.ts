import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRejects, type Rejects, rejectsFileOf } from '@carryover/operator/files/rejects';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from './a-file.ts';

const openedRejects = (file: string): Rejects => {
  const rejects = openRejects(file);
  if (E.isLeft(rejects)) throw new Error(rejects.left.detail);
  return rejects.right;
};
const ISSUE = { code: 'invalid', attr: 'main', detail: 'Must be true or false.', stopsReading: false } as const;

describe('the rows that were not taken (decisions 14)', () => {
  it.each([
    ['-', 'stdin.rejected.ndjson'],
    ['accounts.csv', 'accounts.csv.rejected.ndjson'],
    ['/a/accounts.ndjson.gz', '/a/accounts.ndjson.gz.rejected.ndjson'],
  ])('of %s stand in %s', (file, rejectsFile) => {
    expect(rejectsFileOf(file)).toBe(rejectsFile);
  });

  it('are written one a line, at once, for their owner alone', () => {
    const rejects = openedRejects(join(aFolder(), 'a.csv'));
    expect(rejects.add({ line: 17, raw: 'a,"b\n"' }, ISSUE)).toEqual(E.right(undefined));
    const first = '{"line":17,"code":"invalid","attr":"main","detail":"Must be true or false.","row":"a,\\"b\\n\\""}\n';
    expect(readFileSync(rejects.file, 'utf8')).toBe(first);
    rejects.add({ line: 18, raw: '' }, { ...ISSUE, attr: '' });
    rejects.close();
    expect(readFileSync(rejects.file, 'utf8')).toBe(
      first +
        first
          .replace('17', '18')
          .replace('"main"', '""')
          .replace(/"row":.*/, '"row":""}'),
    );
    expect(statSync(rejects.file).mode & 0o777).toBe(0o600);
  });

  it('make no file where there are none, and what an earlier run left is gone', () => {
    const old = aFile('a.csv.rejected.ndjson', 'old');
    const rejects = openedRejects(old.replace('.rejected.ndjson', ''));
    expect(existsSync(old)).toBe(false);
    rejects.close();
    expect(existsSync(old)).toBe(false);
    rejects.add({ line: 1, raw: 'x' }, ISSUE);
    rejects.close();
    expect(readFileSync(old, 'utf8')).toContain('"row":"x"');
  });

  it('a folder in the way, or none at all, is told', () => {
    const folder = aFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(openRejects(join(folder, 'file', 'a.csv'))).toMatchObject({ left: { kind: 'file_failure' } });
    const rejects = openedRejects(join(folder, 'missing', 'a.csv'));
    expect(rejects.add({ line: 1, raw: 'x' }, ISSUE)).toEqual(
      E.left({ kind: 'file_failure', file: rejects.file, detail: expect.stringContaining('ENOENT') }),
    );
  });
});
