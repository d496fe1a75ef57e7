import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRejects, type Rejects, rejectsFileOf } from '@carryover/files/rejects/rejects';
import { REASONS } from '@carryover/operator/files/account-reasons';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';

const openedRejects = (file: string): Rejects => {
  const rejects = openRejects(file, REASONS);
  if (E.isLeft(rejects)) throw new Error(rejects.left.detail);
  return rejects.right;
};
const ISSUE = { code: 'invalid', attr: 'main', detail: 'Must be true or false.', stopsReading: false } as const;

describe('the rows that were not taken (decisions 14)', () => {
  it.each([
    ['-', 'csv', 'stdin.rejected.ndjson'],
    ['accounts.csv', 'csv', 'accounts.csv.rejected.csv'],
    ['/a/accounts.csv.gz', 'csv', '/a/accounts.csv.gz.rejected.csv'],
    ['accounts', 'csv', 'accounts.rejected.csv'],
    ['accounts.ndjson', 'ndjson', 'accounts.ndjson.rejected.ndjson'],
  ] as const)('of %s are in a file beside it', (file, format, rejectsFile) => {
    expect(rejectsFileOf(file, format)).toBe(rejectsFile);
  });

  it('are written one per line, at once, for their owner alone', () => {
    const rejects = openedRejects(join(aFolder(), 'a.ndjson'));
    expect(rejects.add({ line: 17, raw: '{"sum":1.10,"line":3}' }, ISSUE)).toEqual(E.right(undefined));
    const first = '{"sum":1.10,"line":17,"code":"invalid","detail":"main: Must be true or false."}\n';
    expect(readFileSync(rejects.file, 'utf8')).toBe(first);
    rejects.add({ line: 18, raw: '{' }, { ...ISSUE, attr: '' });
    rejects.close();
    const second = '{"raw":"{","line":18,"code":"invalid","detail":"Must be true or false."}\n';
    expect(readFileSync(rejects.file, 'utf8')).toBe(first + second);
    expect(statSync(rejects.file).mode & 0o777).toBe(0o600);
  });

  it('of CSV have the columns of their file, and the reasons once', () => {
    const rejects = openedRejects(join(aFolder(), 'a.csv'));
    const columns = ['code', 'a', 'line', 'b'];
    rejects.add({ line: 2, raw: '', csv: { columns, fields: ['old', 'x "y"', '9', ''] } }, ISSUE);
    rejects.add({ line: 3, raw: 'x,"y', csv: { columns, fields: null } }, { ...ISSUE, attr: '' });
    rejects.close();
    expect(readFileSync(rejects.file, 'utf8').split('\n')).toEqual([
      'a,b,line,code,detail',
      '"x ""y""",,2,invalid,main: Must be true or false.',
      '"x,""y",,3,invalid,Must be true or false.',
      '',
    ]);
  });

  it('make no file if there are none, and what an earlier run left is gone', () => {
    const old = aFile('a.csv.rejected.ndjson', 'old');
    const csv = old.replace('.ndjson', '.csv');
    writeFileSync(csv, 'old');
    openedRejects(old.replace('.rejected.ndjson', '')).close();
    expect([old, csv].map((file) => existsSync(file))).toEqual([false, false]);
  });

  it('a folder in the way, or none at all, is told', () => {
    const folder = aFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(openRejects(join(folder, 'file', 'a.csv'), REASONS)).toMatchObject({ left: { kind: 'file_failure' } });
    const rejects = openedRejects(join(folder, 'missing', 'a.csv'));
    expect(rejects.add({ line: 1, raw: 'x' }, ISSUE)).toEqual(
      E.left({ kind: 'file_failure', file: rejects.file, detail: expect.stringContaining('ENOENT') }),
    );
  });
});
