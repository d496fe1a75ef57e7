import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { respondInOrder } from '@carryover/adapters-http/http-server';
import { makeRunningRequests } from '@carryover/adapters-http/request';
import { stopServing } from '@carryover/api/serving';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aSocket, readingOf } from '../support/sockets/socket.ts';

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const BROKEN_CHUNK = '2\r\n{}\r\nzz\r\n';

type Running = { readonly request: IncomingMessage; readonly response: ServerResponse };
/** The requests that were received, in their order; each is answered by its test. */
let running: Running[] = [];
const server = createServer({ headersTimeout: 400, connectionsCheckingInterval: 50 }, (request, response) => {
  request.on('error', () => undefined);
  running.push({ request, response });
});
respondInOrder(server);
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());
beforeEach(() => {
  running = [];
});

const answer = (at: number, body: string): void => {
  running[at]!.response.setHeader('Date', '').end(body);
};

/** A client that has sent so much, `count` whole or begun requests among it; what it is sent until the end, by body or status. */
const aClient = async (sent: string, count: number, allowHalfOpen = false) => {
  const socket = aSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { allowHalfOpen });
  const { all } = readingOf(socket);
  socket.write(sent);
  await expect.poll(() => running).toHaveLength(count);
  return { socket, answers: () => all.then(bodiesOf) };
};
/** The bodies of answers; of one that Node makes, its status. */
const bodiesOf = (received: string): ReadonlyArray<string> =>
  received
    .split(/(?=HTTP\/1\.1 )/)
    .map((one) => (one === BAD_REQUEST ? '400' : /^HTTP\/1\.1 (4\d\d) /.exec(one)?.[1]) ?? one.split('\r\n\r\n')[1]!);

const isConnected = (socket: Socket): boolean => !socket.readableEnded && !socket.destroyed;

describe('bytes that are not a request, after whole requests', () => {
  it.each([
    ['}', '}'],
    ['a blank', ' '],
    ['headers too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
    ['a version that is none', 'GET / HTTP/9.9\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001'],
  ])('are answered after the running request: %s', async (_, stray, status = '400') => {
    const { socket, answers } = await aClient(GET + stray, 1);
    await delay(20);
    expect(isConnected(socket)).toBe(true);
    answer(0, 'first');
    expect(await answers()).toEqual(['first', status]);
  });

  it('are answered after all pipelined requests, whichever is ready first', async () => {
    const { answers } = await aClient(`${GET}${GET}${GET}}`, 3);
    answer(2, 'third');
    answer(0, 'first');
    await delay(20);
    answer(1, 'x'.repeat(5_000_000));
    expect(await answers()).toEqual(['first', 'x'.repeat(5_000_000), 'third', '400']);
  });

  it('may come in writes of their own, and again, while the request runs', async () => {
    const { socket, answers } = await aClient(GET, 1);
    for (const stray of ['}', 'GET / HTTP/1.1\r\n\r\n', '}']) {
      socket.write(stray);
      await delay(10);
    }
    answer(0, 'first');
    expect(await answers()).toEqual(['first', '400']);
    expect(running).toHaveLength(1);
  });

  it('cost no answer of a client that sends on and reads late', async () => {
    const { socket, answers } = await aClient(`${GET}}`, 1);
    socket.pause().write('}'.repeat(3_000_000));
    answer(0, 'first');
    await delay(20);
    socket.resume();
    expect(await answers()).toEqual(['first', '400']);
  });

  it.each(['', '}'])('cost no answer of a client that then ends its side: %j', async (stray) => {
    const { socket, answers } = await aClient(GET + stray, 1, true);
    socket.end();
    await delay(20);
    answer(0, 'first');
    expect(await answers()).toEqual(['first']);
  });

  it('close the connection also of a client that keeps its side open', async () => {
    const { socket, answers } = await aClient(`${GET}}`, 1, true);
    answer(0, 'first');
    expect(await answers()).toEqual(['first', '400']);
    const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections, { timeout: 3_000 }).toBe(0);
    socket.destroy();
  });

  it('are answered with nothing where the answer before ends the connection', async () => {
    const { answers } = await aClient(`${GET.replace('Host', 'Connection: close\r\nHost')}}`, 1);
    answer(0, 'first');
    expect(await answers()).toEqual(['first']);
  });

  it('wait for no request whose client went away', async () => {
    const { socket } = await aClient(`${GET}}`, 1);
    socket.resetAndDestroy();
    await expect.poll(() => running[0]!.response.closed).toBe(true);
  });
});

describe('a request that never ends, after a running one', () => {
  it('is timed out after the answer', async () => {
    const { answers } = await aClient(`${GET}GET / HTTP/1.1\r\nX-Slow: `, 1);
    await delay(600);
    answer(0, 'first');
    expect(await answers()).toEqual(['first', '408']);
  });
});

describe('a body that is broken while it is read', () => {
  it('is refused at once where nothing runs before it', async () => {
    const { answers } = await aClient(POST + BROKEN_CHUNK, 1);
    expect(await answers()).toEqual(['400']);
    await expect.poll(() => running[0]!.response.closed).toBe(true);
    expect(running[0]!.request.complete).toBe(false);
  });

  it('is refused after the answers before it', async () => {
    const { answers } = await aClient(GET + POST + BROKEN_CHUNK, 2);
    answer(0, 'first');
    expect(await answers()).toEqual(['first', '400']);
  });

  it('takes no answer away that its request already has', async () => {
    const { socket, answers } = await aClient(GET + POST, 2);
    answer(1, 'refused unread');
    socket.write(BROKEN_CHUNK);
    await delay(20);
    answer(0, 'first');
    expect((await answers()).slice(0, 2)).toEqual(['first', 'refused unread']);
  });
});

describe('bytes that are not a request from the first one', () => {
  it.each(['}', 'GET / HTTP/9.9\r\n\r\n', POST.replace('chunked', 'identity')])(
    'is refused at once: %j',
    async (sent) => {
      expect(await (await aClient(sent, 0)).answers()).toEqual(['400']);
    },
  );
});

describe('a service that is stopped', () => {
  it('answers the running request, then the bytes that are not a request, then has no connection', async () => {
    const { answers } = await aClient(`${GET}}`, 1);
    const on = { lifecycle: { isStopping: false }, running: makeRunningRequests(), delayMs: 0 };
    const stopped = stopServing(server, on);
    await delay(100);
    answer(0, 'first');
    expect(await answers()).toEqual(['first', '400']);
    await stopped;
  });
});
