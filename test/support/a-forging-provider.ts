import { once } from 'node:events';
import { createServer } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';
import { freePort } from './free-port.ts';

type SigningKey = { readonly kid: string; readonly privateKey: CryptoKey; readonly jwk: JWK };

/** A key for RS256. */
export const aSigningKey = async (kid: string): Promise<SigningKey> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
};

/** An OpenID Connect provider on loopback that answers every code with the ID token it is told, whatever that is. */
export const aForgingProvider = async (published: SigningKey) => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  let keys = [published.jwk];
  let idToken = '';
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    }),
    '/keys': () => ({ keys }),
    '/token': () => ({ access_token: 'x', token_type: 'Bearer', id_token: idToken }),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  server.listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    /** From now on only this key is published. */
    rotate: (key: SigningKey) => {
      keys = [key.jwk];
    },
    answerWith: (token: string) => {
      idToken = token;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
