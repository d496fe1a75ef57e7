import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { aPayment, aStatementRow, lines } from './files-to-load.ts';

const service = await theService();
const { run } = aLoader(service);

type Listed = Readonly<Record<string, unknown>>;

const listed = (folder: string, name: string, more: Listed = {}): Listed => {
  const bytes = readFileSync(join(folder, name));
  return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), ...more };
};

const writeManifest = (folder: string, files: ReadonlyArray<Listed>, name = 'manifest.json'): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ files }));
  return file;
};

/** Two payments, a statement, an empty file, and a payment in a file with a mapping. */
const aMigration = async () => {
  const account = await anAccount(service);
  const folder = aFolder();
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  put('transactions.ndjson', lines([aPayment(account, 'T-1'), aPayment(account, 'T-2', { amount: '0.10' })]));
  put('statements.ndjson', lines([{ ...aStatementRow(account, 'S-1'), gross_amount: '12.10' }]));
  put('notes.ndjson', '');
  put('ZAHLUNGEN.csv', `K;B;D;X\n${account.external_account_number};1,50-;2026-10-01;0\n`);
  put(
    'zahlungen.map.yaml',
    `kind: transactions
files: ZAHLUNGEN.csv
dialect: {delimiter: ";"}
constants: {import_supplier: ${account.import_supplier}, type: PAYMENT, transaction_id: Z-1}
columns:
  K: external_account_number
  B: {to: amount, decimalChar: ",", negative: trailing, reverse: true}
  D: transaction_date
ignore: [X]
`,
  );
  const map = ['--map', join(folder, 'zahlungen.map.yaml')];
  const files = [
    listed(folder, 'transactions.ndjson', { rows: 2, sums: { amount: '71.10' } }),
    listed(folder, 'statements.ndjson', { rows: 1, sums: { gross_amount: '12.1' } }),
    { name: 'notes.ndjson', rows: 0 },
    { name: 'ZAHLUNGEN.csv', rows: 1, sums: { B: '-1.50' } },
  ];
  return { account, folder, map, files };
};

const expectations = (all: ReadonlyArray<Listed>) =>
  all.map(({ figure, of, source, read }) => [figure, of, source, read]);

it('names what belongs to a load: all of it is read, with the rows and sums that it says', async () => {
  const { folder, map, files } = await aMigration();
  writeManifest(folder, files);
  const inFolder = (name: string) => join(folder, name);
  const checked = (await run('check', '--json', folder, ...map)).lines.at(-1);
  expect(expectations(checked.expectations).toSorted()).toEqual(
    [
      ['rows', inFolder('transactions.ndjson'), '2', '2'],
      ['amount', inFolder('transactions.ndjson'), '71.10', '71.10'],
      ['rows', inFolder('statements.ndjson'), '1', '1'],
      ['gross_amount', inFolder('statements.ndjson'), '12.1', '12.10'],
      ['rows', inFolder('notes.ndjson'), '0', '0'],
      ['rows', inFolder('ZAHLUNGEN.csv'), '1', '1'],
      ['B', inFolder('ZAHLUNGEN.csv'), '-1.50', '-1.50'],
    ].toSorted(),
  );
  expect([checked.valid, checked.not_read]).toEqual([true, undefined]);
  const loaded = await run('load', folder, ...map);
  expect([loaded.code, loaded.err]).toEqual([0, expect.any(String)]);
  expect(loaded.out).toMatch(/statements\.ndjson of \S+manifest\.json +Sum of gross_amount +12\.1 +12\.10/);
  expect((await run('verify', '--json', folder, ...map)).lines.at(-1)).toMatchObject({ agree: true });
  expect((await run('dry-run', folder, ...map, '--out', join(aFolder(), 'run'))).code).toBe(0);
});

it('that other files are than it says: nothing is read or sent, and each is named', async () => {
  const { account, folder, map, files } = await aMigration();
  const inFolder = (name: string) => join(folder, name);
  writeManifest(folder, [...files, { name: 'line-items.csv' }]);
  writeFileSync(
    inFolder('transactions.ndjson'),
    lines([aPayment(account, 'T-1'), aPayment(account, 'T-2', { amount: '0.20' })]),
  );
  writeFileSync(inFolder('statements.ndjson'), lines([aStatementRow(account, 'S-1'), aStatementRow(account, 'S-2')]));
  writeFileSync(inFolder('README.md'), '');
  mkdirSync(inFolder('old'));
  writeFileSync(inFolder('old/notes.csv'), '');
  const refusal = {
    code: 1,
    error: {
      code: 'manifest_differs',
      detail: [
        `The files are not those of the manifest ${inFolder('manifest.json')}. Nothing was sent.`,
        `${inFolder('transactions.ndjson')} has changed: it has another SHA-256.`,
        expect.stringMatching(/statements\.ndjson has [\d,]+ bytes, and \d+ in the manifest\.$/),
        `${inFolder('line-items.csv')} is missing.`,
        `${inFolder('README.md')} is not in the manifest. If it does not belong to it, use --leave-out.`,
        `${inFolder('old/notes.csv')} is not in the manifest. If it does not belong to it, use --leave-out.`,
      ],
    },
  };
  for (const args of [['check'], ['load'], ['verify'], ['dry-run', '--out', join(aFolder(), 'run')]]) {
    const { code, err } = await run(args[0]!, '--json', folder, ...map, ...args.slice(1));
    const { error } = JSON.parse(err);
    expect({ code, error: { code: error.code, detail: error.detail.split('\n') } }).toEqual(refusal);
  }
  const others = ['transactions.ndjson', 'statements.ndjson', 'line-items.csv', 'README.md', 'old'];
  const leaving = others.flatMap((name) => ['--leave-out', name]);
  expect((await run('check', folder, ...map, ...leaving)).code).toBe(0);
});

it('with other rows or sums: nothing is sent, also when the load is resumed; --despite-expectations loads them', async () => {
  const { folder, map, files } = await aMigration();
  const [transactions, statements, notes] = files;
  const sums = { X: '7' };
  writeManifest(folder, [
    { ...transactions, rows: 3, sums: { amount: '71.11' } },
    statements!,
    notes!,
    { name: 'ZAHLUNGEN.csv', rows: 2, sums },
  ]);
  const differing = [
    expect.stringMatching(/zahlungen\.map\.yaml: expected rows of \S+ZAHLUNGEN\.csv 2, read 1\.$/),
    expect.stringMatching(/zahlungen\.map\.yaml: expected sum of X of \S+ZAHLUNGEN\.csv 7, read 0\.00\.$/),
    expect.stringMatching(/manifest\.json: expected rows of \S+transactions\.ndjson 3, read 2\.$/),
    expect.stringMatching(/manifest\.json: expected sum of amount of \S+transactions\.ndjson 71\.11, read 71\.10\.$/),
  ];
  const refused = async (...args: ReadonlyArray<string>) => {
    const { code, err } = await run('load', '--json', ...args);
    const { error } = JSON.parse(err.trimEnd().split('\n').at(-1)!);
    return [code, error.code, error.detail.split('\n').slice(0, 4)];
  };
  expect(await refused(folder, ...map)).toEqual([1, 'expectations_differ', differing]);
  const [journal] = [join(folder, 'load.journal')];
  expect(await refused('--resume', journal)).toEqual([1, 'expectations_differ', differing]);
  expect((await run('check', folder, ...map)).code).toBe(1);
  const despite = await run('load', '--json', folder, ...map, '--despite-expectations');
  expect([despite.code, despite.lines.at(-1)]).toMatchObject([1, { accepted: 4, agree: false }]);
});

it('has any name and any place with --manifest, and is refused if it says something else', async () => {
  const { folder, map, files } = await aMigration();
  const own = writeManifest(folder, files, 'list.json');
  expect((await run('check', folder, ...map, '--manifest', own)).code).toBe(0);
  const away = join(aFolder(), 'list.json');
  renameSync(own, away);
  expect((await run('check', folder, ...map, '--manifest', away)).code).toBe(0);
  const again = writeManifest(folder, files, 'list.json');
  const named = await run('check', join(folder, 'transactions.ndjson'), '--manifest', again);
  expect([named.code, named.err.trimEnd().split('\n').slice(1)]).toEqual([
    1,
    ['statements.ndjson', 'notes.ndjson', 'ZAHLUNGEN.csv'].map((name) =>
      expect.stringContaining(`${join(folder, name)} is in the manifest, and is not named.`),
    ),
  ]);
  rmSync(again);
  const wrong: ReadonlyArray<readonly [string, string]> = [
    ['[]', 'is not JSON of the form'],
    ['{"files": [{"name": "../x"}]}', 'is wrong: ../x is not a path within the folder.'],
    ['{"files": [{"name": "a", "sha": "x"}]}', 'is wrong: a has the unknown member sha'],
    ['{"files": [{"name": "a"}, {"name": "./a"}]}', 'names a twice.'],
    ['{"files": [{"name": "a", "rows": -1}]}', 'is wrong: a has rows or bytes'],
    [
      '{"files": [{"name": "a", "sums": {"amount": "1,5"}}]}',
      'is wrong: a has a sum of amount that is no plain decimal',
    ],
    [
      JSON.stringify({ files: [...files.slice(0, 3), { name: 'ZAHLUNGEN.csv', sums: { N: '1' } }] }),
      'has a sum of N for',
    ],
  ];
  for (const [text, detail] of wrong) {
    writeFileSync(join(folder, 'manifest.json'), text);
    const { code, err } = await run('check', '--json', folder, ...map);
    expect([code, JSON.parse(err).error]).toMatchObject([
      2,
      { code: 'invalid_manifest', detail: expect.stringContaining(detail) },
    ]);
  }
  expect((await run('check', folder, ...map, '--leave-out', 'manifest.json', '--leave-out', 'notes.ndjson')).code).toBe(
    0,
  );
});
