import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aFolder } from '../support/a-file.ts';
import { runLoader } from '../support/a-loader.ts';
import { aRootSecret } from '../support/a-random.ts';
import { aServiceProcess, type ServiceProcess } from '../support/a-service-process.ts';
import { anOperator } from '../support/an-operator.ts';
import { freePort } from '../support/free-port.ts';

/** `LOADER_KILLS=20` for the long form. */
const KILLS = Number(process.env.LOADER_KILLS ?? 5);
const ACCOUNTS = 60;

const linesOf = (file: string): ReadonlyArray<string> =>
  existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
/** The number of whole records of a journal. */
const recordsOf = (journal: string): number =>
  existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 1 : 0;
const below = (limit: number): number => Math.floor(Math.random() * limit);

/** A service on a fixed port, which can be killed and started again on the same data. */
const aMortalService = async () => {
  const environment = {
    DEMO: 'on',
    DATA_DIR: aFolder(),
    DATABASE_URL: await aDatabase(),
    CARRYOVER_SECRET: aRootSecret(),
    VENDOR_SANDBOX: 'on',
    PORT: String(await freePort()),
  };
  const start = () => aServiceProcess(environment);
  let running: ServiceProcess = await start();
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return {
    environment,
    replace: async () => {
      running.child.kill('SIGKILL');
      await running.ended;
      running = await start();
    },
  };
};

const startLoader = (args: ReadonlyArray<string>, environment: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['apps/loader/bin/carryover.mjs', 'load', '--concurrency', '2', ...args], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });

it('loses and doubles nothing when loader and service are killed at random moments', async () => {
  const service = await aMortalService();
  const environment = { DATA_DIR: service.environment.DATA_DIR };
  const folder = aFolder();
  const journal = join(folder, 'the.journal');
  const size = ['--accounts', String(ACCOUNTS), '--items-per-account', '40', '--faults', '1'];
  await runLoader(['sample', '--out', folder, ...size]);
  const operator = anOperator(service.environment);
  await operator('account', 'import', '--supplier', 'DEMO_SUPPLIER', '--file', join(folder, 'accounts.ndjson'));
  const seeded = linesOf(join(folder, 'faults.ndjson')).map((line) => JSON.parse(line));

  /** A step takes two records. */
  const perKill = Math.floor((2 * 4 * ACCOUNTS) / (KILLS + 1));
  let isBegun = false;
  for (let kills = 0; kills < KILLS; kills += 1) {
    const loader = startLoader(isBegun ? ['--resume', journal] : ['--journal', journal, folder], environment);
    const ended = once(loader, 'exit');
    const until = recordsOf(journal) + 1 + below(2 * perKill - 1);
    while (recordsOf(journal) < until && loader.exitCode === null) await sleep(5);
    if (below(2) === 0) await service.replace();
    loader.kill('SIGKILL');
    await ended;
    isBegun = recordsOf(journal) > 0;
  }
  const loader = startLoader(isBegun ? ['--resume', journal] : ['--journal', journal, folder], environment);
  const [code] = await once(loader, 'exit');
  expect(code).toBe(1);

  const rejected = readdirSync(folder)
    .filter((name) => name.endsWith('.rejected.ndjson'))
    .flatMap((name) => linesOf(join(folder, name)).map((line) => `${name} ${JSON.parse(line).line}`));
  expect(rejected.toSorted()).toEqual(seeded.map(({ file, line }) => `${file}.rejected.ndjson ${line}`).toSorted());
  const again = await runLoader(['load', '--json', '--resume', journal], environment);
  expect(again.lines.at(-1)).toMatchObject({ already_existed: 0, rejected: seeded.length, conflicts: 0, agree: false });
  const totals = join(folder, 'totals.csv');
  const reconciled = await operator('reconcile', '--supplier', 'DEMO_SUPPLIER', '--expected', totals, '--json');
  expect([reconciled.code, reconciled.json.agree]).toEqual([0, true]);
}, 600_000);
