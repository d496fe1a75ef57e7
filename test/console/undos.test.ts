import { describe, expect, it, vi } from 'vitest';
import { type RunningConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import { freePort } from '../support/free-port.ts';
import { settled } from '../support/settled.ts';

vi.setConfig({ testTimeout: 90_000 });

const PAGE = '/suppliers/Demo%20organisation/DEMO_SUPPLIER/undo';
const LOAD = '3f0f7c1e-8a52-4d0b-9c55-0a4c1c9be001';
const OTHER_LOAD = '3f0f7c1e-8a52-4d0b-9c55-0a4c1c9be002';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const accounts = await Promise.all([1, 2, 3].map(() => anAccount(service, { openFrom: '2026-01-01', openTo: null })));
const [one, two] = accounts as [TestAccount, TestAccount, TestAccount];

type User = Awaited<ReturnType<RunningConsole['as']>>;

const send = async (account: TestAccount, id: string, load: string = LOAD) => {
  const body = { ...account, transactions: [payment(id, { amount: '7.10' })] };
  const reply = await service.post('/v1/data-import/transactions/create/', body, { 'Carryover-Load-Id': load });
  expect(reply.status).toBe(201);
};
const stored = async (): Promise<number> =>
  (await service.sql<{ count: number }>('select count(*)::int as count from ledger_transaction'))[0]!.count;

/** Sends a form that starts a run, and waits for its end. */
const run = async (user: User, path: string, fields: Record<string, string>) => {
  const { status, headers, text: refused } = await user.post(path, fields);
  expect([status, status === 303 ? '' : refused]).toEqual([303, '']);
  const at = headers.get('location')!;
  const text = await vi.waitFor(
    async () => {
      const now = await user.get(at);
      expect(now.text).not.toContain('Running</span>');
      return now.text;
    },
    // A busy machine takes seconds to load the modules of a process.
    { timeout: 60_000, interval: 200 },
  );
  return { at, text, shown: /name="shown" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? '' };
};
const actions = () =>
  service.sql(
    `select performed_by as by, reason, after->>'state' as state, after->>'undone' as undone from operator_action
     where action = 'imports undo' order by performed_at`,
  );

describe('the undo of many imports', () => {
  it('is shown first, with sums and what is not undone, and done only if it is still what was shown', async () => {
    const operator = await console.as('operator');
    for (const account of accounts) await send(account, `T-${account.external_account_number}`);
    await send(one, 'T-other', OTHER_LOAD);
    const finalize = ['ledger', 'finalize', '--supplier', two.import_supplier];
    expect(
      (
        await anOperator(service.operatorEnvironment)(
          ...finalize,
          '--account',
          two.external_account_number,
          '--ledger',
          'L-1',
        )
      ).code,
    ).toBe(0);

    const dry = await run(operator, PAGE, { load: LOAD });
    expect(dry.text).toContain('Nothing has been changed.');
    expect(dry.text).toMatch(/<code>PAYMENT<\/code>.*?value="2".*?value="14\.20"/s);
    expect(dry.text).toContain('ledger_has_finalized_billing_document');
    expect(dry.text).toContain('Undo 2 imports');
    expect(await stored()).toBe(4);
    const csv = await operator.get(`${dry.at}/files/removed.csv`);
    expect(csv.text.trim().split('\r\n')).toHaveLength(5);
    expect((await operator.get(`${dry.at}/files/refused.csv`)).text).toContain(two.external_account_number);

    // Something was imported meanwhile: nothing is undone, and the new state is shown.
    await send(one, 'T-late');
    const changed = await run(operator, `${dry.at}/undo`, { shown: dry.shown, reason: 'Wrong night' });
    expect(changed.text).toContain('Nothing was undone.');
    expect(changed.text).toContain('Undo 3 imports');
    expect([await stored(), await actions()]).toEqual([5, []]);

    const done = await run(operator, `${changed.at}/undo`, { shown: changed.shown, reason: 'Wrong night' });
    expect(done.text).toMatch(/3<\/data> imports were undone, the others not/);
    expect(await stored()).toBe(2);
    expect(await actions()).toEqual([
      { by: 'operator', reason: 'Wrong night', state: 'started', undone: null },
      { by: 'operator', reason: 'Wrong night', state: 'finished', undone: '3' },
    ]);
    expect((await operator.post(`${done.at}/undo`, { reason: 'Again' })).status).toBe(409);
    // What was undone by its load was undone by an operator.
    await settled(service);
    const check = ['verify-storage', '--supplier', one.import_supplier, '--json'];
    const { code, json } = await anOperator(service.operatorEnvironment)(...check);
    expect([code, json.findings]).toEqual([0, []]);
  });

  it('takes a time too, and refuses what is neither', async () => {
    const operator = await console.as('operator');
    const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 16);
    const dry = await run(operator, PAGE, { since: day(-3_600_000), until: day(3_600_000), even_if_answered: 'yes' });
    expect(dry.text).toContain('Undo 1 import<');
    for (const fields of [{}, { load: 'x' }, { load: LOAD, since: day(0) }, { since: day(0), until: day(-86_400_000) }])
      expect([fields, (await operator.post(PAGE, fields)).status]).toEqual([fields, 400]);
  });

  it('is the operator’s; auditors see its results', async () => {
    const auditor = await console.as('auditor');
    expect([(await auditor.get(PAGE)).status, (await auditor.post(PAGE, { load: LOAD })).status]).toEqual([403, 403]);
    expect((await (await console.as('viewer')).get(PAGE)).status).toBe(403);
    expect((await (await console.as('operator@Other')).get(PAGE)).status).toBe(404);
  });

  it('that another person approved leads to the page that shows it', async () => {
    const port = String(await freePort());
    const two = await theConsole({
      ...service.operatorEnvironment,
      ...{ CONSOLE_FOUR_EYES: 'undo', CONSOLE_PORT: port, CONSOLE_BASE_URL: `http://127.0.0.1:${port}` },
      ...{
        OIDC_ISSUER: 'http://127.0.0.1:9',
        OIDC_CLIENT_ID: 'console',
        OIDC_CLIENT_SECRET: 'a-secret-of-the-console',
      },
    });
    const [ada, ben] = [await two.asPerson('ada', 'operator'), await two.asPerson('ben', 'operator')];
    const dry = await run(ada, PAGE, { load: OTHER_LOAD });
    const asked = await ada.post(`${dry.at}/undo`, { shown: dry.shown, reason: 'Ticket 42' });
    const approval = asked.headers.get('location')!;
    expect((await ben.post(`${approval}/approve`)).status).toBe(303);
    const { text } = await ada.get(approval);
    const [, started = ''] = /The undo was started\. <a href="(\/undos\/[0-9a-f-]{36})">Show it<\/a>/.exec(text) ?? [];
    expect(started).not.toBe('');
    await vi.waitFor(async () => expect((await ada.get(started)).text).toContain('What was undone'), {
      timeout: 60_000,
      interval: 200,
    });
  });
});
