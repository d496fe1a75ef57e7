import { once } from 'node:events';
import { readdir, symlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { makeJobFiles } from '@carryover/console/jobs/job-files';
import { keepTrying } from '@carryover/console/jobs/keep-trying';
import { readForm } from '@carryover/console/web/input';
import { respond } from '@carryover/console/web/respond';
import type { Request, Response } from 'express';
import * as E from 'fp-ts/lib/Either.js';
import { v7 as makeId } from 'uuid';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { aFolder } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { aSocket, readingOf } from '../support/sockets/socket.ts';

const service = await theService();
const console = await theConsole({ ...service.operatorEnvironment, MAX_CONNECTIONS: '20' });
const host = new URL(console.baseUrl).host;

const open = (): Socket => aSocket(console.baseUrl);
const form = (path: string, length: number, cookie = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends the head of a request, and never its body. @returns what is answered before the console ends the connection. */
const answerToHead = (head: string): Promise<string> => {
  const socket = open();
  socket.write(head);
  return readingOf(socket).all;
};

describe('a body', () => {
  const paths = ['/set-up/organisations', '/reconciliation', '/sign-out'];
  it.each(paths)('of nobody is not read: %s', async (path) => {
    const start = performance.now();
    expect(await answerToHead(form(path, 100_000))).toMatch(/^HTTP\/1\.1 (401|303) /);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('of a person who may not send it is not read', async () => {
    const { cookie } = await console.as('viewer');
    expect(await answerToHead(form('/set-up/organisations', 100_000, cookie))).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('of a form that is too large is not read', async () => {
    const { cookie } = await console.as('operator');
    expect(await answerToHead(form('/set-up/organisations', 10_000_000, cookie))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('of a file that cannot be written is read no further', async () => {
    const folder = aFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { cookie } = await console.as('operator');
    const path = '/set-up/organisations/Demo%20organisation/suppliers/DEMO_SUPPLIER/accounts';
    const type = 'multipart/form-data; boundary=x';
    const socket = open();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`,
    );
    const own = await vi.waitFor(
      async () => {
        const [found] = await readdir(folder);
        expect(found).toBeDefined();
        return found!;
      },
      // A second, the default, passes on a busy machine before the request has arrived.
      { timeout: 20_000 },
    );
    await symlink('/dev/full', join(folder, own, 'upload'));
    socket.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    socket.write('a'.repeat(10_000));
    const answer = await readingOf(socket).all;
    expect([answer.slice(0, 12), answer.includes('The file cannot be kept')]).toEqual(['HTTP/1.1 500', true]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a form', () => {
  it('that does not arrive within a minute is refused', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '100' };
    const request = Object.assign(new PassThrough(), { headers });
    const read = readForm(request as unknown as Request, {} as Response);
    const refused = expect(read).rejects.toMatchObject({ status: 408, title: 'The form did not arrive' });
    request.write('name=');
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
  });
});

describe('a live page', () => {
  const aResponse = () =>
    new (class extends PassThrough {
      type() {
        return this;
      }
      set() {
        return this;
      }
      flushHeaders() {}
    })();
  const live = (
    response: PassThrough,
    events: (signal: AbortSignal) => AsyncIterable<string>,
    isSignedIn: () => Promise<boolean>,
    method = 'GET',
  ) =>
    respond(
      Object.assign(new PassThrough(), { method }) as unknown as Request,
      response as unknown as Response,
      { kind: 'events', events },
      { isSignedIn } as unknown as Parameters<typeof respond>[3],
    );

  it('ends, and not the console with it, if the database does not say whether its reader is signed in', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const response = aResponse();
    const events = async function* (signal: AbortSignal) {
      yield 'figures';
      await once(signal, 'abort');
    };
    const ended = live(response, events, () => Promise.reject(new Error('The database does not answer')));
    await vi.advanceTimersByTimeAsync(15_000);
    await ended;
    expect([response.writableEnded, String(response.read())]).toEqual([true, 'data: figures\n\n']);
  });

  it('collects nothing for a reader that does not read, and ends at once for one that asks for its head', async () => {
    let made = 0;
    const events = async function* () {
      for (; made < 5; made += 1) yield 'a'.repeat(100_000);
    };
    const isSignedIn = () => Promise.resolve(true);
    const response = aResponse();
    const ended = live(response, events, isSignedIn);
    await vi.waitFor(() => expect(response.readableLength).toBeGreaterThan(0));
    expect(made).toBe(0);
    response.read();
    await vi.waitFor(() => expect(made).toBe(1));
    response.destroy();
    await ended;
    expect(made).toBe(1);

    const head = aResponse();
    await live(head, events, isSignedIn, 'HEAD');
    expect([head.writableEnded, head.readableLength, made]).toEqual([true, 0, 1]);
  });
});

describe('the end of a job', () => {
  it('is stored once the database answers again, and given up if it does not, or if nobody waits for it', async () => {
    const away: E.Either<StoreFailure, string> = E.left({ kind: 'store_unavailable', cause: 'away' });
    const tried = async (failures: number, isOver: boolean) => {
      let tries = 0;
      const store = async () => {
        tries += 1;
        return tries <= failures ? away : E.right('stored');
      };
      return [await keepTrying(store, { tries: 3, restMs: 1, isOver: () => isOver }), tries];
    };
    expect(await tried(2, false)).toEqual([E.right('stored'), 3]);
    expect(await tried(9, false)).toEqual([away, 3]);
    expect(await tried(9, true)).toEqual([away, 1]);
  });
});

describe('the files of a run', () => {
  it('make room for those of ten later ones, but not before it has ended', async () => {
    const files = makeJobFiles(aFolder())['storage-checks'];
    const ids = Array.from({ length: 12 }, () => makeId());
    for (const id of ids) await files.create('supplier', id);
    await files.prune('supplier', new Set(ids.slice(0, 1)));
    const left = await readdir(dirname(files.folderOf('supplier', ids[0]!)));
    expect(left.toSorted()).toEqual([ids[0], ...ids.slice(2)]);
  });
});

describe('a request whose end a proxy could see elsewhere', () => {
  const post = (...lines: ReadonlyArray<string>): string =>
    [
      `POST /sign-out HTTP/1.1`,
      `Host: ${host}`,
      ...lines,
      '',
      `GET /signed-out HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ].join('\r\n');
  it.each([
    ['two lengths', post('Content-Length: 0', 'Content-Length: 40')],
    ['a length and chunks', post('Content-Length: 4', 'Transfer-Encoding: chunked')],
    ['chunks of another name', post('Transfer-Encoding: xchunked')],
    ['a space before the colon', post('Transfer-Encoding : chunked')],
    ['a folded header', post('X-Folded: a', ' b', 'Content-Length: 0')],
    ['a chunk of no size', post('Transfer-Encoding: chunked', '', 'zz')],
  ])('is refused, and nothing after it is answered: %s', async (_, bytes) => {
    expect((await answerToHead(bytes)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });
});

describe('more connections than the console takes', () => {
  it('are closed as they come, and new ones are accepted once others end', async () => {
    const held = Array.from({ length: 20 }, open);
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await readingOf(open()).all).toBe('');
    for (const socket of held) socket.destroy();
    await expect
      .poll(
        () =>
          console.nobody.get('/').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 5_000 },
      )
      .toBe(401);
  });
});
