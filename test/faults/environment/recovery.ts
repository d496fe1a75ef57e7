import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accountNumber } from '../batches/account.ts';
import { notesBatch, wholePart } from '../batches/notes.ts';
import { openConnection } from '../load/http.ts';
import type { Installation } from './installation.ts';
import { endOfLog } from './service.ts';

const POLL_MS = 25;
const READY_ASKED_FOR_MS = 120_000;
const ANSWER_WITHIN_MS = 5_000;
/** Accounts that every installation has. */
const ACCOUNTS = 100;

let probes = 0;

const isReady = async (installation: Installation, index: number): Promise<boolean> => {
  const connection = openConnection(() => installation.service(index).port, ANSWER_WITHIN_MS);
  const outcome = await connection.send({ method: 'GET', path: '/readyz' });
  connection.close();
  return outcome.kind === 'answer' && outcome.status === 200;
};

/** Waits until every process is ready and accepts a request; rejects if none does. @returns milliseconds since `over`. */
export const recovered = async (installation: Installation, over: number): Promise<number> => {
  const deadline = performance.now() + READY_ASKED_FOR_MS;
  for (let index = 0; index < installation.processes; index += 1) {
    while (!(await isReady(installation, index)) && performance.now() < deadline) await delay(POLL_MS);
    probes += 1;
    const name = `probe-${probes}`;
    const batch = notesBatch(name, accountNumber(probes % ACCOUNTS), [wholePart(name, 1, 1)]);
    const status = await installation.deliver(batch, { index });
    if (status === 201) continue;
    const log = await endOfLog(join(installation.dataDir(index), 'service.log'));
    throw new Error(`No request was taken after the fault, for ${READY_ASKED_FOR_MS / 1_000} s and more:\n${log}`);
  }
  return performance.now() - over;
};
