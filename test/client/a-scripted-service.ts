import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly json: any;
};

/** The response to a request: JSON, text, a broken connection, or none. */
export type Reply =
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly json?: unknown;
      readonly text?: string;
      /** The connection breaks after what was written. */
      readonly breaksOff?: true;
    }
  | 'reset'
  | 'hang';

export type ScriptedService = {
  readonly baseUrl: string;
  /** The requests of data-import endpoints, in the order received. */
  readonly received: ReadonlyArray<Received>;
  /** The requests for a token. */
  readonly tokenRequests: ReadonlyArray<Received>;
  readonly stop: () => Promise<void>;
};

const readAll = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
};

const give = (response: ServerResponse, reply: Reply): void => {
  if (reply === 'hang') return;
  if (reply === 'reset') return void response.socket?.destroy();
  const body = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
  response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
  if (reply.breaksOff) response.write(body, () => response.socket?.destroy());
  else response.end(body);
};

export type Script = (request: Received, number: number) => Reply | Promise<Reply>;

/**
 * A server that answers as it is told.
 *
 * @param script answers the data-import requests, which are numbered from 1.
 * @param tokenScript answers the requests for a token.
 */
export const aScriptedService = async (script: Script, tokenScript: Script): Promise<ScriptedService> => {
  const received: Received[] = [];
  const tokenRequests: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    const text = await readAll(request).catch(() => '');
    const [list, answer] = path === '/v1/graphql/' ? [tokenRequests, tokenScript] : ([received, script] as const);
    const one = { path, headers, json: text === '' ? undefined : JSON.parse(text) };
    const number = list.push(one);
    give(response, await answer(one, number));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    tokenRequests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
