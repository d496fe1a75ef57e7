import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { CARD } from '../support/bodies.ts';
import { settled } from '../support/settled.ts';
import { aHistoryRow, aNoteRow, aPayment, aStatementRow, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const { run, load } = aLoader(service);
const operator = anOperator(service.operatorEnvironment);
const SUPPLIER = ['--supplier', 'DEMO_SUPPLIER'];

/** A folder with all kinds of one account. */
const aFolderOf = (account: TestAccount): string => {
  const folder = aFolder();
  const rows: Readonly<Record<string, ReadonlyArray<object>>> = {
    transactions: [aPayment(account, 'T-1'), aPayment(account, 'T-2')],
    notes: [aNoteRow(account, 'one'), aNoteRow(account, 'two')],
    statements: [aStatementRow(account, 'S-1')],
    'billing-documents': [aHistoryRow(account)],
    'payment-instructions': [{ ...account, ...CARD }],
  };
  for (const [kind, own] of Object.entries(rows)) writeFileSync(join(folder, `${kind}.ndjson`), lines(own));
  return folder;
};

const register = async (...args: ReadonlyArray<string>) => {
  const { code, out, err } = await run('totals', 'register', '--json', ...args);
  return { code, ...(out === '' ? {} : JSON.parse(out)), ...(err === '' ? {} : JSON.parse(err)) };
};

describe('carryover totals register (decisions 20)', () => {
  it('registers the totals of files before they are loaded, which then prove the migration', async () => {
    const folder = aFolderOf(await anAccount(service));
    const first = await register(folder);
    expect(first).toEqual({
      code: 0,
      totals: first.totals,
      registered: [
        {
          supplier: 'DEMO_SUPPLIER',
          set: expect.stringMatching(/^TOTALS-[0-9a-f]{16}$/),
          totals: first.totals,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    });
    expect(await register(folder)).toEqual(first);
    expect(await load(folder)).toMatchObject({ code: 0, agree: true });
    await settled(service);
    const { json } = await operator('reconcile', ...SUPPLIER, '--registered', '--json');
    expect([json.verdict, json.compared, json.coverage]).toEqual([
      'agree',
      first.totals,
      {
        kinds: {
          notes: 'compared',
          transactions: 'compared',
          billing_documents: 'compared',
          statements: 'compared',
          payment_instructions: 'compared',
        },
        accounts_compared: 1,
        accounts_stored: 1,
      },
    ]);
    expect(json.by_type).toContainEqual(expect.objectContaining({ type: 'STATEMENT', count: 1, sum: '100.00' }));
    expect(json.control_totals).toMatchObject({ source: 'client', sha256: first.registered[0].sha256 });
    expect((await operator('verify-storage', ...SUPPLIER)).code).toBe(0);
    expect((await operator('supplier', 'complete', ...SUPPLIER, '--proven')).code).toBe(0);
    await operator('supplier', 'resume', ...SUPPLIER);
  });

  it('registers those of a control file, also for accounts that are not imported', async () => {
    const csv = 'external_account_number,ledger_number,type,count,sum\nE-9,L-1,PAYMENT,2,142.00\nE-9,,NOTE,3,\n';
    const file = aFile('totals.csv', csv);
    expect(await register('--from', file, ...SUPPLIER, '--set', 'OURS')).toMatchObject({
      code: 0,
      registered: [{ supplier: 'DEMO_SUPPLIER', set: 'OURS', totals: 2 }],
    });
    const other = aFile('totals.csv', csv.replace('142.00', '142.01'));
    expect(await register('--from', other, ...SUPPLIER, '--set', 'OURS')).toMatchObject({
      code: 1,
      error: { code: 'control_total_differs' },
    });
    expect(await register('--from', file)).toMatchObject({ code: 2 });
  });

  it('registers nothing if a row cannot be read, or the main ledger is not known', async () => {
    const damaged = aFile('notes.ndjson', '{"import_supplier":"DEMO_SUPPLIER"}\n{');
    expect(await register(damaged)).toMatchObject({
      code: 1,
      error: { detail: expect.stringContaining('Nothing was registered') },
    });
    const unknown = { import_supplier: 'DEMO_SUPPLIER', external_account_number: 'E-404' };
    const file = aFile('transactions.ndjson', lines([aPayment(unknown, 'T-1')]));
    expect(await register(file)).toMatchObject({ code: 1, error: { code: 'import_process_does_not_exist' } });
    expect((await service.sql('select name from control_total_set where name not like $1', ['%TOTALS-%'])).length).toBe(
      1,
    );
  });
});
