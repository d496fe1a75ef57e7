import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aFolder, theFolder } from '../support/a-file.ts';
import { theMailServer } from '../support/a-mail-server.ts';
import { aReceiver } from '../support/a-receiver.ts';
import { aServiceProcess } from '../support/a-service-process.ts';
import { anOperator } from '../support/an-operator.ts';
import { runSql } from '../support/run-sql.ts';

const server = await theMailServer();
const databaseUrl = await aDatabase();
const environment = {
  ...{ DATABASE_URL: databaseUrl, CARRYOVER_SECRET: randomBytes(32).toString('base64'), DEMO: 'off' },
};
const operator = anOperator({ ...environment, DATA_DIR: theFolder() });
await operator('organisation', 'create', '--name', 'Acme');
await operator('supplier', 'create', '--organisation', 'Acme', '--code', 'GAS\u202e');
const service = await aServiceProcess({ ...environment, DATA_DIR: theFolder() });
const receiver = await aReceiver();
afterAll(async () => {
  service.child.kill('SIGKILL');
  await server.stop();
  await receiver.close();
});
await operator('webhook', 'add', '--url', receiver.url, '--label', 'x', '--types', 'alarm.began,alarm.ended');

/** A console in a process of its own; it is killed at the end of the test. */
const aConsoleProcess = async (more: Record<string, string> = {}) => {
  const own = {
    ...environment,
    ...server.environment,
    DATA_DIR: aFolder(),
    CONSOLE_PORT: '0',
    ALARM_HELD_BACK_SECONDS: '1',
    ...more,
  };
  const child = spawn(process.execPath, ['apps/console/src/main.ts'], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const started = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    if (output.includes('Console: ')) started.resolve();
  });
  await started.promise;
  return {
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const SUPPLIER = ['--supplier', 'GAS\u202e'];
const posted = (alarm: string) => receiver.changes().flatMap(({ type, data }) => (data.alarm === alarm ? [type] : []));
/** Mails about the supplier: transactions of other tests of this database server may be alarms too. */
const mailed = () => server.mails().filter(({ headers }) => headers.subject!.startsWith('GAS'));
/** Signs in. @returns a function that reads the overview. */
const anOverview = async (output: string): Promise<() => Promise<string>> => {
  const link = /Console: (\S+)/.exec(output)![1]!;
  const cookie = (await fetch(link, { redirect: 'manual' })).headers.getSetCookie()[0]!.split(';')[0]!;
  return async () => (await fetch(new URL(link).origin, { headers: { cookie } })).text();
};

it('an alarm is told once, and its end, by several consoles of which some are killed, and a mail server that was down', {
  timeout: 90_000,
}, async () => {
  const [first, second] = await Promise.all([aConsoleProcess(), aConsoleProcess()]);
  await operator('supplier', 'pause', ...SUPPLIER);
  await expect.poll(() => posted('paused')).toEqual(['alarm.began']);
  const failing = () =>
    runSql<{ error: string }>(databaseUrl, "select error from alarm where failures > 0 and kind = 'paused'");
  await expect.poll(failing).toEqual([{ error: expect.stringContaining('ECONNREFUSED') }]);
  await first!.kill();
  await server.start();
  await expect.poll(() => mailed().length).toBe(1);
  const [began] = mailed();
  expect(began!.headers).toMatchObject({
    from: 'carryover@example.com',
    to: 'night@example.com',
    subject: expect.stringMatching(/^GAS\\u\{202e\}: paused at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
    received: expect.stringMatching(/with esmtpsa/),
    'auto-submitted': 'auto-generated',
  });
  expect(began!.text).toMatch(
    /^GAS\\u\{202e\} of Acme: paused at .*\.\n\nBegan: .* UTC\nhttp:\/\/127\.0\.0\.1:\d+\/set-up\/organisations\/Acme\/suppliers\/GAS%E2%80%AE\n/,
  );

  await operator('supplier', 'resume', ...SUPPLIER);
  await expect.poll(() => mailed().length).toBe(2);
  await operator('supplier', 'pause', ...SUPPLIER);
  await expect.poll(() => posted('paused')).toEqual(['alarm.began', 'alarm.ended', 'alarm.began']);
  await expect.poll(() => mailed().length).toBe(3);
  expect(
    mailed()
      .map(({ headers }) => headers.subject)
      .toSorted(),
  ).toEqual([
    expect.stringMatching(/: over: no longer paused$/),
    expect.stringMatching(/: paused at /),
    expect.stringMatching(/: paused at /),
  ]);
  expect(new Set(mailed().map(({ headers }) => headers['message-id'])).size).toBe(3);
  expect(receiver.changes().find(({ data }) => data.alarm === 'paused')).toMatchObject({
    type: 'alarm.began',
    source: expect.stringMatching(/^\/organisations\/.*\/suppliers\/GAS%E2%80%AE$/),
    data: { alarm: 'paused', details: { at: expect.any(String) } },
  });

  // A transaction that stays open is told while it is open, though it holds back the feed. A restart tells nothing again.
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  const { rows } = await holder.query('select commit_position()::text as position');
  const own = () =>
    receiver.changes().filter(({ data }) => data.alarm === 'held_back' && data.details.position === rows[0].position);
  await expect.poll(own).toMatchObject([{ type: 'alarm.began', source: '/' }]);
  await expect
    .poll(() => server.mails().map(({ headers }) => headers.subject))
    .toContain(
      'Carryover: a transaction of the database stays open, so that no later change is served, sealed or proven',
    );
  await second!.kill();
  const third = await aConsoleProcess({ SMTP_PASSWORD: 'wrong' });
  await operator('supplier', 'resume', ...SUPPLIER);
  await expect.poll(() => posted('paused').at(-1)).toBe('alarm.ended');
  expect(own()).toHaveLength(1);
  await holder.query('rollback');
  await expect.poll(() => own().map(({ type }) => type)).toEqual(['alarm.began', 'alarm.ended']);

  // A mail that is refused is on the overview and in the log, without the password.
  await expect.poll(await anOverview(third.output())).toMatch(/Alarms could not be mailed<\/strong> since .*535/);
  expect([third.output().includes('next try follows'), third.output().includes('wrong')]).toEqual([true, false]);
  expect(mailed()).toHaveLength(3);
});
