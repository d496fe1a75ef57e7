import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type RunningConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';

const SUPPLIER = '/reconciliation?organisation=Demo+organisation&supplier=DEMO_SUPPLIER';

const PAGE = '/suppliers/Demo%20organisation/DEMO_SUPPLIER';
const SCRIPT = '<script>alert(1)</script>';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const file = (name: string) => join(folder, name);
const service = await theService();
const folder = service.dataDir;
const environment = { ...service.operatorEnvironment, EVIDENCE_KEY_FILE: file('key') };
await anOperator(environment)('evidence', 'key', 'create', '--out', file('key'));
const console = await theConsole(environment);
const account = await anAccount(service);
const transactions = ['1', '2'].map((id) => payment(id, { amount: '1.00', type: 'CHARGE' }));
await service.post('/v1/data-import/transactions/create/', { ...account, transactions });

type User = Awaited<ReturnType<RunningConsole['as']>>;

const HEADER = 'external_account_number,ledger_number,type,count,sum';
const totals = (...rows: ReadonlyArray<string>) => [HEADER, ...rows].join('\n');
const ofAccount = (figures: string) => `${account.external_account_number},L-1,CHARGE,${figures}`;

const upload = async (user: User, content: string) => {
  const reply = await user.upload(SUPPLIER, content, 'totals.csv');
  return { ...reply, location: reply.headers.get('location') ?? '' };
};
const ended = (user: User, path: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const { text } = await user.get(path);
      expect(text).not.toContain('Running</span>');
      return text;
    },
    // A busy machine takes seconds to load the modules of a process.
    { timeout: 60_000, interval: 200 },
  );
const download = (user: User, path: string, name: string) =>
  fetch(`${console.baseUrl}${path}/files/${name}`, { headers: { cookie: user.cookie } });

describe('a reconciliation of the console', () => {
  it('names each difference, and hands out evidence that the command verifies', async () => {
    const operator = await console.as('operator');
    const hostile = [`=1+2,L-1,CHARGE,1,1.00`, `${SCRIPT},L-1,CHARGE,1,ten`, `${SCRIPT},L-1,CHARGE,1,1.00`];
    const { status, location } = await upload(operator, totals(ofAccount('1,1.00'), ...hostile));
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/reconciliation\/[0-9a-f-]{36}$/)]);
    const text = await ended(operator, location);
    expect(text).toContain('Incomplete: 1 row of the control totals could not be read');
    expect(text).toContain('Must be a plain decimal');
    expect([text.includes(SCRIPT), text.includes('&lt;script&gt;')]).toEqual([false, true]);
    const doubled = (await operator.get(`${location}?cause=doubled`)).text;
    expect(doubled).toContain('Doubled: more items are stored than expected.');
    expect(doubled).toContain(`href="/accounts?q=${account.external_account_number}"`);
    expect(doubled).toMatch(/href="\/imports\/[0-9a-f-]{36}"/);
    const pack = await download(operator, location, 'evidence.zip');
    await writeFile(file('pack.zip'), Buffer.from(await pack.arrayBuffer()));
    const command = anOperator(environment);
    expect(await command('evidence', 'verify', file('pack.zip'), '--key', file('key.pub'))).toMatchObject({ code: 0 });
    const unread = await download(operator, location, 'unread-rows');
    expect(await unread.text()).toContain('Must be a plain decimal');
    for (const name of ['report.html', 'totals.csv', 'report.json'])
      expect((await download(operator, location, name)).headers.get('content-disposition')).toContain(name);
    expect((await download(operator, location, 'result.json')).status).toBe(404);
    expect(await (await download(operator, location, 'totals.csv')).text()).toContain("\n'=1+2,L-1,");
    expect((await operator.get(PAGE)).text).toContain('is <strong>incomplete</strong>');
  });

  it('is recorded, and proves no migration: its control totals are a file of the operator', async () => {
    const operator = await console.as('operator');
    const { location } = await upload(operator, totals(ofAccount('2,2.00')));
    expect(await ended(operator, location)).toContain('The only total agrees with its control total.');
    const complete = ['supplier', 'complete', '--supplier', 'DEMO_SUPPLIER', '--proven'];
    const { code, err } = await anOperator(environment)(...complete);
    expect([code, err]).toEqual([1, expect.stringContaining('compared a file of the operator')]);
    const { text } = await operator.get(SUPPLIER);
    expect(text.match(/>(Agrees|Incomplete)</g)).toEqual(['>Agrees<', '>Incomplete<']);
    const page = (await operator.get(PAGE)).text;
    expect([page.includes('>Agrees<'), page.includes('<strong>incomplete')]).toEqual([true, false]);
    // Of a run that did not end, no file is handed out: it need not be whole.
    const whole = await download(operator, location, 'totals.csv');
    const id = location.split('/').at(-1);
    await service.sql("update console_job set outcome = 'interrupted', result = null where id = $1", [id]);
    expect([whole.status, (await download(operator, location, 'totals.csv')).status]).toEqual([200, 404]);
  });

  it('fails as the command does if the file cannot be used, and can be started again', async () => {
    const operator = await console.as('operator');
    const { location } = await upload(operator, 'account,sum\n1,2\n');
    const text = await ended(operator, location);
    expect(text).toContain('It failed, and there is no result.');
    expect(text).toContain('totals.csv: ');
    expect(text).not.toContain(service.dataDir);
    // If another run has begun meanwhile, this one is refused, and its file stays for a later try.
    const other = '01900000-0000-7000-8000-000000000001';
    await service.sql(
      `insert into console_job (id, supplier_id, kind, task, started_by, host, process_id)
       select $1::uuid, s.id, 'reconciliation', '{"set": "A"}'::jsonb, 'Ada', 'elsewhere', 1
       from import_supplier s where s.code = 'DEMO_SUPPLIER'`,
      [other],
    );
    expect((await operator.post(`${location}/again`)).status).toBe(409);
    await service.sql('delete from console_job where id = $1', [other]);
    const again = await operator.post(`${location}/again`);
    expect(again.status).toBe(303);
    await ended(operator, again.headers.get('location')!);
  });

  it('shows its progress while it runs, as events', async () => {
    const operator = await console.as('operator');
    const { location } = await upload(operator, totals(ofAccount('2,2.00')));
    const { text, headers } = await operator.get(`${location}/progress`);
    expect(headers.get('content-type')).toContain('text/event-stream');
    expect(text).toContain('data: <ol class="steps">');
    expect(text).toContain('It has ended. Show the result');
  });
});

describe('a file of control totals', () => {
  it('of more than 1,000,000,000 bytes is refused before it is read', async () => {
    const { cookie } = await console.as('operator');
    const boundary = 'multipart/form-data; boundary=x';
    const headers = { cookie, 'content-type': boundary, 'content-length': 1_000_100_000 };
    const sent = request(`${console.baseUrl}${SUPPLIER}`, { method: 'POST', headers });
    sent.flushHeaders();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    sent.on('error', () => {}).destroy();
    expect(reply.statusCode).toBe(413);
  });

  it('that is not chosen is asked for, and leaves no run behind', async () => {
    const operator = await console.as('operator');
    const shown = async () => (await operator.get(SUPPLIER)).text.replaceAll(/name="form_token" value="[^"]*"/g, '');
    const before = await shown();
    const reply = await operator.upload(SUPPLIER, '', '');
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('No file was chosen.')]);
    expect((await operator.post(SUPPLIER, { file: 'x' })).status).toBe(400);
    expect(await shown()).toBe(before);
  });
});

describe('a difference', () => {
  it('is shown by money, filtered, and accepted with a reason, which every form of a report lists', async () => {
    const operator = await console.as('operator');
    const rows = totals(ofAccount('1,1.00'), 'E-7,L-1,CHARGE,1,500.00', 'E-8,L-1,CREDIT,1,20.00', 'E-8,,NOTE,1,');
    const { location } = await upload(operator, rows);
    const text = await ended(operator, location);
    const all = text.slice(text.indexOf('id="differences"'));
    const order = ['500.00', '20.00', '1.00'].map((sum) => all.indexOf(`value="-${sum}"`));
    expect([order.slice(0, 2).every((at) => at > 0), order[0]! < order[1]!]).toEqual([true, true]);
    const credits = (await operator.get(`${location}?type=CREDIT&kind=transactions&account=E-8&ledger=L-1`)).text;
    expect([credits.includes('1</data> total differs'), credits.includes('E-7')]).toEqual([true, false]);
    const note = { account: 'E-7', ledger: 'L-1', type: 'CHARGE', decision: 'accepted', from: location };
    expect((await operator.post(`${location}/notes`, note)).status).toBe(400);
    expect((await operator.post(`${location}/notes`, { ...note, account: 'E-6', reason: 'x' })).status).toBe(409);
    const reason = 'Written off, ticket 42';
    expect((await operator.post(`${location}/notes`, { ...note, reason })).status).toBe(303);
    expect((await operator.get(location)).text).toContain(reason);
    expect((await (await console.as('viewer')).get(location)).text).not.toContain(reason);
    await writeFile(file('again.csv'), rows);
    const args = ['reconcile', '--supplier', 'DEMO_SUPPLIER', '--expected', file('again.csv')];
    const forms = ['--csv', file('noted.csv'), '--html', file('noted.html'), '--evidence', file('noted.zip')];
    const command = anOperator(environment);
    const { code, json } = await command(...args, ...forms, '--json');
    expect([code, json.verdict]).toEqual([1, 'differ']);
    expect(json.difference_notes).toMatchObject([
      { external_account_number: 'E-7', decision: 'accepted', reason, decided_by: 'operator', state: 'as_noted' },
    ]);
    expect(await readFile(file('noted.csv'), 'utf8')).toMatch(/accepted by operator at .*: Written off, ticket 42/);
    expect(await readFile(file('noted.html'), 'utf8')).toContain(reason);
    expect((await command(...args)).out).toContain(reason);
    const audit = (await command('audit', 'list', '--supplier', 'DEMO_SUPPLIER', '--json')).json;
    expect(audit[0]).toMatchObject({ action: 'difference accepted', external_account_number: 'E-7', reason });
  });
});

describe('what each role may do', () => {
  it.each([
    ['viewer', 403, 403, false],
    ['support', 403, 403, true],
    ['auditor', 403, 200, true],
    ['operator', 303, 200, true],
  ])('%s: starting one %d, its files %d, links to accounts: %s', async (role, start, files, accounts) => {
    const { location } = await upload(await console.as('operator'), totals(ofAccount('1,1.00')));
    const user = await console.as(role);
    await ended(user, location);
    const { text } = await user.get(location);
    const started = await upload(user, totals(ofAccount('1,1.00')));
    if (started.status === 303) await ended(user, started.location);
    expect([started.status, (await download(user, location, 'totals.csv')).status]).toEqual([start, files]);
    expect([text.includes('href="/accounts?q='), text.includes('(import ')]).toEqual([accounts, files === 200]);
  });
});
