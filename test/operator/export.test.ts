import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from '@carryover/settings/file-lock';
import { parquetReadObjects } from 'hyparquet';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { aFile, aFolder, ndjson } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import type { TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { billingDocument, CARD, history, payment, statement, supplyCharge } from '../support/bodies.ts';
import { settled } from '../support/settled.ts';
import { idOf, makeUndoableAccounts, outcomeOf } from './an-undoable-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const empty = await theService({ VENDOR_SANDBOX: 'on' });
const { operator, send, account, undo } = makeUndoableAccounts(service);
const supplier = service.demo.import_supplier;

/** False on a cluster. */
const HAS_ONE_ORDER = inject('postgresTemplate') !== null;

const FILES = ['accounts', 'notes', 'transactions', 'statements', 'billing-documents', 'payment-instructions'];
const exportTo = (out: string, ...args: ReadonlyArray<string>) =>
  operator('export', '--supplier', supplier, '--out', out, '--json', ...args);
const numberOf = (of: TestAccount) => of.external_account_number;
const read = (out: string, format: string): ReadonlyArray<string> =>
  FILES.map((name) => readFileSync(join(out, `${name}.${format}`), 'utf8'));

const HOSTILE = ['=1+1', '\'quoted\' "twice"', 'a\r\nb\nc\\n\\', '\t', 'ü 😀 \u2028', '\\.', ',;', '\u0001\u0002'];

/** Fills an account with every kind of item. */
const fill = async (of: TestAccount): Promise<void> => {
  const texts = HOSTILE.map((note, at) => payment(`T-${at}`, { note, display_note: note, reference: `R${note}R` }));
  const moved = payment('T-moved', { transaction_date: '2018-01-01', note: 'as sent' });
  idOf(await send(of, { transactions: [...texts, moved, supplyCharge('T-supply')] }));
  const paths = { document_paths: [{ document_path: 'b/ü.pdf' }, { document_path: 'a/1.pdf' }] };
  const notes = HOSTILE.filter((body) => body.trim() !== '').map((body) => ({ body }));
  idOf(await send(of, { notes: [...notes, { ...paths, created_at: '2019-10-01T08:30:00Z', is_pinned: true }] }));
  idOf(await send(of, { statements: [statement('S-1', { statement_path: 'c.pdf' }), statement('S-0')] }));
  const documents = ['D-2', 'D-1'].map((id) =>
    billingDocument(id, { transactions: [supplyCharge(`${id}-H`), payment(`${id}-G`)] }),
  );
  const additional = [payment('H-1', { transaction_date: '2018-03-05' })];
  idOf(
    await send(
      of,
      history({ historical_billing_documents: documents, additional_historical_transactions: additional }),
    ),
  );
  idOf(await send(of, CARD));
};

it('is the same to the byte after it was loaded into an empty installation, and CSV says the same (decisions 18)', async () => {
  const rows = [
    'E-2,IMPORTED,L-B,GAS,false,,,',
    'E-2,IMPORTED,L-A,POWER,true,2019-10-01,,',
    'E-3,STAGED,L-1,GAS,true,,,',
  ];
  const header =
    'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';
  const file = aFile('accounts.csv', [header, ...rows, ''].join('\n'));
  expect((await operator('account', 'import', '--supplier', supplier, '--file', file)).code).toBe(0);
  const two = { import_supplier: supplier, external_account_number: 'E-2' };
  idOf(await send(two, { transactions: [payment('T-1')] }));
  const onOther = { ledger_code: 'GAS', ledger_number: 'L-B', historical_billing_documents: [] };
  idOf(await send(two, history({ ...onOther, additional_historical_transactions: [payment('H-1')] })));
  const [full, undone] = [await account(), await account()];
  await fill(full);
  const id = idOf(await send(undone, { transactions: [payment('T-1')] }));
  await undo('--id', id);
  const out = aFolder();
  await settled(service);
  const exported = await exportTo(join(out, 'first'));
  expect(exported).toMatchObject({ code: 0, err: '' });
  const manifest = JSON.parse(readFileSync(join(out, 'first', 'manifest.json'), 'utf8'));
  expect(Object.keys(manifest)).toEqual([
    ...['supplier', 'organisation', 'taken_at', 'cursor', 'after', 'values', 'files', 'totals'],
  ]);
  expect(readdirSync(join(out, 'first')).toSorted()).toEqual(
    [...FILES.map((name) => `${name}.ndjson`), 'manifest.json'].toSorted(),
  );
  expect(manifest.totals).toEqual([
    { type: 'PAYMENT', count: 14, sum: '994.00' },
    { type: 'SUPPLY_CHARGE', count: 3, sum: '37.80' },
    { type: 'NOTE', count: 8, sum: null },
    { type: 'STATEMENT', count: 2, sum: '200.00' },
    { type: 'BILLING_DOCUMENT', count: 2, sum: null },
    { type: 'PAYMENT_INSTRUCTION', count: 1, sum: null },
  ]);

  const other = anOperator(empty.operatorEnvironment);
  const accounts = join(out, 'first', 'accounts.ndjson');
  expect((await other('account', 'import', '--supplier', supplier, '--file', accounts)).code).toBe(0);
  const loader = aLoader(empty);
  expect(await loader.load(join(out, 'first'))).toMatchObject({ code: 0, agree: true, moved: 1 });
  await settled(empty);
  expect((await other('export', '--supplier', supplier, '--out', join(out, 'second'))).code).toBe(0);
  expect(read(join(out, 'second'), 'ndjson')).toEqual(read(join(out, 'first'), 'ndjson'));

  expect((await exportTo(join(out, 'csv'), '--format', 'csv')).code).toBe(0);
  const accountsCsv = join(out, 'csv', 'accounts.csv');
  expect((await other('account', 'import', '--supplier', supplier, '--file', accountsCsv)).code).toBe(0);
  expect(await loader.load(join(out, 'csv'))).toMatchObject({ code: 0, agree: true, conflicts: 0 });
  await settled(empty);
  expect((await other('export', '--supplier', supplier, '--out', join(out, 'third'))).code).toBe(0);
  expect(read(join(out, 'third'), 'ndjson')).toEqual(read(join(out, 'first'), 'ndjson'));
});

it('has amounts as decimals in Parquet, and moved transactions as they are stored if asked for', async () => {
  const of = await account();
  const amounts = ['9999999999.99', '-9999999999.99', '0.07'];
  idOf(
    await send(of, {
      transactions: amounts.map((amount, at) =>
        payment(`T-${at}`, { amount, type: 'CREDIT', transaction_date: '2018-01-01' }),
      ),
    }),
  );
  const out = aFolder();
  const args = ['--account', numberOf(of), '--format', 'parquet', '--values', 'stored'];
  await settled(service);
  expect((await exportTo(out, ...args)).code).toBe(0);
  const { buffer } = new Uint8Array(readFileSync(join(out, 'transactions.parquet')));
  const rows = await parquetReadObjects({ file: buffer });
  expect(rows.map(({ amount }) => (amount as number).toFixed(2))).toEqual(amounts);
  expect(rows[0]).toMatchObject({
    external_account_number: numberOf(of),
    transaction_date: new Date('2019-10-01'),
    note: expect.stringContaining('changed from 2018-01-01'),
  });
});

it('has what came since a cursor, and says what was removed', async () => {
  const of = await account();
  const first = idOf(await send(of, { transactions: [payment('T-1')] }));
  const out = aFolder();
  await settled(service);
  const { json: before } = await exportTo(join(out, 'all'), '--account', numberOf(of));
  const since = (name: string) => exportTo(join(out, name), '--after', before.cursor, '--account', numberOf(of));
  const nothing = await since('nothing');
  expect(nothing.json).toMatchObject({ after: before.cursor, removed_since: { undone: 0, erased: 0 } });
  expect(read(join(out, 'nothing'), 'ndjson')).toEqual(['', '', '', '', '', '']);
  idOf(await send(of, { transactions: [payment('T-2')] }));
  await undo('--id', first);
  const open = { from: '2019-10-01', to: '2019-10-31' };
  const ledgers = [{ ledger_number: 'L-1', ledger_code: 'ELECTRICITY', open_statement: open }];
  const added = { ledger_number: 'L-2', ledger_code: 'GAS' };
  const row = { external_account_number: numberOf(of), status: 'IMPORTED', ledgers: [...ledgers, added] };
  const file = aFile('accounts.ndjson', `${JSON.stringify(row)}\n`);
  expect((await operator('account', 'import', '--supplier', supplier, '--file', file)).code).toBe(0);
  await settled(service);
  expect((await since('more')).json).toMatchObject({ removed_since: { undone: 1, erased: 0 } });
  expect(ndjson(join(out, 'more', 'accounts.ndjson'))).toEqual([
    expect.objectContaining({
      external_account_number: numberOf(of),
      ledgers: [expect.anything(), expect.objectContaining(added)],
    }),
  ]);
  expect(ndjson(join(out, 'more', 'transactions.ndjson')).map((row) => row.transaction_id)).toEqual(['T-2']);
  expect(await aLoader(service).load(join(out, 'more'))).toMatchObject({ code: 0, already_existed: 1 });
  expect(outcomeOf(await exportTo(join(out, 'none'), '--after', 'x'))).toEqual([2, 'invalid_cursor']);
  expect(readdirSync(join(out, 'none'))).toEqual([]);
});

it('ends at its cursor: what may still be followed by something earlier is left out, and comes behind it', async () => {
  const of = await account();
  const out = aFolder();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('begin; select pg_current_xact_id()');
  try {
    idOf(await send(of, { transactions: [payment('T-1')] }));
    const exported = await exportTo(join(out, 'before'));
    // A cluster waits for what is open, and then says so.
    if (!HAS_ONE_ORDER) return expect(outcomeOf(exported)).toEqual([1, 'export_held_back']);
    expect(exported.code).toBe(0);
  } finally {
    await client.end();
  }
  const before = JSON.parse(readFileSync(join(out, 'before', 'manifest.json'), 'utf8'));
  await settled(service);
  const after = await exportTo(join(out, 'after'), '--after', before.cursor);
  const has = (name: string) => readFileSync(join(out, name, 'transactions.ndjson'), 'utf8').includes(numberOf(of));
  expect([has('before'), has('after'), after.json.after]).toEqual([false, true, before.cursor]);
});

it('goes on after an interruption with what was there at its cursor, and is never whole before', async () => {
  const of = await account();
  await fill(of);
  const out = aFolder();
  const args = ['--account', numberOf(of)];
  await settled(service);
  await exportTo(join(out, 'whole'), ...args);

  const command = `ulimit -f 2; exec node apps/operator/bin/carryover-operator.mjs export "$@"`;
  const limited = await new Promise<{ readonly code: unknown; readonly stderr: string }>((resolve) =>
    execFile(
      'bash',
      ['-c', command, 'bash', '--supplier', supplier, '--out', join(out, 'cut'), ...args],
      { env: { ...process.env, ...service.operatorEnvironment } },
      (error, _, stderr) => resolve({ code: error?.code ?? 0, stderr }),
    ),
  );
  expect(limited).toMatchObject({ code: 1, stderr: expect.stringContaining('transactions.ndjson.part: EFBIG') });
  expect(readdirSync(join(out, 'cut')).toSorted()).toEqual([
    'accounts.ndjson',
    'notes.ndjson',
    'unfinished.json',
    'unfinished.lock',
  ]);
  idOf(await send(of, { transactions: [payment('T-later')] }));

  // As if killed before it was recorded.
  writeFileSync(join(out, 'cut', 'unfinished.lock-journal'), Buffer.alloc(512));
  writeFileSync(join(out, 'cut', 'transactions.ndjson'), 'x');
  expect(outcomeOf(await exportTo(join(out, 'cut'), ...args))).toEqual([2, 'file_refused']);
  expect(outcomeOf(await exportTo(join(out, 'cut'), '--resume'))).toEqual([2, 'file_refused']);
  expect(await exportTo(join(out, 'cut'), ...args, '--resume')).toMatchObject({ code: 0, json: { kept_files: 2 } });
  expect(read(join(out, 'cut'), 'ndjson')).toEqual(read(join(out, 'whole'), 'ndjson'));
  const again = await exportTo(join(out, 'cut'), ...args, '--resume');
  expect(again).toMatchObject({ code: 0, json: { kept_files: 6 } });
  expect(readdirSync(join(out, 'cut')).filter((name) => name.startsWith('unfinished'))).toEqual([]);
  expect(statSync(join(out, 'cut', 'notes.ndjson')).mode & 0o777).toBe(0o600);
});

it('is not written to a folder with other files, or to one that cannot be made', async () => {
  const out = aFolder();
  writeFileSync(join(out, 'mine.txt'), '');
  const unlock = tryLock(join(out, 'unfinished.lock'), 'exclusive');
  expect((await exportTo(out)).err).toContain('Another process exports to it.');
  unlock?.();
  expect(outcomeOf(await exportTo(out))).toEqual([2, 'file_refused']);
  for (const no of [join(out, 'mine.txt'), '/proc/nope', '/proc/nope/a'])
    expect(outcomeOf(await exportTo(no))).toEqual([2, 'file_refused']);
  expect(readdirSync(out)).toEqual(['mine.txt']);
});
