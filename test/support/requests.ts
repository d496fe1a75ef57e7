import { checkDocumented } from './openapi.ts';

export type Reply = { readonly status: number; readonly headers: Headers; readonly text: string; readonly json: any };

/** Sends a request. Throws if the response is not what the OpenAPI document says. */
export const send = async (url: string, init: RequestInit): Promise<Reply> => {
  const response = await fetch(url, init);
  const text = await response.text();
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('text/html'))
    checkDocumented({ method: init.method ?? 'GET', path: new URL(url).pathname, status, headers, text });
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
};

export const obtainToken = (baseUrl: string, apiKey: string): Promise<Reply> =>
  send(`${baseUrl}/v1/graphql/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token expiresAt } }',
      variables: { input: { apiKey } },
    }),
  });

/** Posts JSON, or text or bytes as they are. */
export type Post = (path: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;

export const poster =
  (baseUrl: string, token: string): Post =>
  (path, body, headers = {}) =>
    send(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}`, ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    });

/** Returns the status, the code and the errors of a response that refuses a request: `attr: code`. */
export const refusalOf = ({ status, json }: Reply): ReadonlyArray<unknown> => [
  status,
  json.code,
  ...json.errors.map(({ attr, code }: { readonly attr: string; readonly code: string }) => `${attr}: ${code}`),
];
