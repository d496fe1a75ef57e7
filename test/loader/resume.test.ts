import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import { aLoader, aLoaderBehind } from '../support/a-loader.ts';
import { aName } from '../support/a-random.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { aHistoryRow, allKinds, aNoteRow, aPayment, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const isCreate = (path: string): boolean => path.endsWith('/create/');
const CREATE = '/v1/data-import/transactions/create/';

describe('carryover load --resume', () => {
  it('goes on with what was not answered, of every kind: nothing is lost or doubled', async () => {
    let creates = 0;
    const { gateway, load } = await aLoaderBehind(service, (path) => {
      if (!isCreate(path)) return 'pass';
      creates += 1;
      return creates % 3 === 0 ? 'lose' : creates % 3 === 1 ? 'pass' : 'drop';
    });
    const folder = await allKinds(service, 2);
    const journal = join(folder, 'the.journal');
    // Without a second attempt, each loss ends the run.
    let ran = await load('--journal', journal, folder);
    for (let runs = 0; ran.code === 4 && runs < 60; runs += 1) ran = await load('--resume', journal);
    gateway.decide = () => 'pass';
    expect(ran).toMatchObject({ code: 0, accepted: 22, already_existed: 0, rejected: 0, conflicts: 0, agree: true });
    // Each request of each run named the same load: that of the journal.
    const { load_id } = JSON.parse(readFileSync(journal, 'utf8').split('\n')[0]!);
    expect(await service.sql('select distinct load_id from accepted_import')).toEqual([{ load_id }]);
  });

  it('writes each reject once, wherever the load was interrupted', async () => {
    const account = await anAccount(service);
    const others = [await anAccount(service), await anAccount(service)];
    const rows = [account, ...others].flatMap((one) => [aPayment(one, 'T-1'), aPayment(one, 'T-2', { amount: '0' })]);
    const file = aFile('transactions.ndjson', `nonsense\n${lines(rows)}`);
    const { gateway, load } = await aLoaderBehind(service, (path, number) =>
      path === CREATE && number > 2 ? 'drop' : 'pass',
    );
    expect((await load('--concurrency', '1', file)).code).toBe(4);
    // As if the load had ended while it wrote: the journal has what the file lacks.
    truncateSync(`${file}.rejected.ndjson`, statSync(`${file}.rejected.ndjson`).size - 9);
    gateway.decide = () => 'pass';
    expect(await load('--resume', `${file}.journal`)).toMatchObject({
      code: 1,
      accepted: 3,
      rejected: 4,
      agree: false,
    });
    const rejected = readFileSync(`${file}.rejected.ndjson`, 'utf8').trimEnd().split('\n');
    expect(rejected.map((line) => JSON.parse(line).line).toSorted()).toEqual([1, 3, 5, 7]);
    // A load that is finished has nothing left to do.
    const before = gateway.counts.get(CREATE);
    expect(await load('--resume', `${file}.journal`)).toMatchObject({
      code: 1,
      accepted: 3,
      rejected: 4,
      agree: false,
    });
    expect(gateway.counts.get(CREATE)).toBe(before);
  });

  it('knows its own history, although the service refuses to store it again', async () => {
    const file = aFile('billing-documents.ndjson', lines([aHistoryRow(await anAccount(service))]));
    const { gateway, load } = await aLoaderBehind(service, (path) => (isCreate(path) ? 'lose' : 'pass'));
    const resume = expect.stringContaining(`To go on: carryover load --resume ${file}.journal`);
    expect(await load(file)).toMatchObject({ code: 4, err: resume, accepted: 0, agree: false });
    gateway.decide = () => 'pass';
    expect(await load('--resume', `${file}.journal`)).toMatchObject({
      code: 0,
      accepted: 1,
      already_existed: 0,
      agree: true,
    });
  });

  it('ignores a record that was not finished, and refuses files that have changed', async () => {
    const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
    const { load } = await aLoaderBehind(service, () => 'pass');
    expect((await load(file)).code).toBe(0);
    appendFileSync(`${file}.journal`, '{"event":"torn');
    expect((await load('--resume', `${file}.journal`)).code).toBe(0);
    expect(readFileSync(`${file}.journal`, 'utf8')).not.toContain('torn');
    writeFileSync(file, '\n');
    expect(await load('--resume', `${file}.journal`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('has changed'),
    });
  });

  it('keeps the journal of a load that has not finished', async () => {
    const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
    const { gateway, load } = await aLoaderBehind(service, (path) => (path === CREATE ? 'lose' : 'pass'));
    expect((await load(file)).code).toBe(4);
    const before = readFileSync(`${file}.journal`);
    gateway.decide = () => 'pass';
    const again = await load(file);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining(`--resume ${file}.journal`) });
    expect(again.err).toContain('journal_unfinished');
    expect(readFileSync(`${file}.journal`)).toEqual(before);
    rmSync(`${file}.journal`);
    expect(await load(file)).toMatchObject({ code: 0, already_existed: 1, agree: true });
    expect((await load(file)).code).toBe(0);
  });

  it('is refused while another load uses the journal, and so is a new load', async () => {
    const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
    const begun = Promise.withResolvers<void>();
    let isBusy = true;
    const { load } = await aLoaderBehind(service, (path) => {
      if (path !== CREATE || !isBusy) return 'pass';
      begun.resolve();
      return { status: 429, headers: { 'Retry-After': '1' } };
    });
    const first = load('--wait', '60', file);
    await begun.promise;
    for (const args of [['--resume', `${file}.journal`], [file]])
      expect(await load(...args)).toMatchObject({ code: 2, err: expect.stringContaining('journal_in_use') });
    isBusy = false;
    expect(await first).toMatchObject({ code: 0, accepted: 1, agree: true });
  });

  it('is refused with the journal of another service, which is named', async () => {
    const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
    const { gateway, load } = await aLoaderBehind(service, () => 'pass');
    expect((await load(file)).code).toBe(0);
    const { code, err } = await aLoader(service).run('load', '--resume', `${file}.journal`);
    expect([code, err]).toEqual([2, expect.stringContaining(`load to ${gateway.baseUrl}, `)]);
    expect(err).toContain(service.baseUrl);
  });

  it('goes on once the operator has resumed a paused supplier, which stops a load before any row is rejected', async () => {
    const supplier = aName('S-');
    await service.operator.createSupplier('Demo organisation', supplier);
    const account = await anAccount(service, { supplier });
    const change = (status: 'Paused' | 'Ongoing') => service.operator.changeSupplier(supplier, { status });
    const { load } = await aLoaderBehind(service, () => 'pass');
    for (const [name, row] of [
      ['transactions.ndjson', aPayment(account, 'T-1')],
      ['notes.ndjson', aNoteRow(account, 'one')],
    ] as const) {
      const file = aFile(name, lines([row]));
      await change('Paused');
      const stopped = await load(file);
      expect(stopped).toMatchObject({
        code: 1,
        err: expect.stringContaining(`--resume ${file}.journal`),
        agree: false,
      });
      expect(stopped.err).toContain(`The migration of import supplier ${supplier} is Paused.`);
      await change('Ongoing');
      expect(await load('--resume', `${file}.journal`)).toMatchObject({
        code: 0,
        accepted: 1,
        rejected: 0,
        agree: true,
      });
    }
  });

  it('ends if the service stays busy for longer than it may wait, and goes on later', async () => {
    const { gateway, load } = await aLoaderBehind(service, (path) =>
      path === CREATE ? { status: 429, headers: { 'Retry-After': '60' } } : 'pass',
    );
    const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
    const { code, err } = await load(file);
    expect([code, err]).toEqual([4, expect.stringContaining('cannot serve the request now')]);
    gateway.decide = () => 'pass';
    expect(await load('--resume', `${file}.journal`)).toMatchObject({ code: 0, accepted: 1, agree: true });
  });

  it('is refused without a journal, and leaves nothing behind', async () => {
    const { load } = await aLoaderBehind(service, () => 'pass');
    const folder = aFolder();
    const [file, missing] = [join(folder, 'notes.ndjson'), join(folder, 'typo.journal')];
    writeFileSync(file, '{}\n');
    for (const journal of [missing, file, folder])
      expect(await load('--resume', journal)).toMatchObject({ code: 2, err: expect.stringContaining(journal) });
    const nowhere = join(folder, 'no-folder', 'the.journal');
    expect(await load('--journal', nowhere, file)).toMatchObject({ code: 2, err: expect.stringContaining(nowhere) });
    expect(readdirSync(folder)).toEqual(['notes.ndjson']);
  });

  it('waits as long as Retry-After says, and sends fewer requests at a time', async () => {
    const busy = { status: 429, headers: { 'Retry-After': '1' } };
    const { load } = await aLoaderBehind(service, (path, number) => (path === CREATE && number === 1 ? busy : 'pass'));
    const file = aFile('transactions.ndjson', lines([aPayment(await anAccount(service), 'T-1')]));
    const started = performance.now();
    expect(await load('--wait', '30', file)).toMatchObject({
      code: 0,
      accepted: 1,
      requests: 2,
      retried: 1,
      agree: true,
    });
    expect(performance.now() - started).toBeGreaterThan(1_000);
  });
});
