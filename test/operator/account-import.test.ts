import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { whileLocked } from '../support/a-lock.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const SUPPLIER = 'DEMO_SUPPLIER';

const service = await theService();
const folder = service.dataDir;
const operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir });
beforeEach(async () => {
  await operator('supplier', 'resume', '--supplier', SUPPLIER);
});

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const ledger = (number: string, more: object = {}) => ({ ledger_number: number, ledger_code: 'GAS', ...more });
const account = (number: string, more: object = {}) => ({
  external_account_number: number,
  status: 'IMPORTED',
  ledgers: [ledger('L-1', { open_statement: NOVEMBER })],
  ...more,
});
const HEADER =
  'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';

const ndjson = (rows: ReadonlyArray<unknown>) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
let files = 0;
const write = async (extension: string, content: string | Uint8Array): Promise<string> => {
  files += 1;
  const path = join(folder, `${files}.${extension}`);
  await writeFile(path, content);
  return path;
};
const importFile = (path: string, ...args: ReadonlyArray<string>) =>
  operator('account', 'import', '--supplier', SUPPLIER, '--file', path, ...args);
const importRows = async (...rows: ReadonlyArray<unknown>) => importFile(await write('ndjson', ndjson(rows)), '--json');
const counts = ({ json: { created, updated, unchanged, rejected } }: { readonly json: any }) => [
  created,
  updated,
  unchanged,
  rejected,
];
const codesIn = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).code);
const codeOf = async (row: unknown) => (await codesIn((await importRows(row)).json.rejects_file))[0];
/** All that is stored of the accounts, with the transaction that wrote it. */
const stored = () =>
  service.sql(
    `select a.*, l.*, p.*, a.xmin::text as a, l.xmin::text as l, p.xmin::text as p from account a
     left join ledger l on l.account_id = a.id
     left join statement_period p on p.account_id = a.id and p.ledger_number = l.ledger_number
     order by a.id, l.ledger_number, p.from_date`,
  );
const ledgersOf = async (number: string) =>
  (await operator('account', 'show', '--supplier', SUPPLIER, '--account', number, '--json')).json.ledgers.map(
    (one: any) => [one.ledger_number, one.ledger_code, one.main, one.open_statement],
  );
/** An account with a payment on its main ledger L-1. */
const anAccountInUse = async (number: string) => {
  await importRows(account(number, { ledgers: [ledger('L-1', { open_statement: NOVEMBER }), ledger('L-2')] }));
  const reply = await service.post('/v1/data-import/transactions/create/', {
    import_supplier: SUPPLIER,
    external_account_number: number,
    transactions: [{ transaction_id: 'T-1', transaction_date: '2026-11-05', amount: '71.00', type: 'PAYMENT' }],
  });
  expect(reply.status).toBe(201);
};

describe('an accounts file (decisions 2, 14)', () => {
  it('gives the same accounts as NDJSON and CSV, plain and compressed; the same again changes nothing', async () => {
    const rows = [
      account('S-1'),
      account('S-2', {
        status: 'STAGED',
        ledgers: [
          ledger('L-1', { has_finalized_billing_document: true }),
          ledger('L-2', { main: true, open_statement: { from: '2026-11-01' } }),
        ],
      }),
    ];
    const csv = [
      HEADER,
      'S-1,IMPORTED,L-1,GAS,,2026-11-01,2026-11-30,',
      'S-2,STAGED,L-1,GAS,false,,,true',
      'S-2,STAGED,L-2,GAS,true,2026-11-01,,',
    ].join('\n');
    expect((await importRows(...rows)).json).toEqual({
      accounts: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      rejects_file: null,
    });
    const before = await stored();
    for (const path of [
      await write('ndjson.gz', gzipSync(ndjson(rows))),
      await write('csv', csv),
      await write('csv.gz', gzipSync(csv)),
    ]) {
      expect(counts(await importFile(path, '--json'))).toEqual([0, 0, 2, 0]);
      expect(await stored()).toEqual(before);
    }
  });

  it('adds ledgers, first open periods and IMPORTED, and moves what no data depends on', async () => {
    await importRows(account('A-1', { status: 'STAGED', ledgers: [ledger('L-1'), ledger('L-2')] }));
    const next = account('A-1', {
      ledgers: [
        ledger('L-1', { ledger_code: 'WATER', open_statement: NOVEMBER }),
        ledger('L-3', { main: true, open_statement: NOVEMBER }),
      ],
    });
    expect(counts(await importRows(next))).toEqual([0, 1, 0, 0]);
    expect(await ledgersOf('A-1')).toEqual([
      ['L-3', 'GAS', true, NOVEMBER],
      ['L-1', 'WATER', false, NOVEMBER],
      ['L-2', 'GAS', false, null],
    ]);
    expect(counts(await importRows(next))).toEqual([0, 0, 1, 0]);
  });

  it('never rewrites what data depends on: the account is rejected and stays as it was', async () => {
    await anAccountInUse('U-1');
    const before = await stored();
    const open = { open_statement: NOVEMBER };
    const codes = [];
    for (const row of [
      account('U-1', { ledgers: [ledger('L-1', { ...open, ledger_code: 'WATER' }), ledger('L-9')] }),
      account('U-1', { ledgers: [ledger('L-1', open), ledger('L-2', { main: true })] }),
      account('U-1', { ledgers: [ledger('L-1'), ledger('L-9')] }),
      account('U-1', { ledgers: [ledger('L-1', { open_statement: { from: '2026-11-01' } })] }),
      account('U-1', { status: 'STAGED' }),
    ])
      codes.push(await codeOf(row));
    expect(codes).toEqual([
      'ledger_code_in_use',
      'main_ledger_in_use',
      'open_period_differs',
      'open_period_differs',
      'account_already_imported',
    ]);
    expect(await stored()).toEqual(before);
  });

  it('does not open again a period that the operator closed', async () => {
    await importRows(account('U-2'));
    await operator('ledger', 'close-period', '--supplier', SUPPLIER, '--account', 'U-2', '--ledger', 'L-1');
    expect(await codeOf(account('U-2'))).toBe('open_period_differs');
    expect(await ledgersOf('U-2')).toEqual([['L-1', 'GAS', true, null]]);
  });
});

describe('a supplier that is Paused or Complete', () => {
  it.each(['pause', 'complete'])('takes no new account and promotes none: %s', async (change) => {
    const [known, staged, unknown] = ['known', 'staged', 'new'].map((name) => `${name}-${change}`);
    await importRows(account(known!), account(staged!, { status: 'STAGED' }));
    await operator('supplier', change, '--supplier', SUPPLIER);
    const imported = await importRows(
      account(known!, { ledgers: [ledger('L-1', { open_statement: NOVEMBER }), ledger('L-2')] }),
      account(staged!),
      account(unknown!),
    );
    expect([imported.code, counts(imported)]).toEqual([1, [0, 1, 0, 2]]);
    expect(await codesIn(imported.json.rejects_file)).toEqual(Array(2).fill('import_supplier_migration_not_ongoing'));
    const promote = (number: string) =>
      operator('account', 'promote', '--supplier', SUPPLIER, '--account', number, '--json');
    const promoted = await promote(staged!);
    expect([promoted.code, JSON.parse(promoted.err).error.code]).toEqual([1, 'import_supplier_migration_not_ongoing']);
    expect((await promote(known!)).code).toBe(0);
    await operator('supplier', 'resume', '--supplier', SUPPLIER);
    expect((await promote(staged!)).json.status).toBe('IMPORTED');
  });
});

describe('an accounts file beside other work', () => {
  it('waits for an import request, and sees its data', async () => {
    await importRows(account('C-1'));
    const imported = await whileLocked(
      service.databaseUrl,
      async (sql) => {
        const [{ id }] = (await sql(`select id from account where external_account_number = 'C-1'`)).rows;
        await sql(`select 1 from account where id = ${id} for no key update`);
        await sql(
          `insert into ledger_history (account_id, ledger_number, import_id) values (${id}, 'L-1', gen_random_uuid())`,
        );
      },
      () =>
        importRows(account('C-1', { ledgers: [ledger('L-1', { ledger_code: 'WATER', open_statement: NOVEMBER })] })),
    );
    expect(await codesIn(imported.json.rejects_file)).toEqual(['ledger_code_in_use']);
  });

  it('waits for a change of the supplier, and obeys it', async () => {
    const imported = await whileLocked(
      service.databaseUrl,
      (sql) => sql(`update import_supplier set status = 'Paused' where code = '${SUPPLIER}'`),
      () => importRows(account('C-2')),
    );
    expect(await codesIn(imported.json.rejects_file)).toEqual(['import_supplier_migration_not_ongoing']);
  });

  it('is stored once where two import it', async () => {
    const path = await write('ndjson', ndjson(Array.from({ length: 2_500 }, (_, at) => account(`T-${at}`))));
    const both = await Promise.all([importFile(path, '--json'), importFile(path, '--json')]);
    const [first, second] = both.map(counts);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(first!.map((count, at) => count + second![at]!)).toEqual([2_500, 0, 2_500, 0]);
  });
});

describe('rejected rows', () => {
  it('of NDJSON are imported from their file once they are correct', async () => {
    const texts = [
      JSON.stringify(account('N-1')),
      JSON.stringify({ ...account('N-2'), balance: 1.1 }),
      '{"external_account_number":"N-3",',
      '["N-4"]',
    ];
    const path = await write('ndjson', texts.join('\n'));
    const { code, json } = await importFile(path, '--json');
    expect([code, json.rejected, json.rejects_file]).toEqual([1, 3, `${path}.rejected.ndjson`]);
    const rejects = await readFile(json.rejects_file, 'utf8');
    expect(
      rejects
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        ...account('N-2'),
        balance: 1.1,
        line: 2,
        code: 'unknown_field',
        detail: 'balance: The interface has no such field.',
      },
      { raw: texts[2], line: 3, code: 'parse_error', detail: expect.stringContaining('not JSON') },
      { raw: texts[3], line: 4, code: 'invalid', detail: expect.any(String) },
    ]);
    const unfixed = await importFile(json.rejects_file, '--json');
    expect([counts(unfixed), unfixed.json.rejects_file]).toEqual([
      [0, 0, 0, 3],
      `${json.rejects_file}.rejected.ndjson`,
    ]);
    expect(await readFile(json.rejects_file, 'utf8')).toBe(rejects);
    expect((await readFile(unfixed.json.rejects_file, 'utf8')).split('\n')[1]).toContain(JSON.stringify(texts[2]));
    await writeFile(path, rejects.replace(',"balance":1.1', ''));
    expect(counts(await importFile(path, '--json'))).toEqual([1, 0, 0, 2]);
  });

  it('of CSV keep their columns and bring all rows of their account, in the order of the file', async () => {
    const rows = [
      'external_account_number,ledger_number,status,ledger_code,open_from',
      'V-1,L-1,IMPORTED,GAS,',
      '"V, 2",L-1,IMPORTED,GAS,',
      '"V, 2",L-2,IMPORTED,GAS,2026-02-30',
      'V-3,L-1,IMPORTED,"GAS,',
      'V-3,L-2,IMPORTED,GAS,',
    ];
    const path = await write('csv', rows.join('\n'));
    const { json } = await importFile(path, '--json');
    expect([counts({ json }), json.rejects_file]).toEqual([[1, 0, 0, 4], `${path}.rejected.csv`]);
    const rejects = await readFile(json.rejects_file, 'utf8');
    expect(rejects.split('\n')).toEqual([
      `${rows[0]},line,code,detail`,
      `${rows[2]},3,account_failed_validation,The account is not imported because its row on line 4 is rejected.`,
      `${rows[3]},4,invalid,open_from: Must be a calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31.`,
      '"V-3,L-1,IMPORTED,""GAS,",,,,,5,parse_error,A quoted field is not closed.',
      `${rows[5]},6,account_failed_validation,The account is not imported because its row on line 5 is rejected.`,
      '',
    ]);
    const unfixed = await importFile(json.rejects_file, '--json');
    expect([counts(unfixed), await readFile(json.rejects_file, 'utf8')]).toEqual([[0, 0, 0, 4], rejects]);
    const fixed = rejects
      .replace('2026-02-30', '2026-02-28')
      .replace('"V-3,L-1,IMPORTED,""GAS,",,,,', 'V-3,L-1,IMPORTED,GAS,');
    await writeFile(json.rejects_file, fixed);
    expect(counts(await importFile(json.rejects_file, '--json'))).toEqual([2, 0, 0, 0]);
    expect(await ledgersOf('V-3')).toEqual([
      ['L-1', 'GAS', true, null],
      ['L-2', 'GAS', false, null],
    ]);
  });

  it('of a stored account are all rows of that account', async () => {
    await anAccountInUse('W-1');
    const rows = ['W-1,IMPORTED,L-1,GAS,,2026-11-01,2026-11-30,', 'W-1,IMPORTED,L-2,GAS,true,,,'];
    const { json } = await importFile(await write('csv', [HEADER, ...rows].join('\n')), '--json');
    expect((await readFile(json.rejects_file, 'utf8')).split('\n').slice(1)).toEqual([
      `${rows[0]},2,account_failed_validation,The account is not imported because its row on line 3 is rejected.`,
      `${rows[1]},3,main_ledger_in_use,"The ledger L-1 has transactions, so no other ledger can become the main ledger."`,
      '',
    ]);
  });

  it('are told by reason with the first three, and a file of an earlier run is kept', async () => {
    const path = await write(
      'csv',
      [HEADER, ...[1, 2, 3, 4].map((n) => `X-${n},NEW,L,GAS,,,,`), 'X-5,STAGED'].join('\n'),
    );
    const { code, out } = await importFile(path);
    expect(code).toBe(1);
    expect(out).toBe(`Accounts: 0 created, 0 updated, 0 unchanged. Rows rejected: 5.

rows  code
   4  invalid_choice
   1  parse_error

The first 3:
line  code            detail
   2  invalid_choice  status: Must be one of STAGED, IMPORTED.
   3  invalid_choice  status: Must be one of STAGED, IMPORTED.
   4  invalid_choice  status: Must be one of STAGED, IMPORTED.

Correct the rows in ${path}.rejected.csv and import that file. Its columns line, code and detail are ignored.
`);
    await writeFile(path, `${HEADER}\nX-1,STAGED,L,GAS,,,,\n`);
    expect((await importFile(path)).out).toBe('Accounts: 1 created, 0 updated, 0 unchanged. Rows rejected: 0.\n');
    expect(existsSync(`${path}.rejected.csv`)).toBe(true);
  });
});

describe('a dry run', () => {
  it('gives the same counts and rejects, says so, and stores nothing', async () => {
    await importRows(account('D-1'), account('D-2'));
    const rows = [
      account('D-1'),
      account('D-2', { ledgers: [ledger('L-1', { open_statement: NOVEMBER }), ledger('L-2')] }),
      account('D-3'),
      account('D-1', { status: 'STAGED' }),
      account('D-2', { status: 'x' }),
    ];
    const path = await write('ndjson', ndjson(rows));
    const before = await stored();
    const dry = await importFile(path, '--dry-run', '--json');
    const rejects = await readFile(dry.json.rejects_file, 'utf8');
    expect([dry.code, counts(dry), dry.json.dry_run]).toEqual([1, [1, 1, 1, 2], true]);
    expect((await importFile(path, '--dry-run')).out).toContain('Dry run: nothing was stored.');
    expect(await stored()).toEqual(before);
    const real = await importFile(path, '--json');
    expect([counts(real), await readFile(real.json.rejects_file, 'utf8')]).toEqual([[1, 1, 1, 2], rejects]);
  });
});
