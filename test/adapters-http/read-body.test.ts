import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { codingOf, readBody, type SizeLimit } from '@carryover/adapters-http/read-body';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it } from 'vitest';
import { startCpuClock } from '../support/cpu-time.ts';
import { aSocket, readingOf } from '../support/sockets/socket.ts';

const saying = (headers: IncomingMessage['headers']) => codingOf({ headers } as IncomingMessage) !== null;
const typed = (type: string, encoding?: string) =>
  saying({ 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) });

describe('what a body says it is', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON', true],
    ['application/json;charset=utf-8', true],
    ['application/json \t; \tcharset="UTF-8" \t; \t', true],
    ['application/json;', true],
    ['application/json ; ', true],
    ['', false],
    [' application/json', false],
    ['application/json;;', false],
    ['application/json; ;', false],
    ['application/json; charset', false],
    ['application/json; charset=utf-16', false],
    ['application/json; charset=utf-8; charset=utf-8', false],
    ['application/json; boundary=a', false],
  ])('%j is JSON in UTF-8: %j', (type, isJson) => {
    expect(typed(type)).toBe(isJson);
  });

  it.each<[string, (spaces: string) => string]>([
    ['the type', (spaces) => `application/json${spaces}x`],
    ['a semicolon', (spaces) => `application/json;${spaces}x`],
    ['the character set', (spaces) => `application/json;charset=utf-8${spaces}x`],
    ['all of it', (spaces) => `application/json${spaces};${spaces}charset=utf-8${spaces};${spaces}x`],
  ])('is told in linear time, however many spaces follow %s', (_, header) => {
    const elapsed = startCpuClock();
    expect(typed(header(' '.repeat(1_000_000)))).toBe(false);
    // A square of a million steps takes minutes.
    expect(elapsed()).toBeLessThan(1_000);
  });

  it.each<[string, boolean]>([
    ['', true],
    [' ', true],
    [',', true],
    ['identity', true],
    [' GZip ', true],
    ['br', true],
    [',gzip,', true],
    ['gzip, gzip', false],
    ['identity, gzip', false],
    ['deflate', false],
    ['*', false],
    ['constructor', false],
  ])('an encoding %j is read: %j', (encoding, isRead) => {
    expect(typed('application/json', encoding)).toBe(isRead);
  });
});

/** The outcomes of the requests, in their order. */
let outcomes: string[];
let limit: SizeLimit;
let before: (request: IncomingMessage) => Promise<unknown>;

const describeOutcome = (read: Awaited<ReturnType<typeof readBody>>): string =>
  E.isRight(read) ? `${read.right.length} bytes` : `${read.left.status} ${read.left.code}`;

const server = createServer(async (request, response) => {
  await before(request);
  const outcome = describeOutcome(await readBody(request, limit));
  outcomes.push(outcome);
  response.end(outcome);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const head = (...headers: ReadonlyArray<string>) =>
  ['POST / HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');

/** Writes pieces, one after the other, and reads until the service has ended, or `answers` came. */
const talk = async (pieces: ReadonlyArray<string | Uint8Array>, answers: number): Promise<ReadonlyArray<string>> => {
  const socket = aSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { received } = readingOf(socket);
  for (const piece of pieces) {
    socket.write(piece);
    await sleep(20);
  }
  const bodies = () => received().match(/\d+ (?:bytes|[a-z_]+)$|\d+ (?:bytes|[a-z_]+)(?=HTTP)/gm) ?? [];
  for (let waited = 0; waited < 2_000 && bodies().length < answers; waited += 10) await sleep(10);
  socket.destroy();
  return bodies();
};

describe.each([
  ['as it is', '', (text: string) => Buffer.from(text)],
  ['compressed', 'Content-Encoding: gzip', (text: string) => gzipSync(text, { level: 0 })],
] as const)('reading a body %s', (_, encoding, encode) => {
  const post = (body: Uint8Array, length = body.length) =>
    Buffer.concat([Buffer.from(head(...(encoding === '' ? [] : [encoding]), `Content-Length: ${length}`)), body]);
  const settled = () => expect.poll(() => outcomes, { timeout: 2_000 });
  const open = () => {
    outcomes = [];
    limit = { maxBytes: 1_000 };
    before = async () => undefined;
  };

  it('gives all of it, in however many pieces it comes', async () => {
    open();
    const body = encode('x'.repeat(900));
    const whole = post(body);
    const pieces = [whole.subarray(0, -800), whole.subarray(-800, -1), whole.subarray(-1)];
    expect(await talk([...pieces, post(encode(''))], 2)).toEqual(['900 bytes', '0 bytes']);
  });

  it('gives what came before it was asked for', async () => {
    open();
    before = () => sleep(100);
    expect(await talk([post(encode('x'.repeat(10)))], 1)).toEqual(['10 bytes']);
  });

  it('answers a body that is too large before it has ended, and the next request on the connection', async () => {
    open();
    const large = encode('x'.repeat(100_000));
    const whole = post(large);
    const answered = talk([whole.subarray(0, 50_000), whole.subarray(50_000), post(encode('x'))], 2);
    expect(await answered).toEqual(['413 payload_too_large', '1 bytes']);
  });

  it('turns it away where there is no memory for it', async () => {
    open();
    let reserved = 0;
    limit = {
      maxBytes: 1_000,
      reserve: (bytes) => {
        reserved += bytes;
        return reserved <= 500;
      },
    };
    const answers = await talk([post(encode('x'.repeat(500))), post(encode('x'))], 2);
    expect(answers).toEqual(['500 bytes', '503 service_unavailable']);
  });

  it('is over when its sender goes away in the middle of it', async () => {
    open();
    await talk([post(encode('x'.repeat(20)), 100)], 0);
    await settled().toEqual(['400 parse_error']);
  });

  it('is over when its sender went away before it was asked for', async () => {
    open();
    before = (request) => new Promise((resolve) => request.once('close', resolve));
    await talk([post(encode('x'.repeat(20)), 100)], 0);
    await settled().toEqual(['400 parse_error']);
  });
});

describe('a body that says it is too large', () => {
  it('is not read at all', async () => {
    outcomes = [];
    limit = { maxBytes: 1_000, reserve: () => expect.fail('No memory is reserved.') };
    before = async () => undefined;
    expect(await talk([head('Content-Length: 1001')], 1)).toEqual(['413 payload_too_large']);
  });
});
