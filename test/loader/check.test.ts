import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { KINDS } from '@carryover/contract/kinds';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import { runLoader } from '../support/a-loader.ts';

const kindIn = (file: string) => basename(file).split('.')[0];
const note = (body: string) => `{"import_supplier":"S","external_account_number":"A","body":${JSON.stringify(body)}}\n`;

describe('carryover check', () => {
  it('exits with 0 only if every row is valid and all of it was read', async () => {
    const good = aFile('notes.ndjson', note('x'));
    const cut = aFile('notes.ndjson.gz', gzipSync(note('x').repeat(50_000)).subarray(0, 500));
    expect((await runLoader(['check', good])).code).toBe(0);
    expect((await runLoader(['check', good, aFile('notes.ndjson', note(' '))])).code).toBe(1);
    const damaged = await runLoader(['check', cut]);
    expect([damaged.code, damaged.out]).toEqual([1, expect.stringContaining('not read to its end')]);
  });

  it('tells each error with file, line, column, path, code and hint, and sums them up', async () => {
    const file = aFile('notes.ndjson', note('x') + note('') + note(' '));
    const { code, out } = await runLoader(['check', file]);
    expect(code).toBe(1);
    expect(out.split('\n').slice(0, 3)).toEqual([
      `${file}:2:61 body: blank. The value is empty or contains only white space. Send text with visible characters, or leave an optional field out.`,
      expect.stringMatching(`^${file}:3:61 body: blank`),
      `${file}: 3 rows, 2 rows with errors`,
    ]);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^ +2 .* blank +body +2$/);
  });

  it('prints an object per error and one at the end for scripts', async () => {
    const file = aFile('notes.ndjson', note('x') + note(''));
    const { lines } = await runLoader(['check', '--json', file]);
    expect(lines).toEqual([
      { file, line: 2, column: 61, path: 'body', code: 'blank', detail: expect.any(String), hint: expect.any(String) },
      {
        valid: false,
        repeated: 0,
        files: [{ file, rows: 2, rejected: 1, repeated: 0, complete: true }],
        causes: [expect.objectContaining({ file, code: 'blank', path: 'body', rows: 1 })],
      },
    ]);
  });

  it('groups what is at any position of a list, and counts a row once', async () => {
    const paths = '"document_paths":[{"document_path":"/a"},{"document_path":"/b"}]';
    const line = `{"import_supplier":"S","external_account_number":"A",${paths}}\n`;
    const { lines } = await runLoader(['check', '--json', aFile('notes.ndjson', line + line)]);
    expect(lines.at(-1).causes).toMatchObject([{ path: 'document_paths.*.document_path', rows: 2 }]);
  });

  it('reads the files of a folder that are named after their kind, and not what an earlier run rejected', async () => {
    const folder = aFolder();
    for (const name of ['notes.ndjson', 'notes.ndjson.rejected.ndjson', 'accounts.ndjson', 'readme.txt'])
      writeFileSync(join(folder, name), note('x'));
    const { lines } = await runLoader(['check', '--json', folder]);
    expect(lines.at(-1).files).toEqual([
      { file: join(folder, 'notes.ndjson'), rows: 1, rejected: 0, repeated: 0, complete: true },
    ]);
  });

  it('accepts unknown fields of every kind with --unknown-fields report, and refuses what a type does not use', async () => {
    const account = '"import_supplier":"S","external_account_number":"A"';
    const payment = '"transaction_id":"1","transaction_date":"2019-10-05","amount":"1.00","type":"PAYMENT"';
    const row = (more: string) => `{${account},${payment},"mood":{"x":1}${more}}\n`;
    const file = aFile('transactions.ndjson', row(''));
    expect((await runLoader(['check', '--unknown-fields', 'report', file])).code).toBe(0);
    expect((await runLoader(['check', file])).code).toBe(1);
    const unused = aFile('transactions.ndjson', row(',"line_items":[]'));
    const { lines } = await runLoader(['check', '--json', '--unknown-fields', 'report', unused]);
    expect(lines[0]).toMatchObject({ code: 'field_not_used_with_type', path: 'line_items' });
  });

  it('names all unknown columns, and goes on with the others', async () => {
    const header = 'import_supplier,external_account_number,colour,body,mood';
    const file = aFile('notes.csv', `${header}\nS,A,red,x,sad\nS,A,red, ,sad\n`);
    const { code, lines, out } = await runLoader(['check', '--json', file]);
    expect([code, lines.slice(0, 3)]).toMatchObject([
      1,
      [
        { line: 1, code: 'unknown_field', path: 'colour' },
        { line: 1, code: 'unknown_field', path: 'mood' },
        { line: 3, code: 'blank', path: 'body' },
      ],
    ]);
    expect(lines.at(-1)).toMatchObject({ valid: false, files: [{ rows: 2, rejected: 1, complete: true }] });
    expect(out).not.toContain('stops');
    const text = (await runLoader(['check', file])).out;
    expect(text).toContain(`${file}: 2 rows, 1 row with errors, 2 unknown columns\n`);
  });

  it('names unknown columns beside those that are missing', async () => {
    const file = aFile('notes.csv', 'import_supplier,account,body\nS,A,x\n');
    const { code, err } = await runLoader(['check', file]);
    expect([code, err]).toEqual([2, expect.stringContaining('is missing columns: "external_account_number".')]);
    expect(err).toContain('Other columns are "account".');
    expect(err).toContain('optional: body,document_paths,created_at,is_pinned,unpin_at. They');
  });

  it('prints the first thousand errors for a reader, and all for scripts', async () => {
    const file = aFile('notes.ndjson', note(' ').repeat(1_200));
    const { out } = await runLoader(['check', file]);
    expect(out.split('\n').filter((line) => line.startsWith(`${file}:`) && line.includes('blank'))).toHaveLength(1_000);
    expect(out).toContain('Further errors are counted below. --json prints all of them.\n');
    expect((await runLoader(['check', '--json', file])).lines).toHaveLength(1_201);
  });

  it.each([
    [[], "missing required argument 'files'"],
    [['missing.ndjson'], 'missing.ndjson cannot be read'],
    [['-'], 'The name of - does not say what its items are. Add --kind'],
    [['--supplier', ' ', 'x'], 'Must have 1 to 32 characters'],
    [['--kind', 'note', 'x'], 'Allowed choices are notes'],
  ])('with %j is wrong usage', async (args, message) => {
    const { code, err } = await runLoader(['check', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('the files in examples/', () => {
  it('are one of each kind, all valid', async () => {
    const others = ['--leave-out', '*.md', '--leave-out', '*/**'];
    const args = ['check', '--json', '--supply-charge-arithmetic', 'enforce', 'examples', ...others];
    const { code, lines } = await runLoader(args);
    expect([
      code,
      lines
        .at(-1)
        .files.map(({ file }: { file: string }) => kindIn(file))
        .toSorted(),
    ]).toEqual([0, KINDS.toSorted()]);
  });
});
