import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { anEmptyDatabase } from '../support/a-database.ts';
import { aFolder } from '../support/a-file.ts';
import { aReceiver } from '../support/a-receiver.ts';
import { aServiceProcess } from '../support/a-service-process.ts';
import { anOperator } from '../support/an-operator.ts';

/** Changes that are there when the webhook is added. */
const BEFORE = 2;

it('what a killed service was sending, another one sends within seconds, in order and at least once', async () => {
  const environment = {
    ...{ DATABASE_URL: await anEmptyDatabase(), CARRYOVER_SECRET: randomBytes(32).toString('base64'), DEMO: 'off' },
  };
  const start = async () => {
    const service = await aServiceProcess({ ...environment, DATA_DIR: aFolder() });
    onTestFinished(() => void service.child.kill('SIGKILL'));
    return service;
  };
  const first = await start();
  const operator = anOperator({ ...environment, DATA_DIR: aFolder() });
  await operator('organisation', 'create', '--name', 'Acme');
  await operator('supplier', 'create', '--organisation', 'Acme', '--code', 'S');
  const changed: string[] = [];
  const change = async () => {
    const verb = changed.length % 2 === 0 ? 'pause' : 'resume';
    expect((await operator('supplier', verb, '--supplier', 'S')).code).toBe(0);
    changed.push(verb === 'pause' ? 'Paused' : 'Ongoing');
  };
  for (let number = 0; number < BEFORE; number += 1) await change();

  // The first delivery arrives, and its sender is killed before it has the answer.
  let isHeld = true;
  const receiver = await aReceiver(() => (isHeld ? undefined : 204));
  onTestFinished(receiver.close);
  await operator('webhook', 'add', '--url', receiver.url, '--label', 'x');
  await expect.poll(() => receiver.deliveries.length, { timeout: 10_000 }).toBe(1);
  await start();
  first.child.kill('SIGKILL');
  isHeld = false;
  await change();
  const got = () => receiver.deliveries.slice(1).flatMap(({ changes }) => changes.map(({ data }) => data.to));
  await expect.poll(got, { timeout: 10_000 }).toEqual(changed);
  await change();
  await expect.poll(got, { timeout: 2_000 }).toEqual(changed);
  const [held, again] = receiver.deliveries;
  expect(again!.changes.slice(0, BEFORE)).toEqual(held!.changes);
});
