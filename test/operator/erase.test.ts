import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { toNewFile } from '@carryover/operations/export-account';
import * as E from 'fp-ts/lib/Either.js';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { aFile, aFolder } from '../support/a-file.ts';
import { WAITING, whileLocked } from '../support/a-lock.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { billingDocument, CARD, history, payment, statement, supplyCharge } from '../support/bodies.ts';
import { readNotes } from '../support/read-notes.ts';
import { runSql } from '../support/run-sql.ts';
import { onNodes } from '../support/settled.ts';
import { idOf, makeUndoableAccounts, outcomeOf } from './an-undoable-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on', SEAL_INTERVAL_SECONDS: '1' });
const console = await theConsole(service.operatorEnvironment);
const { operator, undo, send } = makeUndoableAccounts(service);
const supplier = service.demo.import_supplier;

const SECRET = 'Xyzzy';
const secret = (what: string) => `${SECRET} ${what}`;
const name = (what: string) => `${SECRET}-${what}`;
let made = 0;
const aPerson = () => {
  made += 1;
  return anAccount(service, { number: name(`E-${made}`), openFrom: '2019-10-01', openTo: '2019-10-31' });
};
const refOf = (account: TestAccount) => ['--supplier', supplier, '--account', account.external_account_number];
const erase = (account: TestAccount, ...args: ReadonlyArray<string>) =>
  operator('account', 'erase', ...refOf(account), '--reason', 'Ticket 7', '--yes', '--json', ...args);

/** Registers control totals of an account. */
const register = (account: TestAccount, set: string, totals: ReadonlyArray<object>) => {
  const { import_supplier, external_account_number } = account;
  const rows = totals.map((total) => ({ external_account_number, ...total }));
  const path = '/v1/data-import/control-totals/register/';
  return service.post(path, { import_supplier, set, totals: rows, complete: false });
};

/** Sends something to every place in which something of an account is stored. @returns an import that is not undone. */
const fill = async (account: TestAccount): Promise<string> => {
  const paths = { document_paths: [{ document_path: name('scan.pdf') }] };
  const transactions = [
    payment(name('T-1'), { reference: secret('reference'), note: secret('note'), display_note: secret('display') }),
    payment(name('T-2'), { transaction_date: '2018-01-01', note: secret('moved') }),
    supplyCharge(name('T-3'), { product_code: name('product') }),
  ];
  const id = idOf(await send(account, { transactions }));
  idOf(await send(account, { transactions: [payment(name('T-1'), { reference: secret('conflict') })] }));
  const notes = [{ body: secret('body'), created_at: '2019-10-01T08:30:00Z', is_pinned: true, ...paths }];
  const noted = idOf(await send(account, { notes }));
  idOf(await send(account, { notes: [{ ...notes[0], is_pinned: false }] }));
  expect((await undo('--id', noted, '--even-if-answered', '--reason', secret('undo'))).code).toBe(0);
  idOf(await send(account, { notes: [{ ...notes[0], body: `${secret('long')} ${'a'.repeat(2_000)}` }] }));
  idOf(
    await send(account, {
      statements: [statement(name('S-1'), { statement_path: name('bill.pdf'), number: name('N-1') })],
    }),
  );
  const document = billingDocument(name('D-1'), { transactions: [payment(name('H-1'), { note: secret('history') })] });
  idOf(await send(account, history({ historical_billing_documents: [document] })));
  idOf(await send(account, CARD));
  for (const kind of ['create', 'validate'])
    await service.post(`/v1/data-import/transactions/${kind}/`, {
      ...account,
      transactions: [payment(name('T-9'), { amount: secret('amount') })],
    });
  await service.post('/v1/data-import/notes/create/', { ...account, import_supplier: 'UNKNOWN', notes: [] });
  const total = { ledger_number: 'L-1', type: 'PAYMENT', count: 3, sum: '213.00' };
  expect((await register(account, 'set', [total])).status).toBe(201);
  const ledger = ['--ledger', 'L-1', '--reason', secret('reason')];
  await operator('ledger', 'open-period', ...refOf(account), ...ledger, '--from', '2019-10-01', '--to', '2019-11-30');
  return id;
};

/** Returns the texts of a value of the database: of bytes also what they are as text, and decompressed. */
const textsOf = (value: unknown): ReadonlyArray<string> => {
  if (!Buffer.isBuffer(value)) return [value instanceof Date ? value.toISOString() : JSON.stringify(value ?? '')];
  const texts = [value.toString('latin1'), value.toString('hex')];
  try {
    return [...texts, zstdDecompressSync(value).toString()];
  } catch {
    return texts;
  }
};

/** Returns where a text is stored: each table and column of the database, and each file of the data directory. */
const placesOf = async (text: string): Promise<ReadonlyArray<string>> => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const found: string[] = [];
  const tables = await client.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  // Words of notes have small letters.
  for (const table of tables.rows)
    for (const row of (await client.query(`select * from ${table.name}`)).rows)
      for (const [column, value] of Object.entries(row))
        if (textsOf(value).some((one) => one.toLowerCase().includes(text.toLowerCase())))
          found.push(`${table.name}.${column}`);
  await client.end();
  for (const entry of await readdir(service.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (path.includes(text)) found.push(path);
    if (entry.isFile() && (await readFile(path, 'latin1')).includes(text)) found.push(path);
  }
  return [...new Set(found)].toSorted();
};

const totalsOf = (account: TestAccount, sum: string, count: number, statements = '100.00') =>
  [
    'external_account_number,ledger_number,type,count,sum',
    `${account.external_account_number},L-1,PAYMENT,${count},${sum}`,
    `${account.external_account_number},L-1,SUPPLY_CHARGE,1,12.60`,
    `${account.external_account_number},L-1,BILLING_DOCUMENT,1,`,
    `${account.external_account_number},,STATEMENT,1,${statements}`,
    `${account.external_account_number},,NOTE,1,`,
    '',
  ].join('\n');

const allSealed = () =>
  expect.poll(async () => (await operator('seal', 'verify', '--json')).json.unsealed, { interval: 200 }).toBe(0);

/** Runs a reconciliation in the console, which keeps its report. */
const reconcileInConsole = async (file: string): Promise<void> => {
  const person = await console.as('operator');
  const form = new FormData();
  form.set('file', new Blob([await readFile(file)]), 'totals.csv');
  const [owner] = await service.sql<{ name: string }>('select name from organisation');
  const of = new URLSearchParams({ organisation: owner!.name, supplier });
  const started = await fetch(`${console.baseUrl}/reconciliation?${of}`, {
    method: 'POST',
    body: form,
    headers: { cookie: person.cookie },
    redirect: 'manual',
  });
  await expect.poll(async () => (await person.get(started.headers.get('location')!)).text).toMatch(/Agrees|Differs/);
};

/** A cluster has no words: a search compares the notes themselves. */
const HAS_WORDS = inject('postgresTemplate') !== null;

const wordsOf = ({ external_account_number }: TestAccount) =>
  service.sql(
    `select words::text from note_words w join account a on a.id = w.account_id where a.external_account_number = $1`,
    [external_account_number],
  );

const untilNotesAreFound = (account: TestAccount) =>
  readNotes(service.databaseUrl, async () => (await wordsOf(account)).length > 0);

it('an undo removes the words by which its notes are found', async () => {
  const account = await anAccount(service, { number: 'METER' });
  const id = idOf(await send(account, { notes: [{ body: 'Meter 7 is broken' }] }));
  await untilNotesAreFound(account);
  const words = [{ words: "'7' 'broken' 'is' 'meter'" }];
  expect(await wordsOf(account)).toEqual(HAS_WORDS ? words : []);
  expect((await undo('--id', id, '--even-if-answered')).code).toBe(0);
  expect(await wordsOf(account)).toEqual([]);
});

describe('an erased account (decisions 18)', () => {
  it('leaves no text of it anywhere, and its counts and sums agree', async () => {
    const account = await aPerson();
    const id = await fill(account);
    const file = await aFile('totals.csv', totalsOf(account, '213.00', 3));
    const reconcile = () => operator('reconcile', '--supplier', supplier, '--expected', file, '--json');
    const before = (await reconcile()).json;
    expect(before.verdict).toBe('agree');
    await reconcileInConsole(file);
    await allSealed();
    await untilNotesAreFound(account);
    const places = await placesOf(SECRET);
    if (HAS_WORDS) expect(places).toContain('public.note_words.words');
    expect(places.length).toBeGreaterThan(20);
    expect(places).toContainEqual(expect.stringMatching(/console.reconciliations.*report\.json$/));

    const show = async () => (await operator('supplier', 'show', '--supplier', supplier, '--exact', '--json')).json;
    const progress = await show();

    const dry = await erase(account, '--dry-run');
    expect([dry.code, dry.json.dry_run, dry.json.erased_at]).toEqual([0, true, null]);
    expect((await reconcile()).json.erased).toEqual({ accounts: 0, items: 0 });
    const done = await erase(account);
    expect([done.code, done.json.removed]).toEqual([0, dry.json.removed]);
    expect(done.json.removed.totals).toContainEqual({ ledger_number: 'L-1', type: 'PAYMENT', count: 3, sum: '213.00' });
    expect(done.json.removed.totals).toContainEqual({ ledger_number: '', type: 'STATEMENT', count: 1, sum: '100.00' });
    expect(await placesOf(SECRET)).toEqual([]);
    expect(await show()).toEqual(progress);

    await allSealed();
    expect((await operator('seal', 'verify', '--json')).json).toMatchObject({ finding_count: 0 });
    const after = (await reconcile()).json;
    expect([after.verdict, after.agreeing, after.counts.notes]).toEqual([
      'agree',
      before.agreeing,
      before.counts.notes,
    ]);
    expect(after.erased).toEqual({ accounts: 1, items: 9 });
    expect(JSON.stringify({ ...after, control_file: null })).not.toContain(SECRET);

    const wrong = await aFile('wrong.csv', totalsOf(account, '213.01', 3));
    const differing = await operator('reconcile', '--supplier', supplier, '--expected', wrong, '--json');
    expect([differing.json.verdict, differing.json.differences.length]).toEqual(['differ', 1]);
    const billed = await aFile('billed.csv', totalsOf(account, '213.00', 3, '100.01'));
    expect((await operator('reconcile', '--supplier', supplier, '--expected', billed, '--json')).json).toMatchObject({
      verdict: 'differ',
      differences: [{ type: 'STATEMENT', expected: { sum: '100.01' }, actual: { sum: '100.00' }, cause: 'amount' }],
    });
    const { import_supplier, external_account_number } = account;
    const total = { external_account_number, ledger_number: 'L-1', type: 'PAYMENT', count: 3, sum: '213.00' };
    const statements = { external_account_number, type: 'STATEMENT', count: 1, sum: '100.00' };
    const compared = await service.post('/v1/data-import/control-totals/compare/', {
      import_supplier,
      totals: [total, statements],
    });
    expect(compared.json).toMatchObject({ agree: true });

    for (const set of ['set', 'another set']) expect((await register(account, set, [total])).status).toBe(201);
    expect(await placesOf(SECRET)).toEqual([]);
    expect(outcomeOf(await undo('--id', id))).toEqual([1, 'account_erased']);
    const shown = (await operator('account', 'show', ...refOf(account), '--json')).json;
    expect(shown).toMatchObject({
      erased_at: done.json.erased_at,
      notes: [],
      ledgers: [{ transactions: [], totals: [{ type: 'PAYMENT', count: 3, sum: '213.00' }, { count: 1 }] }],
      erased: { notes: { count: 1 }, statements: { count: 1 } },
    });
    expect(JSON.stringify(shown.imports)).toContain(id);
    const listed = await operator(
      'imports',
      'list',
      '--supplier',
      supplier,
      '--account',
      external_account_number,
      '--json',
    );
    expect(JSON.stringify(listed.json)).toContain(id);
    const page = await (await console.as('support')).get(`/accounts/${shown.service_account_number}`);
    expect([page.status, page.text.includes('was removed for good')]).toEqual([200, true]);
    const again = await erase(account);
    expect([again.code, again.json]).toMatchObject([0, { already_erased: true, erased_at: done.json.erased_at }]);
  });

  it('is refused by every endpoint, and by an accounts file, and is not stored again', async () => {
    const account = await aPerson();
    await erase(account);
    const bodies = { 'notes/create': { notes: [] }, 'historical-statements/create': { statements: [] } };
    for (const [path, body] of Object.entries({
      ...bodies,
      'payment-instruction/create': CARD,
      'accounts/summary': {},
    }))
      expect([path, await service.post(`/v1/data-import/${path}/`, { ...account, ...body })]).toMatchObject([
        path,
        {
          status: 400,
          json: {
            code: 'account_failed_validation',
            errors: [{ code: 'account_erased', attr: 'external_account_number' }],
          },
        },
      ]);
    expect((await send(account, history())).json.errors[0].code).toBe('account_erased');
    const refused = await send(account, { transactions: [payment(name('T-1'))] });
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { status: 'TRANSACTION_IMPORT_ERROR', error_detail: expect.stringMatching(/^account_erased: /) },
    ]);
    const dryRun = await service.post('/v1/data-import/notes/validate/', { ...account, notes: [{ body: SECRET }] });
    expect(dryRun).toMatchObject({ status: 200, json: { valid: false, errors: [{ code: 'account_erased' }] } });
    const failures = await operator('imports', 'failures', ...refOf(account), '--json');
    expect(failures.json).toMatchObject([{ code: 'account_erased', count: 5 }]);
    await send(account, { transactions: [payment(name('T-1'), { [SECRET]: SECRET, amount: SECRET })] });

    const ledgers = [{ ledger_number: 'L-1', ledger_code: 'ELECTRICITY' }];
    const { external_account_number } = account;
    const file = await aFile(
      'accounts.ndjson',
      `${JSON.stringify({ external_account_number, status: 'IMPORTED', ledgers })}\n`,
    );
    const imported = await operator('account', 'import', '--supplier', supplier, '--file', file, '--json');
    expect([imported.code, imported.json.rejected]).toEqual([1, 1]);
    expect(await readFile(imported.json.rejects_file, 'utf8')).toContain('account_erased');
    expect(outcomeOf(await operator('account', 'promote', ...refOf(account), '--json'))).toEqual([1, 'account_erased']);
    expect(await placesOf(external_account_number)).toEqual([]);
    expect(await placesOf(SECRET)).toEqual([]);
  });

  it('may be one of a file, which can be given again', async () => {
    const accounts = [await aPerson(), await aPerson()];
    await fill(accounts[1]!);
    const lines = [...accounts.map((one) => one.external_account_number), 'E-unknown'].map((number) =>
      JSON.stringify({ external_account_number: number }),
    );
    const file = await aFile('erase.ndjson', `${lines.join('\n')}\n`);
    const eraseAll = () =>
      operator('account', 'erase', '--supplier', supplier, '--file', file, '--reason', 'Ticket 8', '--yes', '--json');
    expect((await eraseAll()).json).toMatchObject({ erased: 2, already_erased: 0, rejected: 1 });
    expect(await eraseAll()).toMatchObject({ code: 1, json: { erased: 0, already_erased: 2, rejects: [{ line: 3 }] } });
    expect(await placesOf(SECRET)).toEqual([]);
  });

  it('takes an import that runs at the same moment, or refuses it', async () => {
    const account = await aPerson();
    const key = (
      await service.sql<{ id: string }>('select id::text from account where external_account_number = $1', [
        account.external_account_number,
      ])
    )[0]!.id;
    const lock = `select from account where id = ${key} for update`;
    const sent = await whileLocked(
      service.databaseUrl,
      (sql) => sql(lock),
      () =>
        Promise.all([
          send(account, { notes: [{ body: secret('at the same time') }] }),
          send(account, { notes: [{ body: secret('wrong'), [SECRET]: SECRET }] }),
          erase(account),
        ]),
    );
    expect(sent[2].code).toBe(0);
    expect([201, 400]).toContain(sent[0].status);
    expect(await placesOf(SECRET)).toEqual([]);
  });

  it('is not named by a command that waited for its erasure', async () => {
    const account = await aPerson();
    const [{ id } = { id: '' }] = await service.sql<{ id: string }>(
      'select id::text from account where external_account_number = $1',
      [account.external_account_number],
    );
    const waiting = async () => {
      const nodes = onNodes(service.databaseUrl).map((node) => runSql(node, WAITING));
      return (await Promise.all(nodes)).flat().length;
    };
    const commands: ReturnType<typeof operator>[] = [];
    const erased = await whileLocked(
      service.databaseUrl,
      (sql) => sql(`select from account where id = ${id} for update`),
      () => erase(account),
      async () => {
        commands.push(operator('ledger', 'finalize', ...refOf(account), '--ledger', 'L-1', '--json'));
        await expect.poll(waiting).toBeGreaterThan(1);
      },
    );
    expect([erased.code, outcomeOf(await commands[0]!)]).toEqual([0, [1, 'ledger_not_found']]);
    expect(await placesOf(SECRET)).toEqual([]);
  });

  it('is confirmed at a terminal', async () => {
    const account = await aPerson();
    const asked = (answer: string) =>
      anOperator(
        service.operatorEnvironment,
        async () => answer,
      )(...['account', 'erase', ...refOf(account), '--reason', 'Ticket 9', '--json']);
    expect(outcomeOf(await asked('n'))).toEqual([1, 'not_confirmed']);
    expect((await asked('y')).json).toMatchObject({ already_erased: false });
  });
});

describe('the export of an account (decisions 18)', () => {
  it('has every row of every table, readable, in a private file that is never overwritten', async () => {
    const account = await aPerson();
    await fill(account);
    const out = join(aFolder(), 'export.json');
    const exported = await operator('account', 'export', ...refOf(account), '--out', out, '--json');
    expect([exported.code, exported.err]).toEqual([0, '']);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const again = await operator('account', 'export', ...refOf(account), '--out', out, '--json');
    expect(outcomeOf(again)).toEqual([1, 'file_failure']);
    const data = JSON.parse(await readFile(out, 'utf8'));
    expect(data.external_account_number).toBe(account.external_account_number);

    const [row] = await service.sql<{ id: string }>('select id::text from account where external_account_number = $1', [
      account.external_account_number,
    ]);
    const ofKey = await service.sql<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'account_id'
         -- Has the words of notes.
         and table_name <> 'note_words'`,
    );
    for (const { name: table } of ofKey) {
      const rows = await service.sql(`select 1 from ${table} where account_id = $1`, [row!.id]);
      expect([table, data[table].length]).toEqual([table, rows.length]);
    }
    const ofNumber = await service.sql<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'external_account_number'`,
    );
    for (const { name: table } of ofNumber) expect([table, data[table].length > 0]).toEqual([table, true]);
    expect(data.accepted_import[0].payload.transactions[0].note).toBe(secret('note'));
    expect(data.note[0].body).toContain(SECRET);
    await erase(account);
  });

  it('has its name once it is complete', async () => {
    const folder = aFolder();
    const out = join(folder, 'export.json');
    const names: string[] = [];
    async function* text() {
      yield '{';
      names.push(...(await readdir(folder)));
      yield '}';
    }
    expect(await toNewFile(out)(text())).toEqual(E.right(undefined));
    expect(names).not.toContain('export.json');
    expect([await readdir(folder), await readFile(out, 'utf8')]).toEqual([['export.json'], '{}']);
  });
});
