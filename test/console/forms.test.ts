import { afterAll, describe, expect, it } from 'vitest';
import { aConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const other = await aConsole(service.operatorEnvironment);
afterAll(other.stop);
const operator = await console.as('operator');

const DEMO = '/set-up/organisations/Demo%20organisation';
const ACCOUNTS = `${DEMO}/suppliers/DEMO_SUPPLIER/accounts`;

const tokenOf = (text: string, action: string): string =>
  new RegExp(`action="${action}"[^>]*>\\s*<input type="hidden" name="form_token" value="([^"]+)"`).exec(text)![1]!;

const keys = async () => (await service.sql('select prefix from api_key')).length;

describe('a form', () => {
  it('makes its change once, whatever is clicked: sent again, it leads to where it led', async () => {
    const page = (await operator.get(DEMO)).text;
    const fields = { code: 'ONCE', form_token: tokenOf(page, `${DEMO}/suppliers`) };
    const sent = await Promise.all([1, 2, 3].map(() => operator.post(`${DEMO}/suppliers`, fields)));
    expect(sent.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      Array(3).fill([303, `${DEMO}/suppliers/ONCE`]),
    );
    expect(await service.sql("select 1 from operator_action where supplier_code = 'ONCE'")).toHaveLength(1);
  });

  it('issues one key, also if its answer is loaded again', async () => {
    const before = await keys();
    const fields = { form_token: tokenOf((await operator.get(DEMO)).text, `${DEMO}/keys`) };
    expect((await operator.post(`${DEMO}/keys`, fields)).text).toContain('Copy the key now');
    const again = await operator.post(`${DEMO}/keys`, fields);
    expect([again.status, again.headers.get('location'), await keys()]).toEqual([303, DEMO, before + 1]);
    const flash = again.headers.get('set-cookie')!.split(';')[0]!;
    expect((await operator.get(DEMO, { cookie: `${operator.cookie}; ${flash}` })).text).toContain(
      'cannot be shown again',
    );
  });

  it('that was refused, or that somebody goes back to and edits, is another one', async () => {
    const form_token = tokenOf((await operator.get(DEMO)).text, `${DEMO}/suppliers`);
    expect((await operator.post(`${DEMO}/suppliers`, { code: 'ONCE', form_token })).status).toBe(409);
    for (const code of ['TWICE', 'EDITED'])
      expect((await operator.post(`${DEMO}/suppliers`, { code, form_token })).headers.get('location')).toContain(code);
  });

  it('of which the change is in doubt is not made again', async () => {
    const form_token = tokenOf((await operator.get(DEMO)).text, `${DEMO}/keys`);
    await operator.post(`${DEMO}/keys`, { form_token });
    await service.sql('update console_form set location = null');
    const before = await keys();
    const refused = await operator.post(`${DEMO}/keys`, { form_token });
    expect([refused.status, refused.text.includes('Look at the audit page'), await keys()]).toEqual([
      409,
      true,
      before,
    ]);
  });

  it('keeps what was typed when the session has ended, and is shown with it after a new sign-in', async () => {
    const late = await console.as('operator');
    await service.sql(
      "update console_session set last_seen_at = now() - interval '1 hour' where id_sha256 = (select id_sha256 from console_session order by created_at desc limit 1)",
    );
    const typed = { code: 'LATE & "CO"', reason: 'Ticket 8', form_token: 'T' };
    const ended = await late.post(`${DEMO}/suppliers`, typed, { referer: `${console.baseUrl}${DEMO}` });
    expect([ended.status, ended.text.includes('What you typed is kept')]).toEqual([401, true]);
    const backOf = ({ text }: { readonly text: string }) =>
      /formaction="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&');
    const back = backOf(ended);
    // Sent again too early, from the page that said so or from the form with its values, it leads to the same page.
    for (const from of [`${DEMO}/suppliers`, back])
      expect(backOf(await late.post(`${DEMO}/suppliers`, typed, { referer: `${console.baseUrl}${from}` }))).toBe(back);
    expect((await late.post(back, typed)).status).toBe(401);
    const form = await operator.post(back, typed);
    expect([
      form.status,
      form.text.includes('value="LATE &amp; &quot;CO&quot;"'),
      form.text.includes('value="Ticket 8"'),
    ]).toEqual([200, true, true]);
    expect((await operator.post(`${DEMO}/suppliers`, typed)).status).toBe(303);
  });

  it('of a person who never signed in is not read', async () => {
    expect((await console.nobody.post(`${DEMO}/suppliers`, { code: 'X' })).text).not.toContain('What you typed');
  });
});

describe('the filters of a list', () => {
  it.each([
    ['/imports?outcome=none&account=A-1', 400, 'is none of accepted'],
    ['/imports?since=yesterday', 400, 'is not a time'],
    ['/refusals?days=3', 400, 'none of the choices'],
    ['/audit?since=2026-02-30', 400, 'must be a day'],
    ['/audit?until=2026-02-30', 400, 'must be a day'],
    ['/audit?supplier=NONE', 404, 'no such supplier'],
  ])('at %s say what is wrong in the page, which keeps them', async (path, status, message) => {
    const { status: got, text } = await operator.get(path);
    expect([got, text.includes('role="search"'), text.includes('role="alert"'), text.includes(message)]).toEqual([
      status,
      true,
      true,
      true,
    ]);
    expect(text).not.toMatch(/>[^<]*\s--\w/);
  });
});

describe('an accounts file with many mistakes', () => {
  it('shows all rejected rows, page by page, and hands them out, before and after the import', async () => {
    const header =
      'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';
    const row = (number: number, status: string) =>
      `R-${number},${status},LR-${number},ELECTRICITY,true,2026-11-01,,false`;
    const rows = Array.from({ length: 150 }, (_, number) => row(number, number === 0 ? 'IMPORTED' : 'NONSENSE'));
    const sent = await operator.upload(ACCOUNTS, [header, ...rows].join('\n'), 'accounts.csv');
    const judged = await operator.follow(sent);
    const path = /action="([^"]+accounts\/[^"]+)"/.exec(judged.text)![1]!;
    expect(judged.text).toContain('Page 1 of 2');
    const second = await operator.get(`${path}?page=2`);
    expect([...second.text.matchAll(/data-label="Mistake"/g)]).toHaveLength(49);
    const file = await operator.get(`${path}/rejected`);
    expect(file.headers.get('content-disposition')).toContain('accounts.csv.rejected.csv');
    expect(file.text.trim().split('\n')).toHaveLength(150);
    expect((await operator.follow(await operator.post(path))).text).toContain('New accounts');
    expect((await operator.get(`${path}/rejected`)).text).toBe(file.text);
    expect((await operator.get(path)).text).toContain('Accounts imported');
  });
});
