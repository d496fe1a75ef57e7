import { afterAll, describe, expect, it } from 'vitest';
import { aConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const other = await aConsole(service.operatorEnvironment);
afterAll(other.stop);

/** The lines of the log that say who came, went, was refused, or read. */
const logged = (): ReadonlyArray<Record<string, unknown>> =>
  console
    .log()
    .split('\n')
    .filter((line) => line.includes('"event":'))
    .map((line) => {
      const { level, time, pid, hostname, msg, ...fields } = JSON.parse(line);
      return fields;
    });

/** The value that ends the session of a name, on the page of all sessions. */
const toEnd = (text: string, name: string): string =>
  new RegExp(`>${name}[^]*?name="session" value="(\\w+)"`).exec(text)![1]!;

describe('sessions', () => {
  it('are listed for an operator of all organisations, who ends them on all consoles at once', async () => {
    const [operator, support] = [await console.as('operator'), await console.as('support')];
    const { status, text } = await operator.get('/sessions');
    expect(status).toBe(200);
    expect(text).toContain('operator (this session)');
    // The cookies of another port are another console's.
    const there = { cookie: support.cookie.replace(new URL(console.baseUrl).port, new URL(other.baseUrl).port) };
    expect((await other.nobody.get('/', there)).status).toBe(200);

    const ended = await operator.post('/sessions/end', { session: toEnd(text, 'support') });
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/sessions']);
    expect([(await support.get('/')).status, (await other.nobody.get('/', there)).status]).toEqual([401, 401]);
    expect((await operator.get('/sessions')).text).not.toContain('support');
    expect((await operator.post('/sessions/end', { session: toEnd(text, 'support') })).status).toBe(409);
    expect(logged()).toContainEqual({
      event: 'session_ended',
      subject: 'operator',
      issuer: null,
      of: { subject: 'support', issuer: null },
    });
  });

  it.each(['viewer', 'support', 'auditor', 'operator@Demo organisation'])('are not shown to %s', async (role) => {
    const user = await console.as(role);
    expect((await user.get('/')).text).not.toContain('href="/sessions"');
    expect([404, 403]).toContain((await user.get('/sessions')).status);
    expect([404, 403]).toContain((await user.post('/sessions/end', { session: 'x' })).status);
  });
});

describe('the log', () => {
  it('says who signs in and out, is refused, and reads accounts, payloads and files, by ids alone', async () => {
    const signedIn = await console.nobody.get(console.signInUrl.slice(console.baseUrl.length));
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
    const account = /href="\/accounts\/([^"]+)"/.exec(
      (await console.nobody.get('/accounts?q=EXTERNAL-1234', { cookie })).text,
    );
    const { import_supplier, external_account_number } = service.demo;
    const posted = await service.post('/v1/data-import/notes/create/', {
      import_supplier,
      external_account_number,
      notes: [{ body: 'A private word' }],
    });
    const id = posted.headers.get('x-import-id');
    const path =
      account?.[1] ??
      (await console.nobody.get('/accounts?q=EXTERNAL-1234', { cookie })).headers.get('location')!.split('/')[2]!;
    await console.nobody.get(`/accounts/${path}`, { cookie });
    await console.nobody.get(`/imports/${id}/payload`, { cookie });
    await console.nobody.get('/imports.csv?account=EXTERNAL-1234', { cookie });
    await (await console.as('viewer')).get('/audit?person=Jane');
    await console.nobody.post('/sign-out', {}, { cookie });
    const local = { subject: 'local', issuer: null };
    expect(logged()).toEqual(
      expect.arrayContaining([
        { event: 'sign_in', ...local },
        { event: 'read', ...local, path: '/accounts', parameters: {} },
        { event: 'read', ...local, path: '/accounts/:number', parameters: { number: path } },
        { event: 'read', ...local, path: '/imports/:id/payload', parameters: { id } },
        { event: 'read', ...local, path: '/imports.csv', parameters: {} },
        { event: 'refused', subject: 'viewer', issuer: null, method: 'GET', path: '/audit' },
        { event: 'sign_out', ...local },
      ]),
    );
    expect(console.log()).not.toMatch(/private word|EXTERNAL-1234|Jane/);
  });
});

describe('a change that cannot be taken back', () => {
  const KEYS = '/set-up/organisations/Demo%20organisation/keys';
  const SUPPLIER = '/set-up/organisations/Demo%20organisation/suppliers/DEMO_SUPPLIER/status';
  const stale = () => service.sql("update console_session set authenticated_at = now() - interval '16 minutes'");

  it('asks for a sign-in of the last 15 minutes, keeps the form, and is done after it', async () => {
    const operator = await console.as('operator');
    const note = { ...service.demoAccount, notes: [{ body: 'To be undone' }] };
    const id = (await service.post('/v1/data-import/notes/create/', note)).headers.get('x-import-id');
    await stale();
    const forms: ReadonlyArray<[string, Record<string, string>, string]> = [
      [KEYS, { label: 'a "label"', expires: '', reason: 'Because' }, '/set-up/organisations/Demo%20organisation'],
      [`/imports/${id}/undo`, { reason: 'Because' }, `/imports/${id}/undo`],
      [SUPPLIER, { to: 'Complete', reason: 'Because' }, `${SUPPLIER}?to=Complete`],
    ];
    for (const [path, form, from] of forms) {
      const { status, text } = await operator.post(path, form);
      expect([path, status]).toEqual([path, 401]);
      expect(text).toContain('Nothing was changed yet');
      expect(text).toContain('npm run console -- link');
      expect(text).toContain(`action="${path}"`);
      expect(text).toContain(`href="${from}"`);
      expect(text).toContain('name="reason" value="Because"');
    }
    expect((await operator.post(KEYS, { label: 'a "label"' })).text).toContain(
      'name="label" value="a &quot;label&quot;"',
    );
    const { json } = await anOperator(service.operatorEnvironment)('audit', 'list', '--json');
    expect(json.map(({ reason }: { reason: string }) => reason)).not.toContain('Because');

    const link = await aConsole(service.operatorEnvironment);
    afterAll(link.stop);
    const signedIn = await console.nobody.get(link.signInUrl.slice(link.baseUrl.length), { cookie: operator.cookie });
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
    const statuses = [];
    for (const [path, form] of forms) statuses.push((await console.nobody.post(path, form, { cookie })).status);
    expect(statuses).toEqual([200, 303, 303]);
  });

  it('is the only one: others need no new sign-in', async () => {
    const operator = await console.as('operator');
    await stale();
    expect((await operator.post('/set-up/organisations', { name: 'Another' })).status).toBe(303);
    expect((await operator.post(SUPPLIER, { to: 'Ongoing' })).status).toBe(303);
  });
});
