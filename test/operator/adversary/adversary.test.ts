import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evidenceSigner } from '@carryover/adapters-crypto/evidence-keys';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { makePostgresSealLog } from '@carryover/adapters-persistence/seals/seal-log';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { makeSealRecords } from '@carryover/application/evidence/seal-records';
import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { theFolder } from '../../support/a-file.ts';
import { aName } from '../../support/a-random.ts';
import { theService } from '../../support/a-service.ts';
import type { TestAccount } from '../../support/an-account.ts';
import { anOperator, type Ran } from '../../support/an-operator.ts';
import { payment } from '../../support/bodies.ts';
import { rewindable } from './a-rewound-database.ts';
import { type Finding, makeAccusations } from './accusations.ts';
import { makeImportedAccounts } from './an-imported-account.ts';
import { type ChangedRow, changedRows, readImportItems } from './changed-rows.ts';
import { RECORD_CHANGES, type RecordChange, SEAL_CHANGES } from './record-changes.ts';
import { STORAGE_CHANGES } from './storage-changes.ts';

const RUNS = Number(process.env.STORAGE_RUNS ?? 3);
const SEED = Number(process.env.STORAGE_SEED ?? 1);

const folder = theFolder();
const key = join(folder, 'key');
await anOperator({})('evidence', 'key', 'create', '--out', key);
const service = await theService({ VENDOR_SANDBOX: 'on', SEAL_INTERVAL_SECONDS: '86400' });
const operator = anOperator(service.operatorEnvironment);
const { account: anAccount, importedAccount, steps } = makeImportedAccounts(service);

const orm = openDatabase({ url: service.databaseUrl, maxConnections: 2, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
afterAll(() => orm.close(true));
const signer = await evidenceSigner(await readFile(key, 'utf8'));
/** What the service does every minute. */
const seal = makeSealRecords({
  seals: makePostgresSealLog(orm),
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
  sign: signer!.sign,
});

const listed = ({ code, err, json }: Ran): ReadonlyArray<Finding> => {
  expect([err, code]).toEqual(['', json.findings.length === 0 ? 0 : 1]);
  return json.findings;
};

/** What is found in a supplier, and in all seals. */
const storageFindings = async (code: string) => listed(await operator('verify-storage', '--supplier', code, '--json'));

/** What is found with the public key and the exported seals. */
const sealFindings = async () => {
  const exported = (await readdir(join(folder, 'seals'))).map((name) => join(folder, 'seals', name));
  return listed(await operator('seal', 'verify', '--key', `${key}.pub`, '--json', ...exported));
};

const register = async (supplier: string, set: string, complete: boolean, accounts: ReadonlyArray<TestAccount>) => {
  const totals = accounts.flatMap(({ external_account_number }) => [
    { external_account_number, ledger_number: 'L-1', type: 'PAYMENT', count: 3, sum: '213.00' },
    { external_account_number, type: 'NOTE', count: 3 },
  ]);
  const path = '/v1/data-import/control-totals/register/';
  expect(await service.post(path, { import_supplier: supplier, set, totals, complete })).toMatchObject({ status: 201 });
};

type Scenario = Readonly<Record<'main' | 'kept' | 'erased', ReadonlyArray<number>>>;
type Supplier = { readonly code: string; readonly keys: Readonly<Record<string, string>> };

/** Suppliers with an account of each kind: with all imports, without payloads, erased, and without anything. */
const makeSuppliers = async (all: ReadonlyArray<Scenario>): Promise<ReadonlyArray<Supplier>> => {
  const done = async (...args: ReadonlyArray<string>) => expect(await operator(...args)).toMatchObject({ code: 0 });
  const keeping = anOperator({ ...service.operatorEnvironment, RETAIN_PAYLOADS_DAYS: '0', RETAIN_REFUSALS_DAYS: '0' });
  const refuse = (account: TestAccount) =>
    service.post('/v1/data-import/transactions/create/', {
      ...account,
      transactions: [payment('T', { amount: 'ten' })],
    });
  const made: { code: string; scenario: Scenario; kept: TestAccount }[] = [];
  for (const scenario of all) {
    const code = aName('S-');
    await service.operator.createSupplier('Demo organisation', code);
    const kept = await importedAccount(code, scenario.kept);
    await refuse(kept);
    made.push({ code, scenario, kept });
  }
  await seal();
  const filled = [];
  for (const { code, scenario, kept } of made) {
    expect(await keeping('prune', '--supplier', code, '--ongoing-too')).toMatchObject({ code: 0 });
    const erased = await importedAccount(code, scenario.erased);
    const main = await importedAccount(code, scenario.main);
    const other = await anAccount(code);
    await refuse(main);
    await register(code, 'open', false, [main, erased]);
    await register(code, 'complete', true, [main, erased]);
    filled.push({ code, accounts: { kept, erased, main, other } });
  }
  await seal();
  const suppliers: Supplier[] = [];
  for (const { code, accounts } of filled) {
    const of = ['--supplier', code];
    const keyOf = async ({ external_account_number }: TestAccount) => {
      const sql = 'select id::text as id from account where external_account_number = $1';
      return (await service.sql<{ id: string }>(sql, [external_account_number]))[0]!.id;
    };
    const keys = {
      main: await keyOf(accounts.main),
      other: await keyOf(accounts.other),
      kept: await keyOf(accounts.kept),
      erased: await keyOf(accounts.erased),
    };
    const number = accounts.erased.external_account_number;
    await done('account', 'erase', ...of, '--account', number, '--reason', 'Ticket 7', '--yes');
    expect((await operator('reconcile', ...of, '--registered', 'complete')).err).toBe('');
    const [{ id }] = (await service.sql<{ id: string }>('select id from import_supplier where code = $1', [
      code,
    ])) as any;
    suppliers.push({ code, keys: { ...keys, supplier: `'${id}'::uuid` } });
  }
  // Two seals come after the one that is changed: by those, it is known which of two was.
  await seal();
  for (const { code } of suppliers) expect([SEED, code, await storageFindings(code)]).toEqual([SEED, code, []]);
  await seal();
  return suppliers;
};

const changes: ReadonlyArray<RecordChange> = [
  ...STORAGE_CHANGES.map(({ name, sql }) => ({
    name,
    sql: sql.replaceAll('$1', ':main').replaceAll('$2', ':other'),
  })),
  ...RECORD_CHANGES,
  ...SEAL_CHANGES,
];
const isOfSeals = (change: RecordChange) => SEAL_CHANGES.includes(change);

const make = async ({ sql }: RecordChange, { keys }: Supplier): Promise<unknown> =>
  service.sql(sql.replace(/(?<!:):([a-z]+)\b/g, (_, name: string) => keys[name]!));

const some = fc.shuffledSubarray([...steps], { minLength: 4 });
const all = fc.shuffledSubarray([...steps], { minLength: steps.length });
const scenarios = fc.sample(fc.record({ main: all, kept: some, erased: some }), { numRuns: RUNS, seed: SEED });
const combinations = fc.sample(fc.shuffledSubarray([...changes], { minLength: 1, maxLength: 4 }), {
  numRuns: RUNS,
  seed: SEED,
});

let suppliers: ReadonlyArray<Supplier>;
let rewind: () => Promise<unknown>;
beforeAll(async () => {
  // The first one has everything, so that each change finds something to change. In none of them is anything found.
  suppliers = await makeSuppliers([{ main: steps, kept: steps, erased: steps }, ...scenarios]);
  expect((await operator('seal', 'export', '--out', join(folder, 'seals'))).code).toBe(0);
  expect(await sealFindings()).toEqual([]);
  rewind = await rewindable(service.databaseUrl);
}, 3_600_000);

/** What was changed, whether or not it is found. */
const readAccusations = async () => {
  const url = service.databaseUrl;
  const changed = await changedRows(url);
  const ofImports = changed.filter(({ table }) => table === 'accepted_import' || table === 'import_undo');
  const ids = [...new Set(ofImports.map((one) => one.import!))];
  const all = async (sql: string) => new Set((await service.sql<{ id: string }>(sql)).map(({ id }) => id));
  const sets = await service.sql<{ id: string; name: string }>('select id::text, name from kept.control_total_set');
  const accusations = makeAccusations(changed, await readImportItems(url, ids), {
    payloads: await all('select id::text from accepted_import where payload is not null'),
    records: await all('select id::text from accepted_import'),
    sets: new Map(sets.map(({ id, name }) => [id, name])),
    erased: await all('select external_account_number as id from account where erased_at is not null'),
  });
  return { changed, ...accusations };
};

/** Makes changes, tells what is wrong with what is found, and takes them back. */
const accuse = async (made: ReadonlyArray<RecordChange>, supplier: Supplier) => {
  // A change may find nothing to change after another one, or two changes the same key.
  for (const change of made) await make(change, supplier).catch(() => undefined);
  const { changed, unnamed, unexplained } = await readAccusations();
  const storage = await storageFindings(supplier.code);
  const seals = made.some(isOfSeals) ? await sealFindings() : [];
  await rewind();
  const findings = [...storage, ...seals];
  return { changes: changed.length, unnamed: unnamed(findings).map(brief), unexplained: unexplained(findings) };
};
const brief = ({ row: _, ...one }: ChangedRow) => one;

describe('what somebody changes who owns the tables', () => {
  it.each(changes)('is found and named, and nothing else is: $name', async (change) => {
    const [supplier] = suppliers as [Supplier];
    const { changes, ...wrong } = await accuse([change], supplier);
    expect(changes).toBeGreaterThan(0);
    expect(wrong).toEqual({ unnamed: [], unexplained: [] });
  });

  it('is found and named among other changes, and nothing else is', async () => {
    for (const [at, combination] of combinations.entries()) {
      const told = [SEED, at, combination.map(({ name }) => name)];
      const { unnamed, unexplained } = await accuse(combination, suppliers[at + 1]!);
      expect([told, { unnamed, unexplained }]).toEqual([told, { unnamed: [], unexplained: [] }]);
    }
  }, 3_600_000);

  it('is found in a history that was sealed again with the same key', async () => {
    await service.sql(`update accepted_import set item_count = 7, api_key_id = gen_random_uuid()`);
    await service.sql('delete from seal');
    await seal();
    const numbers = (await sealFindings()).map(({ kind, item }) => `${kind} ${item}`);
    await rewind();
    expect(numbers).toContain('seal_broken 1');
  });
});
