import { median } from '@carryover/bench/figures';
import { ROLE, startCitusCluster } from '../../support/postgresql/a-citus-cluster.ts';
import { makeCluster } from '../../support/postgresql/a-cluster.ts';
import { aDatabaseHost, PASSWORD } from '../../support/postgresql/a-database-host.ts';
import { findCitus, HOW_TO_GET_CITUS } from '../../support/postgresql/citus.ts';
import { runSql } from '../../support/run-sql.ts';
import { type Installation, install, readPlaces } from './installation.ts';

const ROUNDS = 5;
/** The requests of a round, by their items. */
const REQUESTS = new Map([
  [1, 600],
  [100, 300],
  [1_000, 60],
]);
const CLIENTS = 6;
const ACCOUNTS = Array.from({ length: 2_000 }, (_, at) => `C-${at}`);

/** Autovacuum works in some rounds and not in others. */
const SETTINGS = { autovacuum: 'off', shared_buffers: '256MB', max_wal_size: '4GB', jit: 'off', timezone: 'UTC' };

/** A database, and the service that an account is sent to. */
type Way = {
  readonly name: string;
  readonly installation: Installation;
  readonly serviceFor: (account: string, request: number) => number;
};

let serial = 0;
const transactions = (items: number) =>
  Array.from({ length: items }, () => ({
    transaction_id: `T-${serial++}`,
    transaction_date: '2019-10-03',
    amount: '12.34',
    type: 'PAYMENT',
    reference: 'REF-1',
    payment_type: 'DIRECT_CREDIT',
  }));

let nextAccount = 0;

/** Sends the requests of a round. @returns PostgreSQL's processor time per item, in microseconds. */
const measure = async ({ installation, serviceFor }: Way, items: number): Promise<number> => {
  const requests = REQUESTS.get(items)!;
  let sent = 0;
  const client = async () => {
    while (sent < requests) {
      const request = sent++;
      const account = ACCOUNTS[nextAccount++ % ACCOUNTS.length]!;
      await installation.create(serviceFor(account, request), account, transactions(items));
    }
  };
  const before = await installation.processorTimeMs();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return ((await installation.processorTimeMs()) - before) * (1_000 / (requests * items));
};

const figures = (values: ReadonlyArray<number>): string =>
  values
    .toSorted((a, b) => a - b)
    .map((value) => value.toFixed(1).padStart(8))
    .join('');

const run = async (ways: ReadonlyArray<Way>): Promise<void> => {
  for (const items of REQUESTS.keys()) for (const way of ways) await measure(way, items);
  for (const installation of new Set(ways.map((way) => way.installation))) await installation.analyze();
  for (const items of REQUESTS.keys()) {
    const measured = ways.map((way) => ({ way, values: [] as number[] }));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { way, values } of measured) values.push(await measure(way, items));
    process.stdout.write(`\n${items} per request: µs of PostgreSQL per item, all rounds; ratio of the medians\n`);
    const base = median(measured[0]!.values);
    for (const { way, values } of measured)
      process.stdout.write(`  ${way.name.padEnd(32)}${figures(values)}  ${(median(values) / base).toFixed(2)}\n`);
  }
};

const citus = await findCitus();
if (citus === null) throw new Error(`There is no Citus here. ${HOW_TO_GET_CITUS}`);
const cluster = await startCitusCluster({ tools: citus.folder, workers: 2, settings: SETTINGS });
const host = await aDatabaseHost(citus.folder);
const server = await makeCluster(host, 'one-server', SETTINGS);
const installations: Installation[] = [];
try {
  await server.start();
  await runSql(server.url('postgres'), `create role ${ROLE} login createdb password '${PASSWORD}'`);
  const one = await install([server], ACCOUNTS);
  installations.push(one);
  const many = await install(cluster.nodes, ACCOUNTS);
  installations.push(many);
  const places = await readPlaces(cluster.nodes);
  await run([
    { name: 'one server', installation: one, serviceFor: () => 0 },
    { name: 'coordinator', installation: many, serviceFor: () => 0 },
    { name: 'workers', installation: many, serviceFor: (_, request) => 1 + (request % 2) },
    { name: 'workers, own accounts', installation: many, serviceFor: (account) => places.get(account)! },
  ]);
} finally {
  for (const installation of installations) await installation.stop();
  await server.stop('immediate').catch(() => undefined);
  await host.remove();
  await cluster.remove();
  await citus.remove();
}
