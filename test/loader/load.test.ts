import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { runCli } from '@carryover/loader/cli';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, ndjson } from '../support/a-file.ts';
import { aLoader, runLoader } from '../support/a-loader.ts';
import { aName } from '../support/a-random.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { payment } from '../support/bodies.ts';
import { freePort } from '../support/free-port.ts';
import { aHistoryRow, allKinds, aNoteRow, aPayment, aStatementRow, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const { run, load } = aLoader(service);

describe('carryover load', () => {
  it('loads all kinds of a folder, and the totals agree; the same again finds everything there', async () => {
    const folder = await allKinds(service);
    expect(await load(folder)).toEqual({
      code: 0,
      err: '',
      accepted: 33,
      already_existed: 0,
      repeated: 0,
      rejected: 0,
      conflicts: 0,
      moved: 0,
      requests: 15,
      retried: 0,
      seconds: expect.any(Number),
      agree: true,
    });
    expect(await load(folder)).toMatchObject({ code: 0, accepted: 12, already_existed: 21, agree: true });
    expect((await run('verify', folder)).code).toBe(0);
  });

  it('shows on a terminal how many accounts are compared', async () => {
    const folder = await allKinds(service);
    await load(folder);
    const shown: string[] = [];
    await runCli(['verify', folder], {
      environment: { CARRYOVER_URL: service.baseUrl, CARRYOVER_API_KEY: service.demo.api_key },
      out: () => {},
      err: () => {},
      terminal: { isTTY: true, columns: 80, write: (text: string) => shown.push(text) },
    });
    expect(shown.slice(-2)).toEqual(['\r\u001b[2KComparing with what is stored: 3 accounts, 33 of 33 rows', '\n']);
  });

  it('sends number tokens as they are written', async () => {
    const account = await anAccount(service);
    const { amount: _, ...payment } = aPayment(account, 'T-1');
    const file = aFile('transactions.ndjson', `${JSON.stringify(payment).slice(0, -1)},"amount":1234567890.10}\r\n`);
    expect(await load(file)).toMatchObject({ code: 0, accepted: 1 });
    const { json } = await service.post('/v1/data-import/accounts/summary/', { ...account, list: 'transactions' });
    expect(json.items).toMatchObject([{ transaction_id: 'T-1', amount: '1234567890.10' }]);
  });

  it('rejects rows with line, code and path; the others are stored; the fixed file loads as it is', async () => {
    const account = await anAccount(service);
    const rows = [
      aPayment(account, 'T-1'),
      aPayment(account, 'T-2', { amount: '1.005' }),
      aPayment(account, 'T-1'),
      aPayment(account, 'T-4', { amount: '0.00' }),
      aPayment(account, 'T-5'),
      aPayment({ ...account, external_account_number: 'unknown' }, 'T-3'),
    ];
    const file = aFile('transactions.ndjson', `${lines(rows)}{"half\n`);
    const rejects = `${file}.rejected.ndjson`;
    expect(await load(file)).toMatchObject({ code: 1, accepted: 2, repeated: 1, rejected: 4, agree: false });
    const rejected = ndjson(rejects).toSorted((a, b) => a.line - b.line);
    expect(rejected.map(({ line, code, path }) => [line, code, path])).toEqual([
      [2, 'max_decimal_places', 'amount'],
      [4, 'invalid_amount', 'amount'],
      [6, 'import_process_does_not_exist', ''],
      [7, 'parse_error', ''],
    ]);
    expect(rejected[0]).toEqual({
      ...rows[1],
      line: 2,
      code: 'max_decimal_places',
      path: 'amount',
      detail: expect.any(String),
    });
    writeFileSync(
      rejects,
      lines([
        { ...rejected[0], amount: '1.01' },
        { ...rejected[1], amount: '1.00' },
      ]),
    );
    expect(await load(rejects)).toMatchObject({ code: 0, accepted: 2, rejected: 0, agree: true });
    expect(existsSync(`${rejects}.rejected.ndjson`)).toBe(false);
  });

  it("leaves it to the supplier's configuration if a column of CSV is unknown", async () => {
    const csv = (account: TestAccount) =>
      `import_supplier,external_account_number,body,mood\n${account.import_supplier},${account.external_account_number},one,\n${account.import_supplier},${account.external_account_number},two,sad\n`;
    const refused = aFile('notes.csv', csv(await anAccount(service)));
    expect(await load(refused)).toMatchObject({ code: 1, accepted: 1, rejected: 1, agree: false });
    expect(readFileSync(`${refused}.rejected.csv`, 'utf8')).toMatch(/,two,sad,3,unknown_field,mood,/);
    const supplier = aName('S-');
    await service.operator.createSupplier('Demo organisation', supplier, { unknownFields: 'report' });
    const accepted = aFile('notes.csv', csv(await anAccount(service, { supplier })));
    expect(await load(accepted)).toMatchObject({ code: 0, accepted: 2, rejected: 0, agree: true });
  });

  it('writes items whose identifier is stored with other content to the conflicts', async () => {
    const account = await anAccount(service);
    await load(aFile('transactions.ndjson', lines([aPayment(account, 'T-1'), aPayment(account, 'T-2')])));
    const file = aFile(
      'transactions.ndjson',
      lines([aPayment(account, 'T-1', { amount: 17 }), aPayment(account, 'T-2')]),
    );
    expect(await load(file)).toMatchObject({ code: 1, accepted: 0, already_existed: 1, conflicts: 1, agree: false });
    expect(ndjson(`${file}.conflicts.ndjson`)).toEqual([
      { ...aPayment(account, 'T-1', { amount: 17 }), line: 1, differing_fields: ['amount'] },
    ]);
  });

  it('finds its own items one by one on an account that has others', async () => {
    const account = await anAccount(service);
    await load(aFile('transactions.ndjson', lines([aPayment(account, 'T-1')])));
    await load(aFile('notes.ndjson', lines([aNoteRow(account, 'one')])));
    await load(aFile('statements.ndjson', lines([aStatementRow(account, 'S-1')])));
    const folder = aFolder();
    writeFileSync(join(folder, 'transactions.ndjson'), lines([aPayment(account, 'T-2')]));
    writeFileSync(join(folder, 'notes.ndjson'), lines([aNoteRow(account, 'two')]));
    writeFileSync(join(folder, 'statements.ndjson'), lines([aStatementRow(account, 'S-2')]));
    expect(await load(folder)).toMatchObject({ code: 0, accepted: 3, agree: true });
    const report = aFile('report.json', '');
    expect((await run('verify', folder, '--report', report)).code).toBe(0);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ agree: true, other_items: 3 });
    writeFileSync(join(folder, 'transactions.ndjson'), lines([aPayment(account, 'T-2', { amount: 17 })]));
    expect((await run('verify', folder)).code).toBe(1);
  });

  it('tells a history that is stored already from another one', async () => {
    const account = await anAccount(service);
    await load(aFile('billing-documents.ndjson', lines([aHistoryRow(account)])));
    expect(await load(aFile('billing-documents.ndjson', lines([aHistoryRow(account)])))).toMatchObject({
      code: 0,
      already_existed: 1,
      agree: true,
    });
    const other = lines([aHistoryRow(account, { additional_historical_transactions: [] })]);
    const file = aFile('billing-documents.ndjson', other.replace('B-1', 'B-2'));
    expect(await load(file)).toMatchObject({ code: 1, rejected: 1 });
    expect(ndjson(`${file}.rejected.ndjson`)).toMatchObject([
      { code: 'historical_billing_documents_already_imported', path: 'ledger_number' },
    ]);
  });

  it('tells a history without documents from one that lacks a transaction, whatever else is on its ledger', async () => {
    const account = await anAccount(service);
    const of = (...ids: ReadonlyArray<string>) => {
      const beside = ids.map((id) => payment(id));
      const row = aHistoryRow(account, {
        historical_billing_documents: [],
        additional_historical_transactions: beside,
      });
      return aFile('billing-documents.ndjson', lines([row]));
    };
    expect(await load(of('H-1', 'H-2'))).toMatchObject({ code: 0, accepted: 1 });
    expect(await load(aFile('transactions.ndjson', lines([aPayment(account, 'T-1')])))).toMatchObject({ code: 0 });
    expect(await load(of('H-2', 'H-1'))).toMatchObject({ code: 0, already_existed: 1, rejected: 0 });
    const lacking = of('H-1');
    expect(await load(lacking)).toMatchObject({ code: 1, already_existed: 0, rejected: 1 });
    expect(ndjson(`${lacking}.rejected.ndjson`)).toMatchObject([
      { detail: expect.stringContaining('The stored history differs in transactions.') },
    ]);
  });

  it('reads zstd, and rows of several suppliers', async () => {
    const supplier = aName('S-');
    await service.operator.createSupplier('Demo organisation', supplier);
    const accounts = [await anAccount(service), await anAccount(service, { supplier })];
    const rows = [...accounts, ...accounts].map((account, at) => aPayment(account, `T-${at}`));
    const file = join(aFolder(), 'transactions.ndjson.zst');
    writeFileSync(file, zstdCompressSync(lines(rows)));
    expect(await load(file)).toMatchObject({ code: 0, accepted: 4, agree: true });
  });

  it('reads gzip, and writes the comparison as JSON and as a page that loads nothing', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    const file = join(folder, 'transactions.ndjson.gz');
    writeFileSync(file, gzipSync(lines([aPayment(account, 'T-1')])));
    const [report, html] = [join(folder, 'report.json'), join(folder, 'report.html')];
    expect((await run('load', file, '--report', report, '--html', html)).code).toBe(0);
    const figures = { count: 1, sum: '71.00' };
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      agree: true,
      accepted: 1,
      totals: [{ type: 'PAYMENT', expected: figures, stored: figures }],
      differences: [],
    });
    const page = readFileSync(html, 'utf8');
    expect(page).toContain('Verdict: agree');
    expect(page).toContain('71.00');
    expect(page).not.toMatch(/src=|href=|<script/);
  });

  it('proves nothing of a file that is truncated, also when resumed; none of its rows is rejected for it', async () => {
    const account = await anAccount(service);
    const rows = Array.from({ length: 3_000 }, (_, at) => aPayment(account, aName(`T-${at}-`)));
    const file = aFile('transactions.ndjson.gz', gzipSync(lines(rows)).subarray(0, 30_000));
    const html = join(aFolder(), 'report.html');
    const loaded = await load(file, '--html', html);
    expect(loaded).toMatchObject({ code: 1, rejected: 0, agree: false });
    expect(loaded.accepted).toBeGreaterThan(100);
    expect(readFileSync(html, 'utf8')).not.toContain('Verdict: agree');
    expect(await load('--resume', `${file}.journal`)).toMatchObject({ code: 1, rejected: 0, agree: false });
    expect(existsSync(`${file}.rejected.ndjson`)).toBe(false);
    const count = loaded.accepted.toLocaleString('en');
    for (const command of ['load', 'verify']) {
      const { code, out } = await run(command, file);
      expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([
        1,
        `${count} of ${count} stored, ${file} was not read to its end.`,
      ]);
      expect(out).toContain(`Not read to its end: ${file}:${loaded.accepted + 1} Nothing is read from this line on.`);
    }
    const checked = await run('check', '--json', file);
    expect([checked.code, checked.lines.at(-1).files]).toEqual([
      1,
      [{ file, rows: loaded.accepted, rejected: 0, repeated: 0, complete: false }],
    ]);
    const dry = await run('dry-run', '--json', file, '--out', join(aFolder(), 'run.ndjson'));
    expect([dry.code, dry.lines.at(-1)]).toMatchObject([1, { failing: 0, not_read_to_end: [file] }]);
  });

  it('exits with 2, 3 or 4 if it cannot begin, and says what to do', async () => {
    const file = aFile('notes.ndjson', '{}\n');
    expect((await run('load')).code).toBe(2);
    expect((await run('load', '--journal', file, file)).code).toBe(2);
    const ending = async (url: string, key: string) => {
      const { code, err } = await runLoader(['load', '--wait', '1', file], {
        CARRYOVER_URL: url,
        CARRYOVER_API_KEY: key,
      });
      return `${code} ${err.split(' To go on')[0]}`;
    };
    const { baseUrl, demo } = service;
    expect(await ending(baseUrl, 'co_wrong')).toBe(
      `3 The service at ${baseUrl} does not accept the API key. Check the key, or ask the operator of the service for another one.`,
    );
    const nobody = `127.0.0.1:${await freePort()}`;
    expect(await ending(`http://${nobody}`, demo.api_key)).toBe(
      `4 The service at http://${nobody} cannot be reached: connect ECONNREFUSED ${nobody}. Check CARRYOVER_URL, and that the service is running.`,
    );
    expect(await ending(`${baseUrl}/v1`, demo.api_key)).toBe(
      `4 ${baseUrl}/v1 does not answer as the service does: No token: the answer of /v1/graphql/ has status 404 and is not the service's. Check CARRYOVER_URL: it is the address before /v1/.`,
    );
  });
});
