import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { aPayment, lines } from './files-to-load.ts';

const service = await theService();

const { run, load } = aLoader(service);

const aSupplyCharge = (account: TestAccount, id: string) => ({
  ...account,
  transaction_id: id,
  transaction_date: '2019-10-03',
  type: 'SUPPLY_CHARGE',
  amount: '21.00',
  product_code: 'ELECTRICITY',
});
const LINE_HEAD =
  'import_supplier,external_account_number,transaction_id,rate_band,start_date,end_date,number_of_units,net_amount';
const TAX_HEAD = 'import_supplier,external_account_number,transaction_id,amount,tax_type,value_taxed,rate,unit_type';
const rowOf = (
  { import_supplier: supplier, external_account_number: number }: TestAccount,
  ...cells: ReadonlyArray<string>
) => [supplier, number, ...cells].join(',');
const lineItem = (account: TestAccount, id: string, net = '10.00') =>
  rowOf(account, id, 'CONSUMPTION_STANDARD', '2019-09-01', '2019-09-30', '40.0000', net);
const taxItem = (account: TestAccount, id: string) => rowOf(account, id, '1.00', 'VAT', '20.00', '0.05', 'PROPORTION');

/** A folder of transactions in NDJSON, and of their line and tax items in CSV. */
const aParted = (
  transactions: ReadonlyArray<object>,
  lineItems: ReadonlyArray<string>,
  taxItems: ReadonlyArray<string>,
) => {
  const folder = aFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('transactions.ndjson', lines(transactions));
  write('line-items.csv', `${[LINE_HEAD, ...lineItems].join('\n')}\n`);
  if (taxItems.length > 0) write('tax-items.csv', `${[TAX_HEAD, ...taxItems].join('\n')}\n`);
  return folder;
};

const rejected = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');

describe('line items and tax items in files of their own', () => {
  it('are joined by account and transaction_id, in any order', async () => {
    const [a, b] = [await anAccount(service), await anAccount(service)];
    const transactions = [a, b, a].map((account, at) => aSupplyCharge(account, `T-${at}`));
    const items = [
      lineItem(b, 'T-1'),
      lineItem(a, 'T-2'),
      lineItem(a, 'T-0'),
      lineItem(b, 'T-1'),
      lineItem(a, 'T-0'),
      lineItem(a, 'T-2'),
    ];
    const taxes = [taxItem(b, 'T-1'), taxItem(a, 'T-0'), taxItem(a, 'T-2')];
    const folder = aParted([...transactions, aPayment(b, 'T-9')], items, taxes);
    expect((await run('check', folder)).out).toContain('line-items.csv: 6 rows, all valid');
    expect(await load(folder)).toMatchObject({ code: 0, accepted: 4, rejected: 0, agree: true });
    expect((await run('verify', folder)).code).toBe(0);
    const joined = lines(
      transactions.map((transaction) => ({
        ...transaction,
        line_items: [1, 2].map(() => ({
          rate_band: 'CONSUMPTION_STANDARD',
          start_date: '2019-09-01',
          end_date: '2019-09-30',
          number_of_units: '40.0000',
          net_amount: '10.00',
        })),
        tax_items: [{ amount: '1.00', tax_type: 'VAT', value_taxed: '20.00', rate: '0.05', unit_type: 'PROPORTION' }],
      })),
    );
    expect(await load(aFile('transactions.ndjson', joined))).toMatchObject({ already_existed: 3, conflicts: 0 });
  });

  it('are in the rejected transaction, which can be corrected and loaded by itself', async () => {
    const account = await anAccount(service);
    const folder = aParted(
      [aSupplyCharge(account, 'T-1'), aSupplyCharge(account, 'T-2')],
      [lineItem(account, 'T-1'), lineItem(account, 'T-2', 'x')],
      [],
    );
    const found = (await run('check', '--json', folder)).lines;
    expect(found[0]).toMatchObject({ line: 2, code: 'invalid', path: 'line_items.0.net_amount' });
    expect(await load(folder)).toMatchObject({ code: 1, accepted: 1, rejected: 1, agree: false });
    const file = join(folder, 'transactions.ndjson.rejected.ndjson');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ line: 2, path: 'line_items.0.net_amount' });
    writeFileSync(file, readFileSync(file, 'utf8').replace('"x"', '"10.00"'));
    expect(await load(file)).toMatchObject({ code: 0, accepted: 1, agree: true });
  });

  it('that name no transaction are rejected, and so are the supply charges of the account that may lack them', async () => {
    const [a, b] = [await anAccount(service), await anAccount(service)];
    const folder = aParted(
      [aSupplyCharge(a, 'T-1'), aPayment(a, 'T-2'), aSupplyCharge(b, 'T-1')],
      [lineItem(a, 'T-1'), lineItem(a, 'T-7'), lineItem(b, 'T-1')],
      [],
    );
    expect(await load(folder)).toMatchObject({ code: 1, accepted: 2, rejected: 2, agree: false });
    expect(rejected(folder, 'line-items.csv.rejected.csv')[1]).toMatch(/,T-7,.*,3,invalid,transaction_id,/);
    expect(rejected(folder, 'transactions.ndjson.rejected.ndjson').map((line) => JSON.parse(line))).toMatchObject([
      { line: 1, path: 'line_items' },
    ]);
  });

  it('that cannot be attributed keep every transaction from being sent', async () => {
    const account = await anAccount(service);
    const folder = aParted([aSupplyCharge(account, 'T-1')], [lineItem(account, 'T-1'), lineItem(account, '')], []);
    expect(await load(folder)).toMatchObject({ code: 1, accepted: 0, rejected: 1, agree: false });
    expect(rejected(folder, 'line-items.csv.rejected.csv')).toHaveLength(2);
    expect((await run('check', folder)).code).toBe(1);
    expect((await run('check', join(folder, 'line-items.csv'))).code).toBe(2);
  });
});
