import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from '@carryover/domain/decimal';
import { connect } from '@carryover/operations/connect';
import { readDataSettings } from '@carryover/settings/data-settings';
import { EnvironmentReader } from '@carryover/settings/environment';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import { send as sendRequest } from '../support/requests.ts';
import { unpacked } from './evidence/a-pack.ts';

const service = await theService({ SEAL_INTERVAL_SECONDS: '1' });
const file = (name: string) => join(service.dataDir, name);
const operator = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: file('key') });
const ran = async (...args: ReadonlyArray<string>) => {
  const done = await operator(...args);
  if (done.code !== 0) throw new Error(`${args.join(' ')}: ${done.err}${done.out}`);
  return done;
};
const console = await theConsole(service.operatorEnvironment);
const { useCases, close } = await connect(readDataSettings(new EnvironmentReader(service.operatorEnvironment)));
afterAll(close);

const [OLD, NEW] = ['Demo organisation', 'Nord & Söhne'];
const CODE = service.demo.import_supplier;
const SUPPLIER = ['--supplier', CODE];

await ran('evidence', 'key', 'create', '--out', file('key'));
const [account, erased] = [
  await anAccount(service, { number: 'R-1', openTo: null }),
  await anAccount(service, { number: 'R-2' }),
];
const add = async (id: string, to = account): Promise<string> => {
  const body = { ...to, transactions: [payment(id)] };
  const { status, headers } = await service.post('/v1/data-import/transactions/create/', body);
  expect(status).toBe(201);
  return headers.get('x-import-id')!;
};
const sealed = () =>
  vi.waitUntil(async () => (await operator('seal', 'verify', '--json')).json.unsealed === 0, {
    timeout: 20_000,
    interval: 100,
  });
const note = async (reason: string, count: number) => {
  const supplier = await useCases.suppliers.show({ code: CODE })();
  if (E.isLeft(supplier)) throw new Error(supplier.left.kind);
  const actor = { performedBy: 'ada', performedBySubject: null, performedByIssuer: null, reason };
  const key = { externalAccountNumber: 'R-1', ledgerNumber: 'L-1', type: 'PAYMENT' as const };
  const totals = { expected: { count: 9, sum: new Decimal('9') }, actual: { count, sum: new Decimal(71 * count) } };
  const difference = { ...key, ...totals };
  await useCases.differenceNotes.add({
    supplier: supplier.right,
    difference,
    reportId: 'r',
    decision: 'noted',
    actor,
  })();
};
const ledger = (...args: ReadonlyArray<string>) =>
  ran('ledger', 'open-period', ...SUPPLIER, '--account', 'R-1', '--ledger', 'L-1', ...args);
const reconcile = async (pack: string) => {
  writeFileSync(file('totals.csv'), 'external_account_number,ledger_number,type,count,sum\nR-1,L-1,PAYMENT,9,9.00\n');
  const made = await operator(
    'reconcile',
    ...SUPPLIER,
    '--expected',
    file('totals.csv'),
    '--evidence',
    file(pack),
    '--json',
  );
  return made.json;
};
const verifyPack = async (pack: string, ...args: ReadonlyArray<string>) =>
  (await operator('evidence', 'verify', file(pack), '--key', file('key.pub'), '--json', ...args)).json;
const manifestOf = async (pack: string) => {
  const files = await unpacked(readFileSync(file(pack)));
  return JSON.parse(files.find(({ name }) => name === 'manifest.json')!.content.toString());
};
const exported = async (out: string, ...args: ReadonlyArray<string>) =>
  (await ran('export', ...SUPPLIER, '--out', file(out), ...args, '--json')).json;
const actions = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<readonly [string, string]>> =>
  (await ran('audit', 'list', '--limit', '1000', ...args, '--json')).json.map((one: any) => [
    one.action,
    one.organisation,
  ]);

const feedKey = (await ran('platform-key', 'issue', '--organisation', OLD, '--label', 'billing', '--json')).json
  .platform_key;
const feed = async (query: string) =>
  (
    await sendRequest(`${service.baseUrl}/v1/platform/changes/${query}`, {
      headers: { Authorization: `Bearer ${feedKey}` },
    })
  ).json;

// Under the name that ends.
await add('1');
await add('1', erased);
const undone = await add('2');
await ran('imports', 'undo', '--id', undone, '--reason', 'twice');
await ledger('--from', '2019-10-03');
await ran('supplier', 'pause', ...SUPPLIER, '--as', 'ada');
await note('seen before', 1);
await sealed();
await reconcile('before.zip');
const { cursor } = await exported('export-1');
await ran('organisation', 'rename', '--name', OLD, '--to', NEW, '--as', 'ben', '--reason', 'Ticket 7');
const paused = (await console.as('operator')).get('/');
const pausedText = (await paused).text;
// Under the one that begins.
await ran('supplier', 'resume', ...SUPPLIER);
await add('3');
const again = await add('4');
await ran('imports', 'undo', '--id', again, '--reason', 'twice again');
await ledger('--from', '2019-10-04');
await note('seen after', 2);
await sealed();

describe('an organisation that was renamed', () => {
  it('has all of its actions in the audit, each with the name of its time', async () => {
    const all = await actions('--organisation', NEW);
    expect(all.filter(([action]) => action === 'imports undo')).toEqual([
      ['imports undo', NEW],
      ['imports undo', OLD],
    ]);
    // One of the organisation, and of its supplier one under each name.
    expect(all.filter(([action]) => action === 'organisation rename')).toEqual([
      ['organisation rename', NEW],
      ['organisation rename', NEW],
      ['organisation rename', OLD],
    ]);
    expect(await actions('--organisation', NEW, ...SUPPLIER)).toContainEqual(['ledger open-period', OLD]);
  });

  it('keeps its seals right, and what is stored', async () => {
    expect((await operator('seal', 'verify', '--json')).json).toMatchObject({ unsealed: 0, findings: [] });
    expect((await operator('verify-storage', ...SUPPLIER, '--json')).json).toMatchObject({ findings: [] });
  });

  it('has notes on differences of both names in a reconciliation, and packs that are sound', async () => {
    const { organisation, difference_notes: notes } = await reconcile('after.zip');
    expect([organisation, notes.map(({ reason, state }: any) => [reason, state])]).toEqual([
      NEW,
      [
        ['seen before', 'changed'],
        ['seen after', 'as_noted'],
      ],
    ]);
    expect(await verifyPack('before.zip')).toMatchObject({ sound: true, organisation: OLD });
    const after = await verifyPack('after.zip', '--seal', file('before.zip'));
    expect([after.problems, after.organisation]).toEqual([[], NEW]);
    expect(await manifestOf('before.zip')).toMatchObject({ format: 'carryover-evidence-1', organisation: OLD });
    expect(await manifestOf('before.zip')).not.toHaveProperty('former_names');
    expect(await manifestOf('after.zip')).toMatchObject({ format: 'carryover-evidence-2', former_names: [OLD] });
    const { out } = await operator('evidence', 'verify', file('after.zip'), '--key', file('key.pub'));
    expect(out).toMatch(new RegExp(`^Former names +${OLD}$`, 'm'));
  });

  it('is exported from the cursor of before on, with the ledgers that were changed on both sides', async () => {
    const { organisation, files } = await exported('export-2', '--after', cursor);
    const rows = Object.fromEntries(files.map(({ name, rows }: any) => [name, rows]));
    expect([organisation, rows['accounts.ndjson'] ?? rows['accounts.csv']]).toEqual([NEW, 1]);
    // One that was begun before is the same.
    expect((await exported('export-1', '--resume')).organisation).toBe(OLD);
    await ran('account', 'export', ...SUPPLIER, '--account', 'R-1', '--out', file('R-1.json'));
    const { operator_action: about } = JSON.parse(readFileSync(file('R-1.json'), 'utf8'));
    expect(about.filter((one: any) => one.action === 'ledger open-period').map((one: any) => one.organisation)).toEqual(
      expect.arrayContaining([OLD, NEW]),
    );
  });

  it('is read by its keys, and in the feed by either name', async () => {
    for (const name of [OLD, NEW]) {
      const { changes } = await feed(`?limit=1000&organisation=${encodeURIComponent(name)}`);
      const types = changes
        .map(({ type }: any) => type)
        .filter((type: string) => /period_opened|status_changed/.test(type));
      expect(types).toHaveLength(4);
    }
    expect((await ran('account', 'show', ...SUPPLIER, '--account', 'R-1', '--json')).json.organisation).toBe(NEW);
  });

  it('is not found by its former name, which commands say', async () => {
    const commands = [
      ['supplier', 'list', '--organisation', OLD],
      ['supplier', 'show', ...SUPPLIER, '--organisation', OLD],
      ['supplier', 'create', '--organisation', OLD, '--code', 'NEXT'],
      ['imports', 'list', '--organisation', OLD],
      ['audit', 'list', '--organisation', OLD],
      ['api-key', 'issue', '--organisation', OLD],
      ['organisation', 'archive', '--name', OLD],
      ['organisation', 'rename', '--name', OLD, '--to', 'Third'],
      ['imports', 'undo', '--id', undone, '--organisation', OLD, '--reason', 'x'],
    ];
    for (const args of commands) {
      const { code, err } = await operator(...args, '--json');
      expect([args.join(' '), code, JSON.parse(err).error]).toEqual([
        args.join(' '),
        1,
        {
          code: 'organisation_renamed',
          // Not that nothing was done: a file of accounts to be erased may be in the middle.
          detail: `The organisation "${OLD}" is now named "${NEW}". Use its new name.`,
        },
      ]);
    }
    expect((await operator('organisation', 'create', '--name', OLD)).err).toContain('existed under this name');
  });
});

describe('the console', () => {
  const path = (name: string) => `/suppliers/${encodeURIComponent(name)}/${CODE}`;

  it('says who paused a supplier before the rename', () => {
    expect(pausedText).toContain('ada');
  });

  it('leads from an address with the former name to the present one, and changes nothing under it', async () => {
    const user = await console.as('operator');
    const { status, headers } = await user.get(`${path(OLD)}/data?x=1`);
    expect([status, headers.get('location')]).toEqual([303, `${path(NEW)}/data?x=1`]);
    const list = await user.get(`/audit?organisation=${encodeURIComponent(OLD)}&action=imports+undo`);
    const { text } = await user.follow(list);
    expect(text).toContain('twice');
    expect(text).toContain('twice again');
    const elsewhere = await user.get(`//example.com${path(OLD)}`);
    expect(elsewhere.headers.get('location') ?? '/').toMatch(/^\/(?!\/)/);
    const posted = await user.post(`/set-up/organisations/${encodeURIComponent(OLD)}/archive`);
    expect([posted.status, posted.text]).toEqual([409, expect.stringContaining('is now named Nord &amp; Söhne')]);
    const asked = { method: 'HEAD', redirect: 'manual', headers: { cookie: user.cookie } } as const;
    const head = await fetch(`${console.baseUrl}${path(OLD)}`, asked);
    expect([head.status, head.headers.get('location')]).toEqual([303, path(NEW)]);
  });

  it('shows a role for the new name all of it, and one for the former name nothing', async () => {
    const [of, former] = [await console.as(`auditor@${NEW}`), await console.as(`auditor@${OLD}`)];
    expect((await of.get('/audit?action=imports+undo')).text).toContain('twice');
    expect((await of.get(path(OLD))).status).toBe(303);
    expect((await former.get('/audit')).text).not.toContain('twice');
    for (const name of [OLD, NEW]) expect((await former.get(path(name))).status).not.toBe(200);
    expect((await former.get(path(OLD))).text).toContain('has another name now');
    expect((await former.get(path(OLD))).text).not.toContain('Nord');
    const added = { organisation: OLD, url: 'https://billing.example/', label: 'x', from: 'now' };
    const refused = await (await console.as(`operator@${OLD}`)).post('/webhooks', added);
    expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining('Nord')]);
    expect((await (await console.as('auditor@Other')).get(path(OLD))).status).toBe(404);
  });
});

describe('a rename', () => {
  const rename = (name: string, to: string) => operator('organisation', 'rename', '--name', name, '--to', to, '--json');

  it('can be taken back, after which packs are of all names', async () => {
    expect((await rename(NEW, 'Third')).code).toBe(0);
    expect((await rename('Third', OLD)).code).toBe(0);
    await add('5', erased);
    await sealed();
    await reconcile('back.zip');
    expect((await verifyPack('back.zip', '--seal', file('after.zip'))).problems).toEqual([]);
    expect(await manifestOf('back.zip')).toMatchObject({ organisation: OLD, former_names: [NEW, 'Third'] });
    expect((await operator('seal', 'verify', '--json')).json.findings).toEqual([]);
  });

  it('stops nothing that runs meanwhile, and is in no evidence by half', async () => {
    const work = [
      ...Array.from({ length: 8 }, (_, index) => () => add(`M-${index}`, erased)),
      ...Array.from({ length: 3 }, (_, index) => () => reconcile(`meanwhile-${index}.zip`)),
      () => exported('meanwhile'),
      () => ran('supplier', 'configure', ...SUPPLIER, '--document-root', 'elsewhere'),
      () => ran('account', 'promote', ...SUPPLIER, '--account', 'R-2'),
    ];
    const renames = (async () => {
      for (const [name, to] of [
        [OLD, 'M1'],
        ['M1', 'M2'],
        ['M2', OLD],
      ])
        expect((await rename(name!, to!)).code).toBe(0);
    })();
    await Promise.all([renames, ...work.map((one) => one())]);
    await sealed();
    expect((await operator('seal', 'verify', '--json')).json.findings).toEqual([]);
    for (const pack of [0, 1, 2]) expect((await verifyPack(`meanwhile-${pack}.zip`)).problems).toEqual([]);
  });

  it('of two at once happens once; the other, and a supplier that is created meanwhile, are told the name', async () => {
    const renames = ['A', 'B'].map((to) => rename(OLD, to));
    const create = operator('supplier', 'create', '--organisation', OLD, '--code', 'MEANWHILE', '--json');
    const [first, second] = await Promise.all(renames);
    expect([first!.code, second!.code].toSorted()).toEqual([0, 1]);
    const refused = [first!, second!, await create].filter(({ code }) => code === 1);
    for (const { err } of refused) expect(JSON.parse(err).error.code).toBe('organisation_renamed');
    await sealed();
    await reconcile('raced.zip');
    expect((await verifyPack('raced.zip')).problems).toEqual([]);
    expect((await operator('seal', 'verify', '--json')).json.findings).toEqual([]);
  });

  it('loses the actions of an account that is erased, under both names', async () => {
    await ran('account', 'erase', ...SUPPLIER, '--account', 'R-1', '--reason', 'asked for', '--yes');
    const { json } = await ran('audit', 'list', '--limit', '1000', ...SUPPLIER, '--json');
    const noted = json.filter((one: any) => one.action === 'difference noted');
    expect(noted.map(({ organisation, after, reason }: any) => [organisation, after, reason])).toEqual([
      [NEW, null, null],
      [OLD, null, null],
    ]);
    expect(json.filter((one: any) => one.external_account_number === 'R-1')).toEqual([]);
    await sealed();
    expect((await operator('seal', 'verify', '--json')).json.findings).toEqual([]);
    await reconcile('erased.zip');
    expect((await verifyPack('erased.zip', '--seal', file('before.zip'))).problems).toEqual([]);
  });
});
