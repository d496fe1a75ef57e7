import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { aNoteRow, aPayment, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const { run } = aLoader(service);

/** A folder with these files, each with a payment of its own. @returns the folder. */
const aFolderOf = async (...names: ReadonlyArray<string>): Promise<string> => {
  const account = await anAccount(service);
  const folder = aFolder();
  for (const [at, name] of names.entries()) {
    const [fields, values] = [Object.keys(aPayment(account, 'x')), Object.values(aPayment(account, `T-${at}`))];
    const text = /csv/i.test(name)
      ? `${fields.join(',')}\n${values.join(',')}\n`
      : lines([aPayment(account, `T-${at}`)]);
    writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
  return folder;
};

describe('a folder', () => {
  it('is read whatever the case of its names is, and what is between kind and extension', async () => {
    const folder = await aFolderOf(
      'transactions.csv',
      'transactions.part2.csv',
      'transactions-3.csv',
      'Transactions_2026.NDJSON',
      'TRANSACTIONS.jsonl',
      'transactions-10.ndjson.gz',
    );
    writeFileSync(join(folder, 'Notes.csv'), 'import_supplier,external_account_number,body\nS,A,x\n');
    const { lines: checked } = await run('check', '--json', folder);
    expect(
      checked
        .at(-1)
        .files.map(({ file }: { file: string }) => basename(file))
        .toSorted(),
    ).toEqual([
      'Notes.csv',
      'TRANSACTIONS.jsonl',
      'Transactions_2026.NDJSON',
      'transactions-10.ndjson.gz',
      'transactions-3.csv',
      'transactions.csv',
      'transactions.part2.csv',
    ]);
  });

  it.each([
    'transactions2.csv',
    'payments.csv',
    'transactions.txt',
    'README.md',
    'accounts.csv',
    '.transactions.csv.X1',
  ])('that has %s too: it is named as not read, and the exit code is 1', async (name) => {
    const folder = await aFolderOf('transactions.ndjson', name);
    const other = join(folder, name);
    const loaded = await run('load', folder);
    expect([loaded.code, loaded.out]).toEqual([1, expect.stringContaining(`Not read: ${other}\n`)]);
    expect(loaded.out.trimEnd().split('\n').at(-1)).not.toMatch(/Everything agrees/);
    expect((await run('load', '--json', folder)).lines).toEqual([
      { not_read: [other] },
      expect.objectContaining({ agree: false }),
    ]);
    const journal = join(folder, 'transactions.ndjson.journal');
    expect((await run('load', '--json', '--resume', journal)).lines[0]).toEqual({ not_read: [other] });
    expect(await run('verify', '--json', folder)).toMatchObject({
      code: 1,
      lines: [{ agree: false, not_read: [other] }],
    });
    expect((await run('check', '--json', folder)).lines.at(-1)).toMatchObject({ valid: false, not_read: [other] });
    const dry = await run('dry-run', '--json', folder, '--out', join(aFolder(), 'run.ndjson'));
    expect([dry.code, dry.lines.at(-1)]).toMatchObject([1, { not_read: [other] }]);
  });

  it('with a folder in it is not read whole; --leave-out says that this is meant', async () => {
    const folder = await aFolderOf('transactions.ndjson', 'README.md', 'old.csv');
    mkdirSync(join(folder, '2025', 'q1'), { recursive: true });
    writeFileSync(join(folder, '2025', 'q1', 'notes.ndjson'), '');
    writeFileSync(join(folder, '2025', 'q1', 'notes.ndjson.rejected.ndjson'), '');
    const left = ['--leave-out', '*.md', '--leave-out', 'old.*'];
    expect((await run('load', '--json', folder, ...left)).lines[0]).toEqual({
      not_read: [join(folder, '2025', 'q1', 'notes.ndjson')],
    });
    expect((await run('load', '--json', folder, ...left, '--leave-out', '2025/**')).code).toBe(0);
    for (const command of ['verify', 'check'])
      expect((await run(command, '--json', folder, ...left, '--leave-out', '2025')).code).toBe(0);
  });

  it('may have files that the loader wrote, also for the operator', async () => {
    const folder = aFolder();
    expect((await run('sample', '--out', folder, '--accounts', '3', '--faults', '2%')).code).toBe(0);
    const operator = anOperator(service.operatorEnvironment);
    await operator('account', 'import', '--supplier', 'DEMO_SUPPLIER', '--file', join(folder, 'accounts.ndjson'));
    const inFolder = (name: string) => join(folder, name);
    await run('dry-run', folder, '--out', inFolder('before.json'));
    await run('load', folder, '--journal', inFolder('night'), '--report', inFolder('r'), '--html', inFolder('h'));
    expect((await run('check', '--json', folder)).lines.at(-1)).not.toHaveProperty('not_read');
    writeFileSync(inFolder('stray.txt'), '');
    expect((await run('check', '--json', folder)).lines.at(-1).not_read).toEqual([inFolder('stray.txt')]);
  });

  it('has files whose names say nothing, if --kind says it', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    writeFileSync(join(folder, 'export-1.ndjson'), lines([aNoteRow(account, 'one')]));
    writeFileSync(join(folder, 'transactions.ndjson'), lines([aPayment(account, 'T-1')]));
    expect((await run('load', '--json', '--kind', 'notes', folder)).lines.at(-1)).toMatchObject({
      accepted: 2,
      agree: true,
    });
  });
});
