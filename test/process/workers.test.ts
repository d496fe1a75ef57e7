import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obtainToken, send } from '../support/requests.ts';
import { aSocket } from '../support/sockets/socket.ts';
import { aProcess, type RunningProcess } from './a-process.ts';

let service: RunningProcess;
// Not at the top of the file: if no test of it runs (`-t`), `afterAll` does not either, and the process would go on.
beforeAll(async () => {
  service = await aProcess({ WORKERS: '2' });
});
afterAll(() => service.remove());

const until = async (isTrue: () => boolean): Promise<void> => {
  const deadline = Date.now() + 20_000;
  while (!isTrue() && Date.now() < deadline) await delay(50);
  expect(isTrue()).toBe(true);
};

/** Returns true if a process has ended with all its threads, though nobody heard of it yet. */
const isGone = (pid: number): boolean =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ') && readdirSync(`/proc/${pid}/task`).length === 1;

/** The statuses of so many attempts with a wrong key at once. */
const guess = async (times: number): Promise<ReadonlyArray<number>> => {
  const attempts = Array.from({ length: times }, () => obtainToken(service.demo.base_url, 'wrong'));
  return (await Promise.all(attempts)).map(({ status }) => status);
};

/** A metric's samples by worker. */
const byWorker = async (metric: string, labels = ''): Promise<Readonly<Record<string, number>>> => {
  const { text } = await send(`${service.demo.base_url}/metrics`, { method: 'GET' });
  const samples = text.matchAll(new RegExp(`^${metric}\\{${labels}worker="([^"]*)"\\} (\\S+)$`, 'gm'));
  return Object.fromEntries([...samples].map(([, worker, value]) => [worker, Number(value)]));
};
const itemsByWorker = () => byWorker('carryover_import_items_total', 'endpoint="notes/create",');
const sum = (samples: Readonly<Record<string, number>>) => Object.values(samples).reduce((a, b) => a + b, 0);

describe('several workers behind one port', () => {
  it('serve together; the service says once that it is ready', async () => {
    const { demo, output, post, workers } = service;
    expect(workers()).toHaveLength(2);
    const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => post(`note ${n}`)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(output().match(/Carryover is ready/g)).toHaveLength(1);
    expect(output()).toContain(`Carryover is ready at ${demo.base_url}`);
  });

  it('say together what each of them counts, whichever is asked', async () => {
    const counts = await Promise.all(Array.from({ length: 6 }, itemsByWorker));
    expect(counts.map(sum)).toEqual(counts.map(() => 40));
    for (const metric of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
    ])
      expect(Object.keys(await byWorker(metric)).toSorted()).toEqual(['1', '2']);
  });

  it('say once what runs, and when it was started', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { text } = await send(`${service.demo.base_url}/metrics`, { method: 'GET' });
    expect(text).toContain(`\ncarryover_build_info{version="${version}",node="${process.versions.node}"} 1\n`);
    expect(text.match(/^carryover_build_info\{/gm)).toHaveLength(1);
    const [, startedAt] = /^process_start_time_seconds (\d+)$/m.exec(text)!;
    expect(Math.abs(Number(startedAt) - Date.now() / 1_000)).toBeLessThan(120);
  });

  it('count failed attempts together', async () => {
    expect((await guess(60)).filter((status) => status === 200)).toHaveLength(20);
  });

  it('are started again when they die, and answer meanwhile; a new one counts from zero in the place of the old one', async () => {
    const { demo, workers } = service;
    const [first, second] = workers() as [number, number];
    const before = await itemsByWorker();
    const startTimes = () => byWorker('process_start_time_seconds');
    const started = await startTimes();
    const restarts = async () =>
      /^carryover_worker_restarts_total (\d+)$/m.exec(
        (await send(`${demo.base_url}/metrics`, { method: 'GET' })).text,
      )?.[1];
    expect(await restarts()).toBe('0');
    process.kill(first, 'SIGKILL');
    await until(() => !workers().includes(first));
    const health = await Promise.all(Array.from({ length: 10 }, () => send(`${demo.base_url}/readyz`, {})));
    expect(health.map(({ status }) => status)).toEqual(health.map(() => 200));
    await until(() => workers().length === 2);
    expect(workers()).toContain(second);
    await expect
      .poll(() => byWorker('process_resident_memory_bytes').then(Object.keys), { timeout: 10_000 })
      .toHaveLength(2);
    expect(await restarts()).toBe('1');
    expect(await startTimes()).toEqual({ 1: expect.not.closeTo(started[1]!, 0), 2: started[2] });
    const { 1: ended = 0, ...others } = { ...before, ...(await itemsByWorker()) };
    expect(ended).toBe(before[1] ?? 0);
    expect(others).toEqual({ 2: before[2] });
  });

  it('die without the one that supervises them, though its answer comes too late for them', async () => {
    const { child, demo, output, workers } = service;
    const socket = aSocket(demo.base_url);
    socket.write('GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n');
    const id = /x-request-id: (\S+)/i.exec(String(await once(socket, 'data')))![1]!;
    await until(() => output().includes(id));
    const dying = Number(new RegExp(`"pid":(\\d+),.*"${id}"`).exec(output())![1]);

    child.kill('SIGSTOP');
    // It asks for the metrics of all.
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n');
    await delay(300);
    process.kill(dying, 'SIGKILL');
    await until(() => isGone(dying));
    child.kill('SIGCONT');
    await until(() => output().includes('a message to a worker failed'));
    await until(() => workers().length === 2 && !workers().includes(dying));
    expect((await send(`${demo.base_url}/readyz`, {})).status).toBe(200);
  });

  it('end together when the service is told to stop', async () => {
    const [first, second] = service.workers() as [number, number];
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    for (const pid of [first, second]) expect(() => process.kill(pid, 0)).toThrow();
  });
});
