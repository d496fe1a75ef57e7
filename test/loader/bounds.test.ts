import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, ndjson } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { aName } from '../support/a-random.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { allKinds, aPayment, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const { run, load } = aLoader(service);

/** A file of as many rows, each on an account that the service does not know. */
const aFileOfStrangers = (rows: number) =>
  aFile(
    'transactions.ndjson',
    lines(
      Array.from({ length: rows }, (_, at) =>
        aPayment({ import_supplier: 'DEMO_SUPPLIER', external_account_number: `STRANGER-${at}` }, 'T-1'),
      ),
    ),
  );

describe('--max-rejects', () => {
  it('as a number ends the load with the first reject beyond it; a resumed load may have more', async () => {
    const file = aFileOfStrangers(20);
    const ended = await load('--concurrency', '1', '--max-rejects', '4', file);
    // One more request may be under way.
    expect(ended).toMatchObject({ code: 1, rejected: expect.toSatisfy((rows) => rows <= 6), agree: false });
    expect(ended.err).toContain('5 of 5 rows so far were rejected, most of them for import_process_does_not_exist');
    expect(ended.err).toContain(`--resume ${file}.journal`);
    expect(ndjson(`${file}.rejected.ndjson`)).toHaveLength(ended.rejected);
    const journal = `${file}.journal`;
    expect(await load('--resume', journal, '--max-rejects', '100%')).toMatchObject({ code: 1, rejected: 20 });
    expect(ndjson(`${file}.rejected.ndjson`)).toHaveLength(20);
  });

  it('as a share is judged from 1,000 rows on: half of the rows, if nothing else is said', async () => {
    const file = aFileOfStrangers(1_300);
    const { code, rejected } = await load(file);
    expect([code, rejected >= 1_000 && rejected < 1_300]).toEqual([1, true]);
    const few = aFileOfStrangers(20);
    expect(await load('--max-rejects', '1%', few)).toMatchObject({ code: 1, rejected: 20 });
  });

  it.each(['-1', '1.5', '101%', 'few'])('%s is wrong usage', async (most) => {
    expect(await load(`--max-rejects=${most}`, 'x')).toMatchObject({ code: 2, agree: false });
  });
});

it('an import supplier that does not exist ends the load and the dry run at once: no row of it is rejected', async () => {
  const supplier = aName('NO-');
  const file = aFile(
    'transactions.ndjson',
    lines([1, 2, 3].map((n) => aPayment({ import_supplier: supplier, external_account_number: `A-${n}` }, 'T-1'))),
  );
  const ended = await load(file);
  expect(ended).toMatchObject({ code: 1, accepted: 0, rejected: 0, agree: false });
  expect(ended.err).toContain(`The service has no import supplier ${supplier} for this API key.`);
  expect(existsSync(`${file}.rejected.ndjson`)).toBe(false);
  const dry = await run('dry-run', file, '--out', join(aFolder(), 'run.ndjson'));
  expect([dry.code, dry.err]).toEqual([1, expect.stringContaining(`no import supplier ${supplier}`)]);
});

describe('--limit', () => {
  it('loads only the first rows, in the order in which kinds are loaded, also when resumed', async () => {
    const folder = await allKinds(service, 3);
    // 9 transactions, 3 histories, 9 statements, 9 notes, 3 instructions
    expect(await load('--limit', '5', folder)).toMatchObject({ code: 0, accepted: 5, rejected: 0, agree: true });
    expect(await load('--resume', join(folder, 'load.journal'))).toMatchObject({ code: 0, accepted: 5, agree: true });
    expect(await load('--limit', '14', folder)).toMatchObject({ code: 0, accepted: 9, already_existed: 5 });
    // Of statements, an answer does not tell whether they existed.
    expect(await load(folder)).toMatchObject({ code: 0, accepted: 21, already_existed: 12, agree: true });
  });

  it('says so', async () => {
    const account = await anAccount(service);
    const file = aFile('transactions.ndjson', lines([aPayment(account, 'T-1'), aPayment(account, 'T-2')]));
    const { code, out } = await run('load', '--limit', '1', file);
    expect([code, out]).toEqual([0, expect.stringContaining('Only the first 1 rows were loaded, because of --limit.')]);
  });
});
