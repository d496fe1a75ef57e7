import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder, ndjson } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';

const service = await theService();
const { load, run } = aLoader(service);

const DOCUMENTS =
  'import_supplier,external_account_number,ledger_code,ledger_number,billing_document_type,billing_document_identifier,issued_date,bill_period_from_date,bill_period_to_date';
const TRANSACTIONS =
  'import_supplier,external_account_number,ledger_number,billing_document_identifier,transaction_id,type,transaction_date,amount';

/** A folder with a row for each document, and for each of their transactions. */
const aHistory = (documents: ReadonlyArray<string>, transactions: ReadonlyArray<string>): string => {
  const folder = aFolder();
  writeFileSync(join(folder, 'billing-documents.csv'), `${[DOCUMENTS, ...documents].join('\n')}\n`);
  writeFileSync(join(folder, 'billing-document-transactions.csv'), `${[TRANSACTIONS, ...transactions].join('\n')}\n`);
  return folder;
};

const rowsOf = ({ import_supplier, external_account_number }: TestAccount) => {
  const account = `${import_supplier},${external_account_number}`;
  return {
    document: (id: string, code = 'ELECTRICITY', day = '2019-09-30') =>
      `${account},${code},L-1,PERIOD_BASED,${id},2019-10-01,2019-09-01,${day}`,
    transaction: (document: string, id: string, amount = '1.00') =>
      `${account},L-1,${document},${id},PAYMENT,2019-09-03,${amount}`,
  };
};

describe('billing documents with a row for each document and transaction', () => {
  it('are the history of their ledger, which is proven', async () => {
    const [one, other] = [await anAccount(service), await anAccount(service)];
    const [a, b] = [rowsOf(one), rowsOf(other)];
    const folder = aHistory(
      [a.document('D-1'), b.document('D-1'), a.document('D-2')],
      [
        a.transaction('D-2', 'T-2'),
        b.transaction('D-1', 'T-1', '2.50'),
        a.transaction('', 'T-3'),
        a.transaction('D-1', 'T-1'),
      ],
    );
    const checked = await run('check', folder);
    expect([checked.code, checked.out]).toEqual([
      0,
      expect.stringContaining('billing-documents.csv: 3 rows, all valid'),
    ]);
    expect(await load(folder)).toMatchObject({ code: 0, accepted: 2, agree: true });
    expect((await run('verify', folder)).code).toBe(0);
    const { json } = await service.post('/v1/data-import/accounts/summary/', { ...one, list: 'billing_documents' });
    expect(json.items.map((found: any) => found.billing_document_identifier).toSorted()).toEqual(['D-1', 'D-2']);
  });

  it.each<
    readonly [
      string,
      (rows: ReturnType<typeof rowsOf>) => readonly [ReadonlyArray<string>, ReadonlyArray<string>],
      string,
    ]
  >([
    [
      'a transaction whose document is missing',
      ({ document, transaction }) => [[document('D-1')], [transaction('D-1', 'T-1'), transaction('D-9', 'T-2')]],
      'billing-document-transactions.csv:3 billing_document_identifier: invalid. No document of these files',
    ],
    [
      'rows with different codes of the ledger',
      ({ document, transaction }) => [[document('D-1'), document('D-2', 'GAS')], [transaction('D-1', 'T-1')]],
      'billing-documents.csv:2 invalid. Rows of this ledger have different values of ledger_code',
    ],
    [
      'a fault of a transaction, at the row of the first document',
      ({ document, transaction }) => [[document('D-1')], [transaction('D-1', 'T-1', '1x')]],
      'billing-documents.csv:2 historical_billing_documents.0.transactions.0.amount: ',
    ],
    [
      'a row that cannot be read, which ends the reading',
      ({ document, transaction }) => [[document('D-1')], [`${transaction('D-1', 'T-1')},x`]],
      'billing-document-transactions.csv:2 parse_error',
    ],
  ])('refuse the whole history for %s', async (_, make, said) => {
    const account = await anAccount(service);
    const good = await anAccount(service);
    const [documents, transactions] = make(rowsOf(account));
    const folder = aHistory([...documents, rowsOf(good).document('D-1')], transactions);
    const checked = await run('check', folder);
    expect([checked.code, checked.out]).toEqual([1, expect.stringContaining(said)]);
    const loaded = await load(folder);
    expect(loaded).toMatchObject({ code: 1, accepted: said.includes('parse_error') ? 0 : 1 });
    const { json } = await service.post('/v1/data-import/accounts/summary/', account);
    expect(JSON.stringify(json)).not.toContain('D-1');
  });

  it('refuse a history of which a row was rejected; it is kept as a whole', async () => {
    const account = await anAccount(service);
    const { document, transaction } = rowsOf(account);
    const folder = aHistory([document('D-1'), document('D-2')], [transaction('D-1', 'T-1'), transaction('D-3', 'T-3')]);
    expect(await load(folder)).toMatchObject({ code: 1, accepted: 0, rejected: 2 });
    const [history] = ndjson(join(folder, 'billing-documents.csv.rejected.ndjson'));
    expect(history).toMatchObject({
      external_account_number: account.external_account_number,
      historical_billing_documents: [
        { billing_document_identifier: 'D-1', transactions: [{ transaction_id: 'T-1', amount: '1.00' }] },
        { billing_document_identifier: 'D-2', transactions: [] },
      ],
      line: 2,
      detail: expect.stringContaining('it can be imported only once'),
    });
    expect(existsSync(join(folder, 'billing-document-transactions.csv.rejected.csv'))).toBe(true);
    expect(readFileSync(join(folder, 'billing-document-transactions.csv.rejected.csv'), 'utf8')).toContain(',D-3,T-3,');
  });

  it('are read with mappings', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    const supplier = `constants: {import_supplier: ${account.import_supplier}`;
    writeFileSync(
      join(folder, 'd.map.yaml'),
      `kind: billing-documents\nfiles: RECHNUNG.csv\n${supplier}, ledger_code: ELECTRICITY, ledger_number: L-1, billing_document_type: ITEM_BASED}\ncolumns: {KD: external_account_number, NR: billing_document_identifier, TAG: {to: issued_date, dateFormat: dd.MM.yyyy}}\nexpect: {rows: 2}\n`,
    );
    writeFileSync(
      join(folder, 't.map.yaml'),
      `kind: billing-document-transactions\nfiles: POSTEN.csv\n${supplier}, ledger_number: L-1, type: PAYMENT}\ncolumns: {KD: external_account_number, NR: billing_document_identifier, ID: transaction_id, TAG: {to: transaction_date, dateFormat: dd.MM.yyyy}, BETRAG: {to: amount, decimalChar: ","}}\n`,
    );
    const number = account.external_account_number;
    writeFileSync(join(folder, 'RECHNUNG.csv'), `KD,NR,TAG\n${number},D-1,01.10.2019\n${number},D-2,01.10.2019\n`);
    writeFileSync(join(folder, 'POSTEN.csv'), `KD,NR,ID,TAG,BETRAG\n${number},D-1,T-1,03.09.2019,"1,50"\n`);
    const maps = ['--map', join(folder, 'd.map.yaml'), '--map', join(folder, 't.map.yaml')];
    expect((await run('check', ...maps, folder)).code).toBe(0);
    expect(await load(...maps, folder)).toMatchObject({ code: 0, accepted: 1, agree: true });
  });
});
