import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

type IdentityProvider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Says which claims a person has; `name` and `roles` are sent in the ID token. */
  readonly enrol: (login: string, claims: { readonly name: string; readonly roles?: unknown }) => void;
  readonly stop: () => Promise<void>;
};

/** An OpenID Connect provider on loopback. Each person signs in with any password. */
export const anIdentityProvider = async (redirectUri: string): Promise<IdentityProvider> => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const [clientId, clientSecret] = ['console', randomBytes(24).toString('hex')];
  const people = new Map<string, object>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'roles'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(24).toString('hex')] },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: async () => ({ sub: login, ...people.get(login) }),
    }),
  });
  const server = createServer(provider.callback());
  server.listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    clientId,
    clientSecret,
    enrol: (login, claims) => people.set(login, claims),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

type Seen = { readonly url: string; readonly status: number; readonly text: string };

/**
 * A browser that keeps cookies, follows redirects, and fills in the forms of the provider for this person.
 *
 * `prompts` has the forms of the provider that it was asked to fill in.
 */
export const aPerson = (login: string) => {
  const prompts: string[] = [];
  const cookies = new Map<string, string>();
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie } });
    for (const one of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!;
      if (value === '') cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return response;
  };
  return {
    cookies,
    prompts,
    /** Sends a form. A redirect is not followed. */
    post: (url: string, fields: Record<string, string>): Promise<Response> =>
      ask(url, { method: 'POST', body: new URLSearchParams(fields) }),
    open: async (address: string): Promise<Seen> => {
      let url = address;
      let response = await ask(url);
      for (;;) {
        const location = response.headers.get('location');
        if (location !== null) {
          url = new URL(location, url).href;
          response = await ask(url);
          continue;
        }
        const text = await response.text();
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1];
        if (prompt === undefined) return { url, status: response.status, text };
        prompts.push(prompt);
        const fields = prompt === 'login' ? { prompt, login, password: 'x' } : { prompt };
        response = await ask(url, { method: 'POST', body: new URLSearchParams(fields) });
      }
    },
  };
};
