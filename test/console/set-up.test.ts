import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { obtainToken } from '../support/requests.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const operator = await console.as('operator');

const DEMO = '/set-up/organisations/Demo%20organisation';
const ACCOUNTS = `${DEMO}/suppliers/DEMO_SUPPLIER/accounts`;
const HEADER =
  'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';

const upload = async (text: string, name = 'accounts.csv', path = ACCOUNTS) => {
  const form = new FormData();
  form.set('file', new Blob([text]), name);
  const response = await fetch(`${console.baseUrl}${path}`, {
    method: 'POST',
    body: form,
    headers: { cookie: operator.cookie },
    redirect: 'manual',
  });
  return { status: response.status, text: await response.text() };
};

describe('set-up', () => {
  it('creates an organisation, a supplier and a key that obtains tokens, and records each with its author', async () => {
    const created = await operator.post('/set-up/organisations', { name: 'Acme & Söhne', reason: 'Ticket 7' });
    expect([created.status, created.headers.get('location')]).toEqual([
      303,
      '/set-up/organisations/Acme%20%26%20S%C3%B6hne',
    ]);
    const organisation = created.headers.get('location')!;
    expect((await operator.post(`${organisation}/suppliers`, { code: 'ACME' })).status).toBe(303);
    const issued = await operator.post(`${organisation}/keys`, { label: 'loader' });
    const apiKey = /<pre id="key">([^<]+)<\/pre>/.exec(issued.text)![1]!;
    const { token } = (await obtainToken(service.baseUrl, apiKey)).json.data.obtainToken;
    await fetch(`${service.baseUrl}/v1/data-import/notes/create/`, {
      method: 'POST',
      headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect((await operator.get('/imports')).text).toContain('key loader <code>');

    const listed = await operator.get(organisation);
    expect(listed.text).toContain('loader');
    expect(listed.text).not.toContain(apiKey);
    const audit = await operator.get('/audit?organisation=Acme+%26+S%C3%B6hne');
    for (const action of ['organisation create', 'supplier create', 'api-key issue', 'Ticket 7'])
      expect(audit.text).toContain(action);
    expect(audit.text).not.toContain(apiKey);
  });

  it('asks before it revokes a key', async () => {
    const issued = await operator.post(`${DEMO}/keys`, { label: 'old' });
    const prefix = /<code>([^<]+)<\/code>/.exec(issued.text)![1]!;
    const asked = await operator.get(`${DEMO}/keys/${prefix}/revoke`);
    expect(asked.text).toContain('within 5 seconds');
    expect((await operator.post(`${DEMO}/keys/${prefix}/revoke`)).status).toBe(303);
    expect((await operator.get(DEMO)).text).toContain('revoked');
  });

  it('configures, pauses and resumes a supplier', async () => {
    const path = `${DEMO}/suppliers/DEMO_SUPPLIER`;
    expect((await operator.get(`${path}/status?to=Paused`)).text).toContain('refuses every import');
    expect((await operator.post(`${path}/status`, { to: 'Paused' })).status).toBe(303);
    expect((await operator.get(path)).text).toContain('badge paused');
    await operator.post(`${path}/status`, { to: 'Ongoing' });
    const changes = { document_root: 'acme/2026', supply_charge_arithmetic: 'enforce', unknown_fields: 'report' };
    expect((await operator.post(`${path}/configuration`, changes)).status).toBe(303);
    const shown = await operator.get(path);
    expect(shown.text).toContain('value="acme/2026"');
    expect(shown.text).toContain('value="enforce" selected');
  });

  it('says why a change is refused, and changes nothing', async () => {
    const refused = await operator.post(`${DEMO}/suppliers`, { code: 'DEMO_SUPPLIER' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('already has a supplier DEMO_SUPPLIER');
    expect((await operator.post(`${DEMO}/suppliers/NONE/status`, { to: 'Paused' })).status).toBe(404);
  });
});

describe('an accounts file', () => {
  it('is judged first, stored when that is confirmed, and only once', async () => {
    const rows = ['C-1,IMPORTED,LC-1,ELECTRICITY,true,2026-11-01,,false', 'C-2,NONSENSE,LC-2,ELECTRICITY,true,,,false'];
    const judged = await upload([HEADER, ...rows].join('\n'));
    expect(judged.status).toBe(200);
    expect(judged.text).toContain('Nothing is stored yet');
    expect(judged.text).toContain('value="1" title="1">1<');
    expect(judged.text).toContain('invalid_choice');
    const stored = () => service.sql('select 1 from account where external_account_number = $1', ['C-1']);
    expect(await stored()).toEqual([]);

    const action = /action="([^"]+accounts\/[^"]+)"/.exec(judged.text)![1]!;
    expect((await operator.post(action)).text).toContain('New accounts');
    expect(await stored()).toHaveLength(1);
    expect((await operator.post(action)).status).toBe(409);
    expect((await operator.get('/audit')).text).toContain('accounts.csv');
  });

  it('of another person’s preview cannot be imported', async () => {
    const judged = await upload(`${HEADER}\nC-9,IMPORTED,LC-9,ELECTRICITY,true,2026-11-01,,false`);
    const action = /action="([^"]+accounts\/[^"]+)"/.exec(judged.text)![1]!;
    const other = await console.as('operator', 'viewer');
    expect((await other.post(action)).status).toBe(409);
  });

  it('that has no rows, or is none, is refused with what to do', async () => {
    expect((await upload('')).status).toBe(409);
    expect((await operator.post(ACCOUNTS)).text).toContain('choose a file');
  });
});
