import { readConsoleConfig } from '@carryover/console/config';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { type RunningConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';
import { freePort } from '../support/free-port.ts';

const service = await theService();
const port = String(await freePort());
const environment = {
  ...service.operatorEnvironment,
  ...{ CONSOLE_FOUR_EYES: 'undo, complete,payloads', CONSOLE_PORT: port, CONSOLE_BASE_URL: `http://127.0.0.1:${port}` },
  // The provider is asked for nothing but a sign-in.
  ...{ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'a-secret-of-the-console' },
};
const console = await theConsole(environment);
const [ada, ben] = [await console.asPerson('ada', 'operator'), await console.asPerson('ben', 'operator')];

type User = Awaited<ReturnType<RunningConsole['as']>>;

const send = async (id: string): Promise<string> => {
  const body = { ...service.demoAccount, transactions: [payment(id)] };
  return (await service.post('/v1/data-import/transactions/create/', body)).headers.get('x-request-id')!;
};
/** Sends a form that asks. @returns the address of the approval. */
const ask = async (user: User, path: string, fields: Record<string, string>): Promise<string> => {
  const { status, headers } = await user.post(path, fields);
  expect(status).toBe(303);
  const address = headers.get('location')!;
  expect(address).toMatch(/^\/approvals\/[0-9a-f-]{36}$/);
  return address;
};
const undone = async (id: string) =>
  service.sql('select undone_by as by, reason from import_undo where import_id = $1', [id]);
const actions = async (address: string) =>
  service.sql(
    `select action, performed_by as by, reason from operator_action where after->>'approval_id' = $1 order by performed_at`,
    [address.split('/').at(-1)],
  );
const REASON = { reason: 'Ticket 42' };

describe('an undo that needs a second person', () => {
  it('is asked for by one and approved by another, once, with both names', async () => {
    const id = await send('T-1');
    const address = await ask(ada, `/imports/${id}/undo`, REASON);
    expect(await undone(id)).toEqual([]);
    expect((await ben.get('/approvals')).text).toContain(address);
    expect((await ada.get(address)).text).not.toContain('>Approve<');
    // Nobody approves their own, and somebody without the role approves nothing.
    expect((await ada.post(`${address}/approve`)).status).toBe(409);
    expect((await (await console.asPerson('eve', 'auditor')).post(`${address}/approve`)).status).toBe(403);
    expect((await (await console.asPerson('eve', 'operator@Other')).get(address)).status).toBe(404);

    const approvers = await Promise.all(['ben', 'cleo', 'dan'].map((name) => console.asPerson(name, 'operator')));
    const answers = await Promise.all(approvers.map((one) => one.post(`${address}/approve`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409]);
    const [row] = await undone(id);
    expect(row).toEqual({
      by: 'ada (ada, http://127.0.0.1:9)',
      reason: expect.stringMatching(/^Ticket 42 \(approved by (ben|cleo|dan) \(\1, http:\/\/127\.0\.0\.1:9\)\)$/),
    });
    expect((await actions(address)).map(({ action }) => action)).toEqual(['approval ask', 'approval approve']);
    const { text } = await ada.get(address);
    expect(text).toContain('The import was undone.');
    expect(text).toContain(`<a href="/imports/${id}">Show it</a>`);
  });

  it('is withdrawn by who asked, declined by another, and expires after a day', async () => {
    const id = await send('T-2');
    const [first, second, third] = [
      await ask(ada, `/imports/${id}/undo`, REASON),
      await ask(ada, `/imports/${id}/undo`, REASON),
      await ask(ada, `/imports/${id}/undo`, REASON),
    ];
    expect((await ben.post(`${first}/withdraw`)).status).toBe(409);
    expect((await ada.post(`${first}/withdraw`)).status).toBe(303);
    expect((await ben.post(`${second}/decline`, { reason: 'Right card' })).status).toBe(303);
    await service.sql(`update console_approval set expires_at = now() where decision is null`);
    for (const address of [first, second, third]) expect((await ben.post(`${address}/approve`)).status).toBe(409);
    expect((await ben.get(third)).text).toContain('Expired');
    expect(await actions(second)).toEqual([
      { action: 'approval ask', by: 'ada', reason: 'Ticket 42' },
      { action: 'approval decline', by: 'ben', reason: 'Right card' },
    ]);
    expect(await undone(id)).toEqual([]);
  });

  it('undoes nothing if what was shown has changed since', async () => {
    const id = await send('T-3');
    const address = await ask(ada, `/imports/${id}/undo`, REASON);
    await send('T-3');
    expect((await ben.post(`${address}/approve`)).status).toBe(303);
    expect((await ben.get(address)).text).toContain('Nothing was changed.');
    expect(await undone(id)).toEqual([]);
  });
});

describe('a look at a payload that needs a second person', () => {
  it('is possible for who asked, for a day after another person approved', async () => {
    const id = await send('T-4');
    const auditor = await console.asPerson('eve', 'auditor');
    expect((await auditor.get(`/imports/${id}/payload`)).text).not.toContain('transaction_id');
    expect((await auditor.get(`/imports/${id}/payload.json`)).status).toBe(403);
    const address = await ask(auditor, `/imports/${id}/payload/ask`, REASON);
    expect((await auditor.get(`/imports/${id}/payload`)).text).not.toContain('transaction_id');
    expect((await ben.post(`${address}/approve`)).status).toBe(303);
    expect((await auditor.get(`/imports/${id}/payload`)).text).toContain('transaction_id');
    expect((await ada.get(`/imports/${id}/payload`)).text).not.toContain('transaction_id');
    const looks = await service.sql(
      `select performed_by as by, reason from operator_action where action = 'payload read'`,
    );
    expect(looks).toEqual([{ by: 'eve', reason: 'Ticket 42 (approved by ben (ben, http://127.0.0.1:9))' }]);
    await service.sql(`update console_approval set decided_at = now() - interval '1 day'`);
    expect((await auditor.get(`/imports/${id}/payload`)).text).not.toContain('transaction_id');
  });
});

describe('an organisation that is renamed while a second person is waited for', () => {
  it('is that of the approval, also for a role with its new name', async () => {
    const id = await send('T-5');
    const address = await ask(ada, `/imports/${id}/undo`, REASON);
    const rename = (name: string, to: string) =>
      ada.post(`/set-up/organisations/${encodeURIComponent(name)}/rename`, { name: to });
    expect((await rename('Demo organisation', 'Renamed')).status).toBe(303);
    const approver = await console.asPerson('finn', 'operator@Renamed');
    expect((await approver.get('/approvals')).text).toContain(address);
    expect((await (await console.asPerson('gus', 'operator@Demo organisation')).get(address)).status).toBe(404);
    expect((await approver.post(`${address}/approve`)).status).toBe(303);
    expect((await undone(id)).length).toBe(1);
    // It was shown before it was renamed back.
    const other = await send('T-6');
    const [, shown] = /name="shown" value="([0-9a-f]+)"/.exec((await ada.get(`/imports/${other}/undo`)).text)!;
    expect((await rename('Renamed', 'Demo organisation')).status).toBe(303);
    await ask(ada, `/imports/${other}/undo`, { ...REASON, shown: shown! });
    expect((await ada.post(`/imports/${other}/undo`, { ...REASON, shown: 'ab' })).status).toBe(409);
  });
});

describe('a completion that needs a second person', () => {
  const PAGE = '/set-up/organisations/Demo%20organisation/suppliers/DEMO_SUPPLIER/status';
  const statusOf = async () =>
    (await service.sql<{ status: string }>(`select status from import_supplier where code = 'DEMO_SUPPLIER'`))[0]!
      .status;

  it('is made when another person approves', async () => {
    const form = { to: 'Complete', from: 'Ongoing', proven: 'no', ...REASON };
    expect((await ada.post(PAGE, { ...form, reason: '' })).status).toBe(400);
    const address = await ask(ada, PAGE, form);
    expect(await statusOf()).toBe('Ongoing');
    await ada.post('/set-up/organisations/Demo%20organisation/rename', { name: 'Renamed' });
    expect((await ben.post(`${address}/approve`)).status).toBe(303);
    expect(await statusOf()).toBe('Complete');
  });
});

describe('CONSOLE_FOUR_EYES', () => {
  it('names what needs a second person, and needs a provider that tells persons apart', () => {
    const mistakes = (value: string, more: object = {}) => {
      const read = readConsoleConfig({ ...service.operatorEnvironment, ...more, CONSOLE_FOUR_EYES: value });
      return E.isLeft(read) ? read.left.join() : '';
    };
    expect(mistakes('undo')).toContain('requires OIDC_ISSUER');
    expect(mistakes('undo,all', environment)).toContain('undo, complete, payloads');
    expect(mistakes('undo', environment)).toBe('');
  });
});
