import { spawnSync } from 'node:child_process';
import { readConsoleConfig } from '@carryover/console/config';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it } from 'vitest';
import { aConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anIdentityProvider, aPerson } from '../support/an-identity-provider.ts';
import { anOperator } from '../support/an-operator.ts';
import { freePort } from '../support/free-port.ts';

const service = await theService();
const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}`;
const provider = await anIdentityProvider(`${baseUrl}/sign-in/callback`);
afterAll(provider.stop);
const environment = {
  ...service.operatorEnvironment,
  CONSOLE_PORT: String(port),
  CONSOLE_BASE_URL: baseUrl,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
};
const console = await theConsole(environment);

describe('sign-in by OpenID Connect', () => {
  it('leads to the page that was asked for, with the union of the roles in the claim', async () => {
    provider.enrol('ada', { name: 'Ada L.', roles: ['viewer', 'auditor@Demo organisation', 'admin'] });
    const ada = aPerson('ada');
    const seen = await ada.open(`${console.baseUrl}/audit?supplier=DEMO_SUPPLIER`);
    expect([seen.status, seen.url]).toEqual([200, `${console.baseUrl}/audit?supplier=DEMO_SUPPLIER`]);
    expect(seen.text).toContain('Ada L.');
    expect(seen.text).toContain('viewer, auditor@Demo organisation');
  });

  it('refuses a person without a role, and names the claim', async () => {
    provider.enrol('bob', { name: 'Bob', roles: ['admin', 'operator@', 'superviewer'] });
    const bob = aPerson('bob');
    const seen = await bob.open(`${console.baseUrl}/`);
    expect(seen.status).toBe(403);
    expect(seen.text).toContain('You are known as Bob, but the claim roles gives you no role');
    expect((await bob.open(`${console.baseUrl}/signed-out`)).status).toBe(200);
  });

  it('refuses the answer to a sign-in that another browser started', async () => {
    provider.enrol('eve', { name: 'Eve', roles: ['operator'] });
    const stranger = aPerson('eve');
    const answer = await stranger.open(`${console.baseUrl}/sign-in/callback?code=stolen&state=guessed`);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('This browser did not start the sign-in');
  });

  it('never leads to another site', async () => {
    const to = '/%09/evil.example';
    const seen = await aPerson('ada').open(`${console.baseUrl}/sign-in?to=${to}`);
    expect(new URL(seen.url).origin).toBe(console.baseUrl);
    // A browser that comes from the provider's page is led on by the page itself.
    const started = await fetch(`${console.baseUrl}/sign-in?to=${to}`, { redirect: 'manual' });
    const [, attempt] = /_sign_in=([^;]+)/.exec(started.headers.getSetCookie().join())!;
    expect(JSON.parse(Buffer.from(attempt!, 'base64url').toString()).to).toBe('/');
  });

  it('leads from an address that no cookie can keep to the overview', async () => {
    const seen = await aPerson('ada').open(`${console.baseUrl}/audit?person=${'x'.repeat(5_000)}`);
    expect([seen.status, seen.url]).toEqual([200, `${console.baseUrl}/`]);
  });

  it('is led to by pages alone: not by a form, nor by what a script asks for while somebody signs in', async () => {
    const sent = await console.nobody.post('/set-up/organisations', { name: 'Late' });
    const asked = await console.nobody.get('/imports/newer', { 'hx-request': 'true' });
    for (const { status, headers, text } of [sent, asked])
      expect([status, headers.getSetCookie(), text.includes('Nothing was changed')]).toEqual([401, [], true]);
  });

  it('has no one-time link', async () => {
    expect(console.signInUrl).toBe(console.baseUrl);
    expect(await service.sql('select 1 from console_sign_in_link')).toEqual([]);
  });

  it('ends sessions that a link began before the provider was set, and offers no other link', async () => {
    const { status } = await (await console.as('operator')).get('/audit');
    expect(status).toBe(303);
    expect((await console.nobody.get('/sign-in?link=x')).headers.get('location')).toContain(provider.issuer);
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, ...withoutProvider } = environment;
    const before = await aConsole({ ...withoutProvider, CONSOLE_PORT: '0' });
    await before.stop();
    const link = before.signInUrl.slice(before.baseUrl.length);
    expect((await console.nobody.get(link)).headers.getSetCookie()[0]).toContain('_sign_in=');

    const refused = spawnSync(process.execPath, ['apps/console/src/main.ts', 'link'], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    });
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toBe(
      `There are no sign-in links, because OIDC_ISSUER is set: people sign in at ${provider.issuer}, with the roles that it gives them. Open ${baseUrl}.\n`,
    );
  });

  it('keeps the id of the person at the provider in the audit, beside a name that others may have', async () => {
    provider.enrol('sub-of-grace', { name: 'Ada L.', roles: ['operator'] });
    const grace = aPerson('sub-of-grace');
    await grace.open(`${console.baseUrl}/`);
    const created = await grace.post(`${console.baseUrl}/set-up/organisations`, { name: 'By Grace' });
    expect(created.status).toBe(303);
    const { json, out } = await anOperator(service.operatorEnvironment)('audit', 'list', '--json');
    expect(json[0]).toMatchObject({
      performed_by: 'Ada L.',
      performed_by_subject: 'sub-of-grace',
      performed_by_issuer: provider.issuer,
      organisation: 'By Grace',
    });
    expect(out).toContain('sub-of-grace');
    const text = (await anOperator(service.operatorEnvironment)('audit', 'list')).out;
    expect(text).toContain(`Ada L. (sub-of-grace, ${provider.issuer})`);
    expect((await grace.open(`${console.baseUrl}/audit`)).text).toContain(`sub-of-grace, ${provider.issuer}`);
    expect((await grace.open(`${console.baseUrl}/sessions`)).text).toContain(`sub-of-grace, ${provider.issuer}`);
    // Sample data are imported by programs of their own.
    expect((await grace.post(`${console.baseUrl}/sample-data`, {})).status).toBe(303);
    const by = `Ada L. (sub-of-grace, ${provider.issuer})`;
    const imports = "select distinct performed_by from operator_action where action = 'account import'";
    await expect.poll(() => service.sql(imports)).toEqual([{ performed_by: by }]);
    await grace.post(`${console.baseUrl}/sample-data/stop`, {});
    expect(console.log()).toContain(`"event":"sign_in","subject":"sub-of-grace","issuer":"${provider.issuer}"`);
  });

  it('asks for a password again before a change that cannot be taken back', async () => {
    provider.enrol('lin', { name: 'Lin', roles: ['operator'] });
    const lin = aPerson('lin');
    await lin.open(`${console.baseUrl}/`);
    const keys = `${console.baseUrl}/set-up/organisations/Demo%20organisation/keys`;
    const issue = () => lin.post(keys, { label: 'of Lin' });
    expect((await issue()).status).toBe(200);

    await service.sql("update console_session set authenticated_at = now() - interval '16 minutes'");
    const asked = await issue();
    const text = await asked.text();
    expect(asked.status).toBe(401);
    expect(text).toContain('value="of Lin"');
    const again = /href="(\/sign-in\?[^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&');
    lin.prompts.length = 0;
    const seen = await lin.open(`${console.baseUrl}${again}`);
    expect(lin.prompts).toContain('login');
    expect(seen.url).toBe(`${console.baseUrl}/set-up/organisations/Demo%20organisation`);
    expect((await issue()).status).toBe(200);

    const note = { ...service.demoAccount, notes: [{ body: 'To be undone' }] };
    const id = (await service.post('/v1/data-import/notes/create/', note)).headers.get('x-import-id');
    expect((await lin.post(`${console.baseUrl}/imports/${id}/undo`, { reason: 'Sent twice' })).status).toBe(303);
    const page = await lin.open(`${console.baseUrl}/imports/${id}`);
    expect(page.text).toContain(`Lin (lin, ${provider.issuer})`);
  });

  it('says so if the provider does not answer', async () => {
    const port = String(await freePort());
    const issuer = `http://127.0.0.1:${await freePort()}`;
    const baseUrl = `http://127.0.0.1:${port}`;
    const other = await aConsole({
      ...environment,
      CONSOLE_PORT: port,
      CONSOLE_BASE_URL: baseUrl,
      OIDC_ISSUER: issuer,
    });
    try {
      const seen = await aPerson('ada').open(baseUrl);
      expect(seen.status).toBe(503);
      expect(seen.text).toContain('The identity provider does not answer');
    } finally {
      await other.stop();
    }
  });
});

describe('the configuration of the provider', () => {
  const mistakes = (variables: Record<string, string>) => {
    const config = readConsoleConfig(variables);
    return E.isLeft(config) ? config.left : [];
  };
  it('must be complete', () => {
    expect(mistakes({ OIDC_ISSUER: 'https://id.example' })).toEqual([
      'OIDC_CLIENT_ID must be set if OIDC_ISSUER is set',
      'OIDC_CLIENT_SECRET must be set if OIDC_ISSUER is set',
      'CONSOLE_BASE_URL must be set if OIDC_ISSUER is set: the provider sends the browser back there',
    ]);
    expect(mistakes({ OIDC_CLIENT_ID: 'a' })).toEqual(['OIDC_CLIENT_ID requires OIDC_ISSUER']);
  });

  it('must use HTTPS, except on this machine', () => {
    const rest = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', CONSOLE_BASE_URL: 'https://console.example' };
    expect(mistakes({ ...rest, OIDC_ISSUER: 'http://id.example' })).toEqual([
      'OIDC_ISSUER must use HTTPS, except on this machine',
    ]);
  });

  it('must not be below a path, and has the address of the console as browsers name it', () => {
    expect(mistakes({ CONSOLE_BASE_URL: 'https://console.example/carryover' })).toEqual([
      'CONSOLE_BASE_URL must be a scheme, a host and maybe a port: the console cannot be below a path',
    ]);
    for (const address of ['HTTPS://Console.Example:443//', 'https://console.example'])
      expect(readConsoleConfig({ CONSOLE_BASE_URL: address })).toMatchObject({
        right: { baseUrl: 'https://console.example' },
      });
  });

  it('allows the console to listen for other machines', () => {
    expect(mistakes({ CONSOLE_HOST: '0.0.0.0' })).toHaveLength(1);
    const rest = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', CONSOLE_BASE_URL: 'https://console.example' };
    expect(mistakes({ ...rest, OIDC_ISSUER: 'https://id.example', CONSOLE_HOST: '0.0.0.0' })).toEqual([]);
  });
});
