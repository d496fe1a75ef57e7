import type { TestAccount } from '../../support/an-account.ts';

/** The account of a request. */
export type On = { readonly account: TestAccount; readonly token: string };

type Headers = ReadonlyArray<readonly [name: string, value: string]>;

/** A request as it goes over the wire; `bytes` replace everything else of one that no HTTP client would send. */
export type Sent = {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly bytes?: Uint8Array;
};

export type Request = (on: On) => Sent;

const toBody = (body: unknown): Uint8Array => {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

/** Posts JSON, or a text or bytes as they are, with the token. @param body of an account. */
export const post =
  (target: string, body: object | string | ((on: On) => unknown)): Request =>
  (on) => ({
    method: 'POST',
    target,
    headers: [
      ['Host', 'localhost'],
      ['Content-Type', 'application/json'],
      ['Authorization', `Token ${on.token}`],
    ],
    body: toBody(typeof body === 'function' ? body(on) : body),
  });

/** Without a body and without a token. */
export const bare = (method: string, target: string): Request => {
  return () => ({ method, target, headers: [['Host', 'localhost']], body: new Uint8Array() });
};

const named = (name: string) => (header: Headers[number]) => header[0].toLowerCase() !== name.toLowerCase();

/** The same request with this header in place of the one it had. */
export const withHeader =
  (request: Request, name: string, value: string): Request =>
  (on) => {
    const sent = request(on);
    return { ...sent, headers: [...sent.headers.filter(named(name)), [name, value]] };
  };

export const withoutHeader =
  (request: Request, name: string): Request =>
  (on) => {
    const sent = request(on);
    return { ...sent, headers: sent.headers.filter(named(name)) };
  };

/** With one more header, whether or not it has one of that name. */
export const withAnother =
  (request: Request, name: string, value: string): Request =>
  (on) => {
    const sent = request(on);
    return { ...sent, headers: [...sent.headers, [name, value]] };
  };

export const withMethod =
  (request: Request, method: string): Request =>
  (on) => ({ ...request(on), method });

/** @param suffix a query string with its question mark, or what else follows the path. */
export const withSuffix =
  (request: Request, suffix: string): Request =>
  (on) => {
    const sent = request(on);
    return { ...sent, target: `${sent.target}${suffix}` };
  };

export const withTarget =
  (request: Request, target: string): Request =>
  (on) => ({ ...request(on), target });

/** With the bytes of its body changed; `encoding` says how they claim to be compressed. */
export const withBody =
  (request: Request, change: (body: Uint8Array) => Uint8Array, encoding?: string): Request =>
  (on) => {
    const sent = request(on);
    const headers: Headers = encoding === undefined ? sent.headers : [...sent.headers, ['Content-Encoding', encoding]];
    return { ...sent, headers, body: change(sent.body) };
  };

/** Written to the connection as it is. */
export const raw =
  (text: (on: On) => string): Request =>
  (on) => {
    const [method = '', target = ''] = text(on).split(/[ \r\n]/, 2);
    return { method, target, headers: [], body: new Uint8Array(), bytes: Buffer.from(text(on), 'latin1') };
  };

/** Returns the bytes of the request, with the length of the body unless a header gives it. */
export const toBytes = ({ method, target, headers, body, bytes }: Sent): Uint8Array => {
  if (bytes !== undefined) return bytes;
  const saysLength = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const length: Headers = saysLength ? [] : [['Content-Length', String(body.length)]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'), body]);
};
