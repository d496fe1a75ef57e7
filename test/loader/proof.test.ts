import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODECS } from '@carryover/contract/item-codecs';
import { columnsOf } from '@carryover/contract/item-files';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { aName } from '../support/a-random.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { CARD, supplyCharge } from '../support/bodies.ts';
import { aHistoryRow, aNoteRow, aPayment, aStatementRow, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const { run, load, verify } = aLoader(service);

const TIME = { created_at: '2019-10-01T10:00:00Z' };
const CHARGE = {
  ...supplyCharge('T-3'),
  line_items: [{ ...supplyCharge('T-3').line_items[0], price_per_unit: undefined }],
};

/** All kinds of one account, each with fields of its own. */
const rowsOf = (account: TestAccount) => ({
  transactions: [
    aPayment(account, 'T-1', { reference: 'R-1', note: 'n', payment_type: 'DEBIT_CARD' }),
    { ...account, ...supplyCharge('T-2', { display_note: 'd' }) },
    { ...account, ...CHARGE },
  ],
  notes: [
    aNoteRow(account, 'one', { ...TIME, document_paths: [{ document_path: 'a.pdf' }] }),
    aNoteRow(account, 'two'),
  ],
  statements: [{ ...aStatementRow(account, 'S-1'), statement_path: 's/1.pdf' }],
  'billing-documents': [aHistoryRow(account)],
  'payment-instructions': [{ ...account, ...CARD }],
});

type Rows = ReturnType<typeof rowsOf>;

const write = (rows: Readonly<Record<string, ReadonlyArray<object>>>): string => {
  const folder = aFolder();
  for (const [kind, own] of Object.entries(rows)) writeFileSync(join(folder, `${kind}.ndjson`), lines(own));
  return folder;
};

const aLoadedAccount = async () => {
  const account = await anAccount(service);
  const rows = rowsOf(account);
  expect(await load(write(rows))).toMatchObject({ code: 0, accepted: 8, agree: true });
  return rows;
};

const changed = <K extends keyof Rows>(rows: Rows, kind: K, fields: object, at = 0): Rows => ({
  ...rows,
  [kind]: rows[kind].map((row, index) => (index === at ? { ...row, ...fields } : row)),
});

const document = (row: any) => row.historical_billing_documents[0];

describe('carryover verify', () => {
  it.each<[string, keyof Rows, number, (row: any) => object, object]>([
    [
      'the amount of a payment',
      'transactions',
      0,
      () => ({ amount: '71.01' }),
      { path: 'amount', sent: '71.01', stored: '71' },
    ],
    [
      'a note that is left out',
      'transactions',
      0,
      () => ({ note: undefined }),
      { path: 'note', sent: null, stored: 'n' },
    ],
    [
      'a line item',
      'transactions',
      1,
      (row) => ({ line_items: [{ ...row.line_items[0], units: [40, 60.4] }] }),
      { path: 'line_items', sent: expect.stringContaining('[40,60.4]'), stored: expect.stringContaining('[40,60.5]') },
    ],
    ['a note that is not there', 'notes', 1, () => ({ body: 'other' }), { code: 'not_found', id: 'other' }],
    ['the id of a statement', 'statements', 0, () => ({ statement_id: 'S-2' }), { code: 'not_found', id: 'S-2' }],
    [
      'a document of a history',
      'billing-documents',
      0,
      (row) => ({ historical_billing_documents: [{ ...document(row), issued_date: '2018-04-02' }] }),
      { path: 'historical_billing_documents.0.issued_date', sent: '2018-04-02', stored: '2018-04-01' },
    ],
    [
      'a transaction of a document',
      'billing-documents',
      0,
      (row) => ({
        historical_billing_documents: [
          { ...document(row), transactions: [{ ...document(row).transactions[0], display_note: 'x' }] },
        ],
      }),
      { path: 'historical_billing_documents.0.transactions.0.display_note', sent: 'x', stored: null },
    ],
    [
      'a history that lacks a transaction',
      'billing-documents',
      0,
      () => ({ additional_historical_transactions: [] }),
      { type: 'HISTORY', path: 'transactions', sent: '1', stored: '2' },
    ],
    [
      'the code of its ledger',
      'billing-documents',
      0,
      () => ({ ledger_code: 'GAS' }),
      { path: 'ledger_code', sent: 'GAS' },
    ],
    [
      'the reference of an instruction, which is not disclosed',
      'payment-instructions',
      0,
      () => ({ reference: 'another' }),
      { path: 'reference', sent: 'another', stored: 'another one' },
    ],
  ])('names %s with file, line, sent and stored value', async (_, kind, at, fields, difference) => {
    const rows = await aLoadedAccount();
    const folder = write(changed(rows, kind, fields(rows[kind][at]), at));
    const report = await verify(folder);
    expect(report).toMatchObject({ code: 1, agree: false, verdict: 'differ' });
    expect(report.differences).toEqual([
      expect.objectContaining({ file: join(folder, `${kind}.ndjson`), line: at + 1, ...difference }),
    ]);
    expect(report.sentence).toMatch(/^7 of 8 stored, 1 (not found|stored otherwise)\.$/);
  });

  it('compares every field that the interface has, of each kind', async () => {
    const account = await anAccount(service);
    const charge = supplyCharge('');
    const CHANGES = {
      transactions: {
        transaction_date: '2019-10-06',
        amount: '71.01',
        type: 'REPAYMENT',
        reason: 'OTHER',
        payment_type: 'OTHER',
        reference: 'other',
        note: 'other',
        display_note: 'other',
        product_code: 'other',
        line_items: [{ ...charge.line_items[0], rate_band: 'OTHER' }],
        tax_items: [...charge.tax_items, ...charge.tax_items],
      },
      notes: {
        created_at: '2019-10-01T10:00:01Z',
        document_paths: [{ document_path: 'other.pdf' }],
        is_pinned: false,
        unpin_at: '2031-01-01T00:00:00Z',
      },
      statements: {
        number: 'other',
        issued_date: '2018-04-02',
        bill_period_from_date: '2018-03-02',
        bill_period_to_date: '2018-03-30',
        gross_amount: 100.01,
        statement_path: 'other.pdf',
      },
    };
    const payment = { reason: 'A', payment_type: 'B', reference: 'r', note: 'n', display_note: 'd' };
    const ofTransaction = (field: string) =>
      ['product_code', 'line_items', 'tax_items'].includes(field)
        ? { ...account, ...supplyCharge(field) }
        : aPayment(account, field, payment);
    const pinned = { ...TIME, is_pinned: true, unpin_at: '2030-01-01T00:00:00Z' };
    const BASES = {
      transactions: ofTransaction,
      notes: (field: string) => aNoteRow(account, field, { ...pinned, document_paths: [{ document_path: 'a.pdf' }] }),
      statements: (field: string) => ({ ...aStatementRow(account, field), statement_path: 's.pdf' }),
    };
    const IDENTIFIERS = ['transaction_id', 'statement_id', 'body'];
    for (const kind of ['transactions', 'notes', 'statements'] as const) {
      const changes = Object.entries(CHANGES[kind]);
      const documented = columnsOf(kind, CODECS)
        .map(({ name }) => name)
        .filter((name) => !(name in account) && !IDENTIFIERS.includes(name));
      expect(changes.map(([field]) => field).toSorted()).toEqual(documented.toSorted());
      const stored = changes.map(([field]) => BASES[kind](field));
      expect(await load(aFile(`${kind}.ndjson`, lines(stored)))).toMatchObject({ code: 0, accepted: stored.length });
      const file = aFile(
        `${kind}.ndjson`,
        lines(changes.map(([field, value]) => ({ ...BASES[kind](field), [field]: value }))),
      );
      const { code, differences } = await verify(file);
      expect(code).toBe(1);
      expect(differences.map(({ id, path }: any) => [id, path]).toSorted()).toEqual(
        changes.map(([field]) => [field, field]).toSorted(),
      );
    }
  });

  it('compares values, not texts, and fields that are left out with what that means', async () => {
    const rows = await aLoadedAccount();
    const equal = changed(changed(rows, 'notes', { is_pinned: false, document_paths: [] }, 1), 'transactions', {
      amount: 71,
    });
    expect(await verify(write(equal))).toMatchObject({ code: 0, agree: true, rows: 8 });
  });

  it('says that rows of an unknown account are not found, and goes on', async () => {
    const { transactions } = await aLoadedAccount();
    const unknown = { ...transactions[0]!, external_account_number: 'unknown' };
    const impossible = { ...transactions[0]!, external_account_number: 'x'.repeat(200) };
    const file = aFile('transactions.ndjson', lines([unknown, ...transactions, impossible]));
    const { code, out } = await run('verify', file);
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([1, '3 of 5 stored, 2 not found.']);
    expect(out).toMatch(
      /\nAccounts that the service does not know\n {2}Account\n {2}(unknown\n {2}x{200}|x{200}\n {2}unknown)\n/,
    );
  });

  it('counts items of others on the same accounts, which matter with --exclusive only', async () => {
    const { notes } = await aLoadedAccount();
    const file = aFile('notes.ndjson', lines(notes));
    expect(await verify(file)).toMatchObject({ code: 0, agree: true, other_items: 8 });
    const exclusive = await run('verify', '--exclusive', file);
    expect([exclusive.code, exclusive.out.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      '2 of 2 stored, 8 items of others on these accounts.',
    ]);
  });

  it('finds a transaction that is stored more than once', async () => {
    const { transactions } = await aLoadedAccount();
    const { import_supplier, external_account_number, ...fields } = transactions[0]!;
    const body = { import_supplier, external_account_number, transactions: [fields] };
    await service.post('/v1/data-import/transactions/create/?check_previously_added=false', body);
    const { code, differences } = await verify(aFile('transactions.ndjson', lines(transactions)));
    expect([code, differences]).toMatchObject([
      1,
      [{ code: 'stored_more_than_once', line: 1, sent: '1', stored: '2' }],
    ]);
  });

  it('adds up the gross amounts of statements: of the files, and as they are stored', async () => {
    const account = await anAccount(service);
    const rows = (second: string) =>
      ['12.10', second].map((gross_amount, at) => ({ ...aStatementRow(account, `S-${at}`), gross_amount }));
    expect((await load(aFile('statements.ndjson', lines(rows('100.01'))))).code).toBe(0);
    const other = aFile('statements.ndjson', lines(rows('100.02')));
    const totals = [{ type: 'STATEMENT', expected: { count: 2, sum: '112.12' }, stored: { count: 2, sum: '112.11' } }];
    expect(JSON.parse((await run('verify', '--json', other)).out)).toMatchObject({ agree: false, totals });
    expect((await run('verify', other)).out).toMatch(/^ *STATEMENT +2 +112\.12 +2 +112\.11$/m);
    const ofTotals = await run('verify', '--totals-only', '--json', other);
    const { external_account_number: number } = account;
    const { type, expected, stored: actual } = totals[0]!;
    const difference = { external_account_number: number, ledger_number: '', type, expected, actual };
    expect([ofTotals.code, JSON.parse(ofTotals.out)]).toMatchObject([1, { totals, differences: [difference] }]);
  });

  it('compares only counts and sums with --totals-only, and says so', async () => {
    const { transactions } = await aLoadedAccount();
    const file = aFile(
      'notes.ndjson',
      lines([aNoteRow(transactions[0]!, 'three'), aNoteRow(transactions[0]!, 'four')]),
    );
    const { code, out } = await run('verify', '--totals-only', file);
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      'Everything agrees: 1 total of 1 account compared, no single items.',
    ]);
  });
});

describe('rows with unknown fields, which the supplier has left out', () => {
  it('agree, whatever the names and places of the fields are', async () => {
    const supplier = aName('S-');
    await service.operator.createSupplier('Demo organisation', supplier, { unknownFields: 'report' });
    const account = await anAccount(service, { supplier });
    const charge = supplyCharge('T-2');
    const rows = [
      aPayment(account, 'T-1', {
        ledger_number: 'X',
        billing_document_identifier: 'Y',
        main_ledger: 'Z',
        mood: { a: 1 },
      }),
      { ...account, ...charge, line_items: [{ ...charge.line_items[0], mood: 'x' }] },
    ];
    const file = aFile('transactions.ndjson', lines(rows));
    expect(await load(file)).toMatchObject({ code: 0, accepted: 2, agree: true });
    expect(await verify(file)).toMatchObject({ code: 0, agree: true });
  });
});

describe('a date that was moved', () => {
  const rowsWithDates = (account: TestAccount) => [
    aPayment(account, 'T-1', { transaction_date: '2019-01-01', note: 'n' }),
    aPayment(account, 'T-2'),
  ];

  it('agrees, is counted, and listed in the reports', async () => {
    const account = await anAccount(service);
    const file = aFile('transactions.ndjson', lines(rowsWithDates(account)));
    const [report, html] = [join(aFolder(), 'report.json'), join(aFolder(), 'report.html')];
    const { code, out } = await run('load', file, '--report', report, '--html', html);
    expect([code, out]).toEqual([0, expect.stringMatching(/moved dates +1\n/)]);
    const { external_account_number } = account;
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      moved: 1,
      moved_transactions: [
        {
          file,
          line: 1,
          external_account_number,
          transaction_id: 'T-1',
          transaction_date: '2019-01-01',
          new_transaction_date: '2019-10-01',
        },
      ],
    });
    expect(readFileSync(html, 'utf8')).toContain('Stored with a moved date');
    expect(await verify(file)).toMatchObject({ code: 0, moved: 1 });
  });

  it('is in the figures of the load, also of one that is not proven', async () => {
    const file = aFile('transactions.ndjson', lines(rowsWithDates(await anAccount(service))));
    expect(await load(file)).toMatchObject({ code: 0, accepted: 2, moved: 1 });
    const done = readFileSync(`${file}.journal`, 'utf8')
      .split('\n')
      .find((line) => line.includes('"done"'));
    expect(JSON.parse(done!)).toMatchObject({ accepted: 2, moved: 1 });
  });

  it('is not moved with --no-moved-dates: the row is rejected', async () => {
    const file = aFile('transactions.ndjson', lines(rowsWithDates(await anAccount(service))));
    expect(await load(file, '--no-moved-dates')).toMatchObject({ code: 1, accepted: 1, rejected: 1, moved: 0 });
    expect(readFileSync(`${file}.rejected.ndjson`, 'utf8')).toContain('transaction_not_in_open_statement_period');
  });
});

describe('the verdict of a load', () => {
  it('is that of its exit code, in figures, in every form', async () => {
    const account = await anAccount(service);
    const rows = [aPayment(account, 'T-1'), aPayment(account, 'T-2'), aPayment(account, 'T-3', { amount: '0' })];
    await load(aFile('transactions.ndjson', lines([aPayment(account, 'T-2', { amount: 17 })])));
    const file = aFile('transactions.ndjson', lines(rows));
    const [report, html] = [join(aFolder(), 'report.json'), join(aFolder(), 'report.html')];
    const { code, out } = await run('load', file, '--report', report, '--html', html);
    const sentence = '1 of 3 stored, 1 rejected, 1 in conflict.';
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([1, sentence]);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ agree: false, verdict: 'differ', sentence });
    const page = readFileSync(html, 'utf8');
    expect(page).toContain(sentence);
    expect(page).not.toMatch(/Verdict: agree|Each item is stored once/);
  });
});
