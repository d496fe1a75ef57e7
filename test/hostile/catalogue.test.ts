import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startCpuClock } from '../support/cpu-time.ts';
import { exchangeAll } from '../support/sockets/exchange.ts';
import { talk } from '../support/sockets/socket.ts';
import { note } from './catalogue/bodies.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { type Sent, toBytes, withBody } from './catalogue/request.ts';
import type { Row } from './catalogue/row.ts';
import { ask, idsOf } from './support/ask.ts';
import { expectForm } from './support/form.ts';
import { expectKept } from './support/kept.ts';
import { outcomeOf } from './support/outcome.ts';
import { aTarget } from './support/target.ts';
import { expectToAgree, twinOf } from './support/twin.ts';

/** Sixteen bodies of 16 MiB, and as much again in transit. */
const MAX_GROWTH_BYTES = 512 * 1024 * 1024;

const COUNTS = `select (select count(*)::int from accepted_import) as accepted,
  (select count(*)::int from refused_import) as refused`;

/** The work that any request may cause, including concurrent requests. */
const MAX_CPU_MS = 5_000;

/** Sends a row, its dry run first, and holds all that came of it against what the row says. */
const check = async ([, request, status, code, attr]: Row): Promise<void> => {
  const { service } = target;
  const elapsedCpu = startCpuClock();
  const isTaken = status === 201;
  const sent = request({ account: isTaken ? await target.account() : empty, token: service.token });
  const twin = twinOf(sent);
  const dryRun = twin === null ? null : await ask(service.baseUrl, twin);
  const answered = await ask(service.baseUrl, sent);

  expectForm(sent, answered);
  const outcome = outcomeOf(answered);
  expect(outcome).toMatchObject(code === null && status >= 400 ? { status } : { status, code });
  if (dryRun !== null) expectToAgree(sent, dryRun, answered);
  if (attr !== undefined) expect(outcome.attr ?? (dryRun === null ? null : outcomeOf(dryRun).attr)).toBe(attr);
  const traces = await target.tracesOf(idsOf(dryRun, answered));
  expect(Object.keys(traces)).toEqual(isTaken ? idsOf(answered) : []);
  if (isTaken) await expectKept(target, sent);
  expect(elapsedCpu()).toBeLessThan(MAX_CPU_MS);
};

const target = await aTarget();
/** An account that has nothing and, refused as it is, will have nothing. */
const empty = await target.account();
afterAll(() => target.stop());

describe.each(Object.entries(CATALOGUE))('%s', (_, rows) => {
  it.concurrent.each(rows.map((row) => ({ name: row[0], row })))('$name', ({ row }) => check(row));
});

describe('connections', () => {
  const sentOf = (body: string): Sent => note({ body })({ account: empty, token: target.service.token });
  const refused = () => toBytes(sentOf(''));

  it('answers several requests in one piece in their order', async () => {
    const { baseUrl } = target.service;
    const livez = Buffer.from('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    const answers = await exchangeAll(baseUrl, Buffer.concat([refused(), livez, refused()]), { count: 3 });
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 400]);
  });

  it('takes what follows a body for another request, which needs a token of its own', async () => {
    const smuggled = Buffer.from('POST /v1/data-import/notes/create/ HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    const answers = await exchangeAll(target.service.baseUrl, Buffer.concat([refused(), smuggled]), { count: 2 });
    expect(answers.map((answered) => outcomeOf(answered).code)).toEqual(['blank', 'not_authenticated']);
  });

  it('waits for a body that comes a byte at a time', async () => {
    const bytes = refused();
    const pieces = [bytes.subarray(0, -20), ...Array.from(bytes.subarray(-20), (byte) => Uint8Array.of(byte))];
    expect(await talk(target.service.baseUrl, pieces, { pauseMs: 2, thenMs: 100 })).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('keeps its memory whatever is decompressed', async () => {
    const part = gzipSync(Buffer.alloc(16 * 1024 * 1024), { level: 1 });
    const gigabyte = withBody(note({}), () => Buffer.concat(Array(64).fill(part)), 'gzip');
    const sent = gigabyte({ account: empty, token: target.service.token });
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(target.service.baseUrl, sent)));
    const codes = new Set(answers.map((answered) => outcomeOf(answered).code));
    // Above the capacity, some requests get a 503.
    codes.delete('service_unavailable');
    expect([...codes]).toEqual(['payload_too_large']);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES);
  });

  it('stores nothing of a body whose sender goes away but that it came, and serves the others meanwhile', async () => {
    const { service, rows } = target;
    const countsOf = async () =>
      (await rows<{ accepted: number; refused: number }>(COUNTS))[0] ?? { accepted: 0, refused: 0 };
    const before = await countsOf();
    const cut = toBytes(sentOf('a note')).subarray(0, -1);
    const leaving = Array.from({ length: 50 }, () => talk(service.baseUrl, [cut], { thenMs: 50 }));
    expect(outcomeOf(await ask(service.baseUrl, sentOf(''))).code).toBe('blank');
    expect(await Promise.all(leaving)).toEqual(Array(50).fill(''));
    const after = { accepted: before.accepted, refused: before.refused + 51 };
    await expect.poll(countsOf).toEqual(after);
  });
});

describe('the catalogue', () => {
  it('has no two rows of a family by the same name', () => {
    const names = Object.entries(CATALOGUE).flatMap(([family, rows]) => rows.map(([name]) => `${family}: ${name}`));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
