import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An answer of the gateway's own. `passesOn`: the service serves the request, and its answer is dropped. */
export type OwnAnswer = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly passesOn?: boolean;
};

/** `pass`; `lose`: passed on, and its response lost; `drop`: never passed on; or an answer of its own. */
type Fate = 'pass' | 'lose' | 'drop' | OwnAnswer;

/** Decides about a request by its path and its number, from 1, among the requests of that path. */
export type Decide = (path: string, number: number) => Fate;

export type Gateway = {
  readonly baseUrl: string;
  decide: Decide;
  /** The number of requests so far by path. */
  readonly counts: ReadonlyMap<string, number>;
};

/** A server between a client and the service, which loses what it is told to lose. */
export const aGateway = async (serviceUrl: string, decide: Decide = () => 'pass'): Promise<Gateway> => {
  const counts = new Map<string, number>();
  const gateway = { baseUrl: '', decide, counts };
  const server = createServer(async (received, response) => {
    const path = received.url ?? '';
    const number = (counts.get(path) ?? 0) + 1;
    counts.set(path, number);
    const fate = gateway.decide(path, number);
    if (fate === 'drop') return void received.socket.destroy();
    const end = ({ status, headers = {}, body = '{}' }: OwnAnswer) =>
      void response.writeHead(status, headers).end(body);
    if (typeof fate === 'object' && fate.passesOn !== true) return end(fate);
    const passedOn = request(`${serviceUrl}${path}`, { method: received.method, headers: received.headers });
    received.pipe(passedOn);
    const [answer] = await once(passedOn, 'response');
    if (typeof fate === 'object') {
      answer.resume();
      return void answer.once('end', () => end(fate));
    }
    if (fate === 'lose') {
      answer.resume();
      return void answer.once('end', () => received.socket.destroy());
    }
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  gateway.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gateway;
};
