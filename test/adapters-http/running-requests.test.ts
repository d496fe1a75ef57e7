import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { toErrorAnswer } from '@carryover/adapters-http/errors/rejection';
import type { Step } from '@carryover/adapters-http/request';
import { begin, makeRunningRequests, respond } from '@carryover/adapters-http/request';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aSocket } from '../support/sockets/socket.ts';

const running = makeRunningRequests();
/** One for each request that was received, in their order: answers it with this. */
let answers: ((body: string) => void)[] = [];

const telemetry = {
  logger: pino({ level: 'silent' }),
  running,
  observe: () => undefined,
  trace: <A>(_of: unknown, run: () => Promise<A>) => run(),
};
const serve: Step = async (_request, response) => {
  const body = await new Promise<string>((resolve) => answers.push(resolve));
  respond(response, { status: 200, body });
};
const server = createServer(express().use(begin(telemetry, 'test', toErrorAnswer), serve));
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());
beforeEach(() => {
  answers = [];
});

/** A client that has sent so many requests, one behind the other, and reads nothing. */
const aClient = async (requests: number) => {
  const client = aSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests));
  await expect.poll(() => answers).toHaveLength(requests);
  return client;
};

describe('a request', () => {
  it('runs until its answer is sent, however slowly that is read', async () => {
    const client = await aClient(1);
    answers[0]!('x'.repeat(20_000_000));
    await delay(100);
    expect(running.count()).toBe(1);
    client.resume();
    await running.settled();
    client.destroy();
  });

  it('runs until it is worked off where its client went away, and its answer waited for others', async () => {
    const client = await aClient(3);
    answers[1]!('early');
    await delay(50);
    client.destroy();
    await expect.poll(running.count).toBe(2);
    answers[0]!('late');
    answers[2]!('late');
    await running.settled();
    expect(running.count()).toBe(0);
  });
});
