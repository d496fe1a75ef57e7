import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';
import { atCommit, LOSE_THE_ANSWER } from '../support/at-commit.ts';
import { obtainToken } from '../support/requests.ts';
import { settled } from '../support/settled.ts';

const IS_CLUSTER = inject('postgresTemplate') === null;

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const operator = await console.as('operator');

const DEMO = '/set-up/organisations/Demo%20organisation';
const ACCOUNTS = `${DEMO}/suppliers/DEMO_SUPPLIER/accounts`;
const HEADER =
  'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';

const REFERENCES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>' };

/** What a browser reads from an attribute. */
const decoded = (value: string): string =>
  value.replaceAll(/&#x([0-9a-f]+);|&#(\d+);|&(\w+);/g, (found, hex, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (REFERENCES[name] ?? found),
  );

/** The fields that a browser sends of a page's form, if nobody changes them. */
const formOf = (page: string, action: string): Record<string, string> => {
  const form = new RegExp(`<form[^>]* action="[^"]*/${action}"[^>]*>([\\s\\S]*?)</form>`).exec(page)![1]!;
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1];
    if (attribute('type') === 'checkbox' && !input.includes(' checked')) continue;
    fields[attribute('name')!] = decoded(attribute('value') ?? '');
  }
  for (const [, name, options] of form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name!] = / value="([^"]*)" selected/.exec(options!)?.[1] ?? / value="([^"]*)"/.exec(options!)![1]!;
  return fields;
};

const upload = async (content: string | Uint8Array<ArrayBuffer>, name = 'accounts.csv') =>
  operator.follow(await operator.upload(ACCOUNTS, content, name));

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
    const actionsOf = async (filter: string) => {
      const { status, text } = await operator.get(`/audit?organisation=Acme+%26+S%C3%B6hne&action=${filter}`);
      return [status, [...text.matchAll(/<th scope="row"[^>]*>([^<]*)</g)].map(([, action]) => action)];
    };
    expect(await actionsOf('')).toEqual([200, ['api-key issue', 'supplier create', 'organisation create']]);
    expect(await actionsOf('supplier+create')).toEqual([200, ['supplier create']]);
    expect(await actionsOf('supplier+pause')).toEqual([200, []]);
    expect(await actionsOf('anything')).toEqual([400, []]);
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

  it('sends back each setting exactly as it is stored, and nothing is changed by saving what was shown', async () => {
    const path = `${DEMO}/suppliers/DEMO_SUPPLIER`;
    const root = '\u00a0acme\u200b/"2026\u2003&amp; ';
    await service.operator.changeSupplier('DEMO_SUPPLIER', { documentRoot: root });
    const form = formOf((await operator.get(path)).text, 'configuration');
    expect(form.document_root).toBe(root);
    expect((await operator.post(`${path}/configuration`, form)).status).toBe(303);
    expect(await service.sql(`select document_root from import_supplier where code = 'DEMO_SUPPLIER'`)).toEqual([
      { document_root: root },
    ]);
    expect((await operator.get(path)).text).not.toContain('\u200b');
    await service.operator.changeSupplier('DEMO_SUPPLIER', { documentRoot: '' });
  });

  it('tells the later of two people who edit one supplier, and stores theirs only if they say so', async () => {
    const path = `${DEMO}/suppliers/DEMO_SUPPLIER`;
    const [one, other] = [await operator.get(path), await operator.get(path)].map(({ text }) =>
      formOf(text, 'configuration'),
    );
    const first = await operator.post(`${path}/configuration`, { ...one, document_root: 'first' });
    expect(first.status).toBe(303);
    const later = await operator.post(`${path}/configuration`, {
      ...other,
      document_root: 'later',
      reason: 'Ticket 9',
    });
    expect(later.status).toBe(409);
    expect(later.text).toMatch(
      /<th [^>]*>Document root<\/th><td [^>]*>[^<]*<\/td><td [^>]*><strong>first<\/strong><\/td><td [^>]*>later<\/td>/,
    );
    expect((await operator.get(path)).text).toContain('value="first"');
    const nevertheless = formOf(later.text, 'configuration');
    expect(nevertheless).toMatchObject({ document_root: 'later', reason: 'Ticket 9' });
    expect((await operator.post(`${path}/configuration`, nevertheless)).status).toBe(303);
    expect((await operator.get(path)).text).toContain('value="later"');
    expect((await operator.post(`${path}/configuration`, { ...one, shown: '{}' })).status).toBe(400);
    // A form that comes back after a new sign-in still says what it showed before.
    const [to, action] = [path, `${path}/configuration`].map(encodeURIComponent);
    const kept = formOf((await operator.post(`/kept?to=${to}&action=${action}`, one)).text, 'configuration');
    expect(kept.document_root).toBe(one!.document_root);
    expect((await operator.post(`${path}/configuration`, kept)).status).toBe(409);
    // So does that of the page above, on which what is off is sent as off.
    const again = formOf((await operator.post(`/kept?to=${to}&action=${action}`, nevertheless)).text, 'configuration');
    const settings = [nevertheless.verify_documents, again.verify_documents, again.shown];
    expect(settings).toEqual(['off', undefined, nevertheless.shown]);
  });

  it('changes no status that somebody else has changed since it was shown', async () => {
    const path = `${DEMO}/suppliers/DEMO_SUPPLIER`;
    const asked = formOf((await operator.get(`${path}/status?to=Paused`)).text, 'status');
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Complete' });
    const refused = await operator.post(`${path}/status`, asked);
    expect([refused.status, refused.text.includes('it is Complete now')]).toEqual([409, true]);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Ongoing' });
    expect((await operator.post(`${path}/status`, asked)).status).toBe(303);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Ongoing' });
  });

  it('says what is proven before a supplier is completed, and needs a reason without a proof', async () => {
    const path = `${DEMO}/suppliers/DEMO_SUPPLIER`;
    const page = (await operator.get(`${path}/status?to=Complete`)).text;
    expect(page).toContain('<strong>Not proven</strong>: no reconciliation has agreed;');
    expect(page).toContain('Complete without proof');
    expect(page).toMatch(/<input id="reason"[^>]* required>/);
    const asked = formOf(page, 'status');
    for (const reason of ['', ' ']) {
      const refused = await operator.post(`${path}/status`, { ...asked, reason });
      expect([refused.status, refused.text.includes('give a reason')]).toEqual([400, true]);
    }
    expect((await operator.get(path)).text).toContain('>Ongoing<');
    const done = await operator.post(`${path}/status`, { ...asked, reason: 'The client has gone' });
    expect(done.status).toBe(303);
    expect((await operator.get('/audit')).text).toContain('The client has gone');
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Ongoing' });
  });

  it('completes with a proof without a reason, and not if something was imported since it was shown', async () => {
    const path = `${DEMO}/suppliers/DEMO_SUPPLIER`;
    const command = anOperator(service.operatorEnvironment);
    const reconcile = async (set: string, totals: ReadonlyArray<object>) => {
      const body = { import_supplier: 'DEMO_SUPPLIER', set, totals, complete: true };
      expect((await service.post('/v1/data-import/control-totals/register/', body)).status).toBe(201);
      await settled(service);
      expect((await command('verify-storage', '--supplier', 'DEMO_SUPPLIER')).code).toBe(0);
      return command('reconcile', '--supplier', 'DEMO_SUPPLIER', '--registered', '--json');
    };
    const { external_account_number } = service.demoAccount;
    expect((await reconcile('BEFORE', [])).json.verdict).toBe('agree');
    const page = (await operator.get(`${path}/status?to=Complete`)).text;
    expect(page).toContain('>Proven<');
    expect(page).toContain('Reason (optional)');
    const asked = formOf(page, 'status');
    await service.post('/v1/data-import/notes/create/', { ...service.demoAccount, notes: [{ body: 'late' }] });
    const refused = await operator.post(`${path}/status`, { ...asked, reason: 'Ready' });
    expect([refused.status, refused.text.includes('is not proven')]).toEqual([400, true]);
    expect((await reconcile('AFTER', [{ external_account_number, type: 'NOTE', count: 1 }])).json.verdict).toBe(
      'agree',
    );
    expect((await operator.get(`${path}/status?to=Complete`)).text).toContain('<code>AFTER</code>');
    expect((await operator.post(`${path}/status`, asked)).status).toBe(303);
    expect((await operator.get(path)).text).toContain('>Complete<');
    const shown = (await operator.get('/suppliers/Demo%20organisation/DEMO_SUPPLIER')).text;
    expect(shown).toMatch(/>Proven<[\s\S]*registered as AFTER[\s\S]*Against the registered control totals/);
    await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Ongoing' });
  });

  it('leaves out spaces around the name of an organisation, and takes no code with them', async () => {
    const trimmed = await operator.post('/set-up/organisations', { name: ' Trimmed\u00a0' });
    expect(trimmed.headers.get('location')).toBe('/set-up/organisations/Trimmed');
    const refused = await operator.post(`${DEMO}/suppliers`, { code: ' ACME' });
    expect([refused.status, refused.text.includes('by the operator’s command')]).toEqual([400, true]);
  });

  it('does not say that nothing was changed if the response to a commit is lost', async () => {
    // A cluster has no triggers.
    if (IS_CLUSTER) return;
    await atCommit(service, 'lost', LOSE_THE_ANSWER);
    const { status, text } = await operator.post('/set-up/organisations', { name: 'Lost', reason: 'lost' });
    expect([status, text.includes('It is not known whether the change was made')]).toEqual([500, true]);
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
    expect((await operator.follow(await operator.post(action))).text).toContain('New accounts');
    expect(await stored()).toHaveLength(1);
    const again = await operator.post(action);
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('has the file if it was imported')]);
    expect((await operator.get('/audit')).text).toContain('accounts.csv');
  });

  it('that is damaged has its SHA-256 in the audit', async () => {
    const rows = ['C-7', 'C-8'].map((number) => `${number},IMPORTED,L-${number},ELECTRICITY,true,2026-11-01,,false`);
    const file = Buffer.concat([zstdCompressSync([HEADER, ...rows, ''].join('\n')), Buffer.from('more')]);
    const judged = await upload(file, 'damaged.csv');
    await operator.post(/action="([^"]+accounts\/[^"]+)"/.exec(judged.text)![1]!);
    const ended = await service.sql(
      "select after->>'sha256' as sha256 from operator_action where after->>'file' = 'damaged.csv' and after->>'state' = 'finished'",
    );
    expect(ended).toEqual([{ sha256: createHash('sha256').update(file).digest('hex') }]);
  });

  it('of another person’s preview cannot be imported, nor one that made room for five later ones', async () => {
    const file = `${HEADER}\nC-9,IMPORTED,LC-9,ELECTRICITY,true,2026-11-01,,false`;
    const judged = await upload(file);
    const action = /action="([^"]+accounts\/[^"]+)"/.exec(judged.text)![1]!;
    const other = await console.as('operator', 'viewer');
    expect((await other.post(action)).status).toBe(409);
    for (let more = 0; more < 4; more += 1) await upload(file);
    expect((await operator.get(action)).status).toBe(200);
    await upload(file);
    expect((await operator.get(action)).text).toContain('The latest five of a person are kept');
  });

  it('that has no rows, or is none, is refused with what to do', async () => {
    expect((await upload('')).status).toBe(409);
    expect((await operator.post(ACCOUNTS)).text).toContain('choose a file');
  });
});

describe('an organisation', () => {
  it('is renamed by an operator of all, unless its name is that of another one by now', async () => {
    expect((await operator.post('/set-up/organisations', { name: 'Norrd' })).status).toBe(303);
    const { text } = await operator.get('/set-up/organisations/Norrd');
    const form = formOf(text, 'rename');
    const rename = (at: string, fields: object) =>
      operator.post(`/set-up/organisations/${at}/rename`, { ...form, ...fields });
    const renamed = await rename('Norrd', { name: ' Nord & Söhne ', reason: 'A typo' });
    expect(renamed.headers.get('location')).toBe('/set-up/organisations/Nord%20%26%20S%C3%B6hne');
    expect((await operator.follow(renamed)).text).toContain('<h1>Nord &amp; Söhne</h1>');
    // The old address leads to the new one, also for a program that asks for its head alone.
    const head = { method: 'HEAD', redirect: 'manual', headers: { cookie: operator.cookie } } as const;
    expect((await fetch(`${console.baseUrl}/set-up/organisations/Norrd`, head)).status).toBe(303);
    // The form is of an organisation that has another name meanwhile, and its name is another one's.
    const late = await rename('Norrd', { name: 'Third' });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('is now named Nord &amp; Söhne')]);
    await operator.post('/set-up/organisations', { name: 'Other' });
    expect((await rename('Other', { name: 'Third' })).text).toContain('has renamed the organisation');
    expect((await rename('Nord%20%26%20S%C3%B6hne', { name: ' ' })).status).toBe(400);
    const { json } = await anOperator(service.operatorEnvironment)('audit', 'list', '--json');
    expect(json.find(({ action }: any) => action === 'organisation rename')).toMatchObject({
      ...{ performed_by: 'operator', reason: 'A typo', before: { name: 'Norrd' } },
    });
  });
});
