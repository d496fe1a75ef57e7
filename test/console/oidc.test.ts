import { readConsoleConfig } from '@carryover/console/config/config';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it } from 'vitest';
import { aConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anIdentityProvider, aPerson } from '../support/an-identity-provider.ts';
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
    const seen = await aPerson('ada').open(`${console.baseUrl}/sign-in?to=//evil.example/`);
    expect(seen.url).toBe(`${console.baseUrl}/`);
  });

  it('has no one-time link', async () => {
    expect(console.signInUrl).toBe(console.baseUrl);
    expect(await service.sql('select 1 from console_sign_in_link')).toEqual([]);
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

  it('allows the console to listen for other machines', () => {
    expect(mistakes({ CONSOLE_HOST: '0.0.0.0' })).toHaveLength(1);
    const rest = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', CONSOLE_BASE_URL: 'https://console.example' };
    expect(mistakes({ ...rest, OIDC_ISSUER: 'https://id.example', CONSOLE_HOST: '0.0.0.0' })).toEqual([]);
  });
});
