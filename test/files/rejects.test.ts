import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRejects, type Rejects, rejectsFileOf } from '@carryover/files/rejects/rejects';
import { REASONS } from '@carryover/files/rows/reasons';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';

const openedRejects = (file: string): Rejects => openRejects(file, REASONS);
const ISSUE = { code: 'invalid', path: 'main', detail: 'Must be true or false.', stopsReading: false } as const;

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
    rejects.add({ line: 18, raw: '{' }, { ...ISSUE, path: '' });
    rejects.close();
    const second = '{"raw":"{","line":18,"code":"invalid","detail":"Must be true or false."}\n';
    expect(readFileSync(rejects.file, 'utf8')).toBe(first + second);
    expect(statSync(rejects.file).mode & 0o777).toBe(0o600);
  });

  it('of CSV have the columns of their file, and the reasons once', () => {
    const rejects = openedRejects(join(aFolder(), 'a.csv'));
    const columns = ['code', 'a', 'line', 'b'];
    rejects.add({ line: 2, raw: '', csv: { columns, fields: ['old', 'x "y"', '9', ''] } }, ISSUE);
    rejects.add({ line: 3, raw: 'x,"y', csv: { columns, fields: null } }, { ...ISSUE, path: '' });
    rejects.close();
    expect(readFileSync(rejects.file, 'utf8').split('\n')).toEqual([
      'a,b,line,code,detail',
      '"x ""y""",,2,invalid,main: Must be true or false.',
      '"x,""y",,3,invalid,Must be true or false.',
      '',
    ]);
  });

  it('make no file if there are none, and are beside those of earlier runs, which may have been corrected', () => {
    const file = join(aFolder(), 'a.ndjson');
    openedRejects(file).close();
    expect(existsSync(`${file}.rejected.ndjson`)).toBe(false);
    for (const [row, name] of [
      ['first', `${file}.rejected.ndjson`],
      ['second', `${file}.rejected.2.ndjson`],
      ['third', `${file}.rejected.3.ndjson`],
    ] as const) {
      const rejects = openedRejects(file);
      rejects.add({ line: 1, raw: row }, ISSUE);
      rejects.close();
      expect(rejects.file).toBe(name);
      expect(readFileSync(name, 'utf8')).toContain(row);
    }
  });

  it('a folder in the way, or none at all, is told', () => {
    const folder = aFolder();
    writeFileSync(join(folder, 'file'), '');
    const inFile = openedRejects(join(folder, 'file', 'a.csv'));
    expect(inFile.add({ line: 1, raw: 'x' }, ISSUE)).toMatchObject({ left: { kind: 'file_failure' } });
    const rejects = openedRejects(join(folder, 'missing', 'a.csv'));
    expect(rejects.add({ line: 1, raw: 'x' }, ISSUE)).toEqual(
      E.left({ kind: 'file_failure', file: rejects.file, detail: expect.stringContaining('ENOENT') }),
    );
  });
});
