import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, ndjson } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { CARD, supplyCharge } from '../support/bodies.ts';
import { aHistoryRow, aNoteRow, aPayment, aStatementRow, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const { run, load } = aLoader(service);
const check = async (...files: ReadonlyArray<string>) => (await run('check', '--json', ...files)).lines;

describe('a row that says the same as an earlier one', () => {
  it('is stored once, counted and listed; the exit code is 1 unless it is allowed', async () => {
    const account = await anAccount(service);
    const rows = [aPayment(account, 'T-1'), aPayment(account, 'T-2'), aPayment(account, 'T-1', { amount: 71 })];
    const file = aFile('transactions.ndjson', lines(rows));
    expect(await load(file)).toMatchObject({ code: 1, accepted: 2, repeated: 1, rejected: 0, agree: false });
    expect(ndjson(`${file}.repeated.ndjson`)).toEqual([
      { ...rows[2], line: 3, first_line: 1, detail: `The row says the same as line 1 of ${file}. It is stored once.` },
    ]);
    expect(existsSync(`${file}.rejected.ndjson`)).toBe(false);
    const copy = aFile('transactions.ndjson', lines(rows));
    expect(await load('--allow-repeated', copy)).toMatchObject({
      code: 0,
      already_existed: 2,
      repeated: 1,
      agree: true,
    });
    expect(await run('verify', file)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/\n2 of 3 stored, 1 repeated\.\n$/),
    });
    expect((await run('verify', '--allow-repeated', file)).code).toBe(0);
    expect(await check(file)).toMatchObject([
      { line: 3, code: 'repeated' },
      { valid: false, repeated: 1, files: [{ rows: 3, rejected: 0, repeated: 1 }] },
    ]);
    expect((await run('check', '--allow-repeated', file)).code).toBe(0);
  });

  it('is found in another request, another file and whatever the order of accounts is', async () => {
    const [a, b] = [await anAccount(service), await anAccount(service)];
    const many = Array.from({ length: 1_200 }, (_, n) => aPayment(a, `T-${n}`));
    const folder = aFolder();
    writeFileSync(join(folder, 'transactions.ndjson'), lines([...many, aPayment(b, 'T-1'), ...many.slice(0, 3)]));
    const again = `external_account_number,import_supplier,transaction_id,type,amount,transaction_date\n${a.external_account_number},${a.import_supplier},T-7,PAYMENT,71,2019-10-05\n`;
    const other = aFile('transactions.csv', again);
    const file = join(folder, 'transactions.ndjson');
    expect(await load(file, other)).toMatchObject({ code: 1, accepted: 1_201, repeated: 4, rejected: 0 });
    expect(ndjson(`${other}.repeated.ndjson`)).toMatchObject([{ line: 2, first_line: 8, transaction_id: 'T-7' }]);
  });

  it.each([
    ['notes', (account: any) => aNoteRow(account, 'x', { created_at: '2019-10-01T10:00:00Z', is_pinned: false })],
    ['statements', (account: any) => aStatementRow(account, 'S-1')],
    ['billing-documents', (account: any) => aHistoryRow(account)],
    ['payment-instructions', (account: any) => ({ ...account, ...CARD })],
  ])('is found among %s', async (kind, rowOf) => {
    const row = rowOf(await anAccount(service));
    const file = aFile(`${kind}.ndjson`, lines([row, row]));
    expect(await load(file)).toMatchObject({ code: 1, accepted: 1, repeated: 1, rejected: 0, conflicts: 0 });
  });
});

describe('a row with the identifier of an earlier one and other content', () => {
  it('is an error of the second, in check too, with the line of the first', async () => {
    const account = await anAccount(service);
    const file = aFile(
      'transactions.ndjson',
      lines([aPayment(account, 'T-1'), aPayment(account, 'T-1', { amount: 17 })]),
    );
    const detail = `The row has the identifier of line 1 of ${file}, with other content.`;
    expect((await check(file))[0]).toMatchObject({ file, line: 2, code: 'duplicate_in_files', detail });
    expect(await load(file)).toMatchObject({ code: 1, accepted: 1, repeated: 0, rejected: 1 });
    expect(ndjson(`${file}.rejected.ndjson`)).toMatchObject([{ line: 2, code: 'duplicate_in_files', detail }]);
    expect(await run('verify', file)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/\n1 of 2 stored, 1 with the identifier of another row\.\n$/),
    });
  });

  it.each([
    ['notes', 'is_pinned', (account: any) => [aNoteRow(account, 'x'), aNoteRow(account, 'x', { is_pinned: true })]],
    [
      'statements',
      'number',
      (account: any) => [aStatementRow(account, 'S'), { ...aStatementRow(account, 'S'), number: 'N' }],
    ],
    [
      'billing-documents',
      'a document',
      (account: any) => [aHistoryRow(account), aHistoryRow(account, { additional_historical_transactions: [] })],
    ],
    [
      'payment-instructions',
      'reference',
      (account: any) => [
        { ...account, ...CARD },
        { ...account, ...CARD, reference: 'another' },
      ],
    ],
  ])('is found among %s: %s', async (kind, _, rowsOf) => {
    const file = aFile(`${kind}.ndjson`, lines(rowsOf(await anAccount(service))));
    expect(await load(file)).toMatchObject({ code: 1, accepted: 1, repeated: 0, rejected: 1 });
    expect(ndjson(`${file}.rejected.ndjson`)).toMatchObject([{ line: 2, code: 'duplicate_in_files' }]);
  });

  it('may be a transaction of a history: an id belongs to the account, over all ledgers and documents', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    writeFileSync(join(folder, 'transactions.ndjson'), lines([aPayment(account, 'H-2')]));
    writeFileSync(join(folder, 'billing-documents.ndjson'), lines([aHistoryRow(account)]));
    expect(await load(folder)).toMatchObject({ code: 1, accepted: 1, rejected: 1 });
    const [rejected] = ndjson(join(folder, 'billing-documents.ndjson.rejected.ndjson'));
    expect([rejected.code, basename(rejected.detail.split(' of ').at(-1))]).toEqual([
      'duplicate_in_files',
      'transactions.ndjson.',
    ]);
  });
});

describe('rows that are no repetition', () => {
  it('are payments that differ in their id alone, notes with another time, and ids on another account', async () => {
    const [a, b] = [await anAccount(service), await anAccount(service)];
    const folder = aFolder();
    writeFileSync(
      join(folder, 'transactions.ndjson'),
      lines([aPayment(a, 'T-1'), aPayment(a, 'T-2'), aPayment(b, 'T-1'), { ...a, ...supplyCharge('T-3') }]),
    );
    const at = (time: string) => ({ created_at: `2019-10-01T10:00:0${time}Z` });
    writeFileSync(
      join(folder, 'notes.ndjson'),
      lines([aNoteRow(a, 'x', at('1')), aNoteRow(a, 'x', at('2')), aNoteRow(b, 'x'), aNoteRow(b, 'y')]),
    );
    expect(await load(folder)).toMatchObject({ code: 0, accepted: 8, repeated: 0, rejected: 0, agree: true });
    expect((await run('check', folder)).code).toBe(0);
  });
});
