import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import { aLoader, aLoaderBehind, runLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { aPayment, lines } from './files-to-load.ts';

const service = await theService();
const CREATE = '/v1/data-import/transactions/create/';

const { load } = aLoader(service);

/** A file with a valid row and one that is rejected. */
const aFileWithReject = async (name = 'transactions.ndjson') => {
  const account = await anAccount(service);
  return aFile(name, lines([aPayment(account, 'T-1'), aPayment(account, 'T-2', { amount: '0' })]));
};

describe('a file that the load did not write is kept', () => {
  it.each(['rejected.ndjson', 'rejected.csv', 'conflicts.ndjson', 'repeated.ndjson'])(
    'FILE.%s: nothing is sent',
    async (output) => {
      const file = await aFileWithReject();
      writeFileSync(`${file}.${output}`, 'corrected by hand\n');
      const { gateway, load } = await aLoaderBehind(service);
      expect(await load(file)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${file}.${output} exists, and is not of this load`),
        agree: false,
      });
      expect(gateway.counts.get(CREATE)).toBeUndefined();
      expect(readFileSync(`${file}.${output}`, 'utf8')).toBe('corrected by hand\n');
      expect(existsSync(`${file}.journal`)).toBe(false);
    },
  );

  it('the rejects of a file that is loaded again, unless other rejects are elsewhere', async () => {
    const file = await aFileWithReject();
    const rejects = `${file}.rejected.ndjson`;
    expect((await load(file)).code).toBe(1);
    const corrected = readFileSync(rejects, 'utf8').replace('"amount":"0"', '"amount":"5.00"');
    writeFileSync(rejects, corrected);
    expect((await load(file)).code).toBe(2);
    expect((await load(file, rejects)).code).toBe(2);
    // The journal of the first load is kept too.
    expect(await load('--resume', `${file}.journal`)).toMatchObject({ code: 1, accepted: 1, rejected: 1 });
    const folder = join(aFolder(), 'new', 'folder');
    expect(await load(file, '--rejects', folder)).toMatchObject({ code: 1, already_existed: 1, rejected: 1 });
    expect(readdirSync(folder)).toEqual(['transactions.ndjson.rejected.ndjson']);
    expect(readFileSync(rejects, 'utf8')).toBe(corrected);
    expect(await load(rejects)).toMatchObject({ code: 0, accepted: 1 });
    expect(readFileSync(rejects, 'utf8')).toBe(corrected);
  });

  it('two files of one name do not share their rejects', async () => {
    const [one, other] = [await aFileWithReject(), await aFileWithReject()];
    const folder = aFolder();
    expect(await load('--rejects', folder, one, other)).toMatchObject({
      code: 2,
      err: expect.stringContaining('would share'),
    });
    expect(await load('--rejects', folder, one)).toMatchObject({ code: 1, rejected: 1 });
    expect(await load('--rejects', folder, other)).toMatchObject({ code: 2 });
  });

  it('--report, --html and --out, but a file that mktemp has made is used', async () => {
    const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
    const { gateway, run } = await aLoaderBehind(service);
    const mine = aFile('mine', 'mine');
    for (const [command, option] of [
      ['load', '--report'],
      ['load', '--html'],
      ['verify', '--report'],
      ['verify', '--html'],
      ['dry-run', '--out'],
    ] as const) {
      expect(await run(command, file, option, mine)).toMatchObject({
        code: 2,
        err: `${mine} exists, and is not overwritten. Choose another name, or move or delete it.\n`,
      });
      expect(readFileSync(mine, 'utf8')).toBe('mine');
    }
    expect(gateway.counts.size).toBe(0);
    const empty = aFile('report.json', '');
    expect((await load(file, '--report', empty)).code).toBe(0);
    expect(JSON.parse(readFileSync(empty, 'utf8'))).toMatchObject({ agree: true });
  });

  it('the files of an earlier sample', async () => {
    const out = aFolder();
    const sample = () => runLoader(['sample', '--out', out, '--accounts', '2']);
    expect((await sample()).code).toBe(0);
    writeFileSync(join(out, 'notes.ndjson'), 'mine');
    expect(await sample()).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${join(out, 'accounts.ndjson')} exists, and is not overwritten.`),
    });
    expect(readFileSync(join(out, 'notes.ndjson'), 'utf8')).toBe('mine');
  });
});

describe('rejects that are corrected while their load is interrupted', () => {
  const interrupted = async () => {
    const accounts = [await anAccount(service), await anAccount(service)];
    const rows = accounts.flatMap((one) => [aPayment(one, 'T-1'), aPayment(one, 'T-2', { amount: '0' })]);
    const file = aFile('transactions.ndjson', lines(rows));
    const { gateway, load } = await aLoaderBehind(service, (path, number) =>
      path === CREATE && number > 2 ? 'drop' : 'pass',
    );
    expect((await load('--concurrency', '1', file)).code).toBe(4);
    gateway.decide = () => 'pass';
    return { rejects: `${file}.rejected.ndjson`, resume: () => load('--resume', `${file}.journal`) };
  };

  it.each<[string, (text: string) => string]>([
    ['to a longer text', (text) => text.replace('"amount":"0"', '"amount":"1234.00"')],
    ['to a shorter text', (text) => text.replace(/,"detail":"[^"]*"/, '')],
    ['with another row', (text) => `${text}{"external_account_number":"mine"}\n`],
    ['to nothing', () => '\n'],
  ])('%s, are not written to; moved away, the load goes on and writes all of its rejects', async (_, correct) => {
    const { rejects, resume } = await interrupted();
    const corrected = correct(readFileSync(rejects, 'utf8'));
    writeFileSync(rejects, corrected);
    expect(await resume()).toMatchObject({ code: 2, err: expect.stringContaining(`${rejects} is not as this load`) });
    expect(readFileSync(rejects, 'utf8')).toBe(corrected);
    rmSync(rejects);
    expect(await resume()).toMatchObject({ code: 1, accepted: 2, rejected: 2 });
    expect(readFileSync(rejects, 'utf8').trimEnd().split('\n')).toHaveLength(2);
  });
});

it('an editor that replaces the rejects while they are written ends the load, which loses no row', async () => {
  const accounts = [await anAccount(service), await anAccount(service)];
  const file = aFile('transactions.ndjson', lines(accounts.map((one) => aPayment(one, 'T-2', { amount: '0' }))));
  const rejects = `${file}.rejected.ndjson`;
  const { load } = await aLoaderBehind(service, (path, number) => {
    if (path === CREATE && number === 2) {
      rmSync(rejects);
      writeFileSync(rejects, 'edited');
    }
    return 'pass';
  });
  expect(await load('--concurrency', '1', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not as this load has written it'),
  });
  expect(readFileSync(rejects, 'utf8')).toBe('edited');
  rmSync(rejects);
  expect((await load('--resume', `${file}.journal`)).rejected).toBe(2);
  expect(readFileSync(rejects, 'utf8').trimEnd().split('\n')).toHaveLength(2);
});

it('two loads of a file at once do not share rejects', async () => {
  const file = await aFileWithReject();
  const folder = aFolder();
  mkdirSync(join(folder, 'journals'));
  const both = await Promise.all(['a', 'b'].map((name) => load('--journal', join(folder, 'journals', name), file)));
  expect(both.map(({ code }) => code).toSorted()).toEqual([1, 2]);
  expect(readFileSync(`${file}.rejected.ndjson`, 'utf8').trimEnd().split('\n')).toHaveLength(1);
});
