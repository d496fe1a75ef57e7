import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { figure as column, tableLines, word } from '@carryover/terminal/table';
import autocannon from 'autocannon';
import { endProgress, figure, median, megabytes, percentile, progress } from './figures.ts';
import { machineTimeMs, peakMemoryBytes, processorTimeMs, startLogging, stop, untilLogged } from './processes.ts';
import { ACCOUNT_PREFIX, bodiesOf, SCENARIOS, type Scenario } from './requests.ts';
import { addAccounts, addFloorSchema, numberOf, type Workbench } from './workbench.ts';

/** A contender that is ready to be loaded. */
export type Contender = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
};

const TOKEN = 'mutation { obtainToken(input: {apiKey: "KEY"}) { token } }';

/** This service, started as `npm start` starts it: its own defaults, every check on, one log line per request. */
export const startService = async (
  bench: Workbench,
  name: string,
  accounts: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Contender> => {
  const databaseUrl = await bench.createDatabase(name);
  const dataDir = join(bench.folder, name);
  await mkdir(dataDir);
  const log = join(dataDir, 'service.log');
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', DEMO: 'on', TOKEN_LIFETIME_SECONDS: '86400' };
  const child = await startLogging('start', { ...own, ...environment }, log);
  try {
    const url = (await untilLogged(log, /Carryover is ready at (http:\/\/\S+)/, child))[1]!;
    const { api_key: key } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
    const asked = await fetch(`${url}/v1/graphql/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: TOKEN.replace('KEY', key) }),
    });
    const { data } = (await asked.json()) as { data: { obtainToken: { token: string } } };
    // Only now: the supplier is the demo's, which the service has just made.
    await addAccounts(databaseUrl, accounts);
    const headers = { Authorization: `Token ${data.obtainToken.token}` };
    return { url, databaseUrl, pid: child.pid!, headers, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
};

const startFloor = async (bench: Workbench, name: string, accounts: number): Promise<Contender> => {
  const databaseUrl = await bench.createDatabase(name);
  await addFloorSchema(databaseUrl);
  await addAccounts(databaseUrl, accounts);
  const child = fork(new URL('./floor.ts', import.meta.url), [databaseUrl]);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, databaseUrl, pid: child.pid!, headers: {}, stop: () => stop(child) };
};

const CONTENDERS = { floor: startFloor, service: startService };
type ContenderName = keyof typeof CONTENDERS;

/** What was measured in a round. */
type Round = {
  readonly accepted: number;
  readonly problem: string | null;
  readonly itemsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  /** Processor time per item, in microseconds. */
  readonly ownMicros: number;
  readonly postgresMicros: number;
  readonly walBytesPerItem: number;
  /** The share of the processors that was taken by what is neither measured nor measuring. */
  readonly others: number;
};

const CONNECTIONS = 16;

/** Makes the requests of a contender: an account belongs to one connection, so that none waits for another's. */
export const makeRequests = (scenario: Scenario, accounts: number) => {
  const bodyOf = bodiesOf(scenario);
  const turns = new Array<number>(CONNECTIONS).fill(0);
  let count = 0;
  return (connection: number): string => {
    const turn = turns[connection]!++;
    const position = (connection + CONNECTIONS * turn) % accounts;
    count += scenario.items;
    return bodyOf(`${ACCOUNT_PREFIX}${position}`, scenario.isRepeated === true ? position * scenario.items : count);
  };
};

export type Load = {
  readonly contender: Contender;
  readonly scenario: Scenario;
  readonly next: (connection: number) => string;
};

/** Loads a contender for some time. */
export const measureRound = async (
  bench: Workbench,
  { contender, scenario, next }: Load,
  seconds: number,
): Promise<Round> => {
  const meters = async () => {
    const [own, postgres, machine, wal] = await Promise.all([
      processorTimeMs(contender.pid),
      bench.postgresMs(),
      machineTimeMs(),
      bench.walBytes(),
    ]);
    const { user, system } = process.cpuUsage();
    return { at: performance.now(), own, postgres, machine, wal, bench: (user + system) / 1_000 };
  };
  const latencies: number[] = [];
  let problem: string | null = null;
  let connection = 0;
  const before = await meters();
  const done = Promise.withResolvers<void>();
  const load = autocannon(
    {
      url: `${contender.url}/v1/data-import/${scenario.path}/create/`,
      connections: CONNECTIONS,
      duration: seconds,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...contender.headers },
      setupClient: (client) => {
        const own = connection++;
        client.setRequests([{ setupRequest: (request) => ({ ...request, body: next(own) }) }]);
      },
    },
    (error) => (error ? done.reject(error) : done.resolve()),
  );
  load.on('response', (_client, status, _bytes, ms) => {
    if (status === 201) latencies.push(ms);
    else problem ??= `status ${status}`;
  });
  load.on('reqError', (error) => {
    problem ??= String(error);
  });
  await done.promise;
  const after = await meters();
  const wallMs = after.at - before.at;
  const items = Math.max(1, latencies.length * scenario.items);
  const ours = after.own - before.own + after.postgres - before.postgres + after.bench - before.bench;
  return {
    accepted: latencies.length,
    problem,
    itemsPerSecond: items / seconds,
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    longestMs: percentile(latencies, 100),
    ownMicros: ((after.own - before.own) * 1_000) / items,
    postgresMicros: ((after.postgres - before.postgres) * 1_000) / items,
    walBytesPerItem: (after.wal - before.wal) / items,
    others: Math.max(0, after.machine - before.machine - ours) / (wallMs * availableParallelism()),
  };
};

const DATABASE_BYTES = `
  select sum(pg_total_relation_size(oid)) as n from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;

type Measured = {
  readonly rounds: ReadonlyArray<Round>;
  readonly peakBytes: number;
  readonly storedBytesPerItem: number;
  readonly problem: string | null;
};

/** Returns what contradicts the rounds: an answer that is no 201, or rows that are not what was acknowledged. */
const problemOf = async (
  scenario: Scenario,
  { databaseUrl }: Contender,
  rounds: ReadonlyArray<Round>,
  pending: number,
) => {
  const problem = rounds.find((round) => round.problem !== null)?.problem ?? null;
  const stored = await numberOf(databaseUrl, `select count(*) as n from ${scenario.table}`);
  const acknowledged = rounds.reduce((sum, { accepted }) => sum + accepted, 0) * scenario.items;
  // The requests in flight at the end of a round are stored or not; their answers are not waited for.
  const isPlausible = scenario.isRepeated
    ? stored > 0 && stored <= acknowledged
    : stored >= acknowledged && stored <= acknowledged + pending * scenario.items;
  return isPlausible ? problem : `${stored} rows for ${acknowledged} acknowledged items`;
};

/** Measures the contenders by turns, so that a noisy machine affects both; the first round is the warm-up. */
const runScenario = async (
  bench: Workbench,
  name: string,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Readonly<Record<ContenderName, Measured>>> => {
  const scenario = SCENARIOS[name]!;
  const accounts = scenario.isRepeated ? 1_600 : 20_000;
  const id = name.replaceAll('-', '_');
  const loads = new Map<ContenderName, Load>();
  try {
    for (const [contender, start] of Object.entries(CONTENDERS) as [ContenderName, typeof startFloor][]) {
      progress(`${name}: starting ${contender}`);
      const started = await start(bench, `${id}_${contender}`, accounts);
      loads.set(contender, { contender: started, scenario, next: makeRequests(scenario, accounts) });
    }
    const measured = new Map([...loads.keys()].map((contender) => [contender, [] as Round[]]));
    const sizes = new Map<ContenderName, number>();
    for (const [contender, load] of loads)
      sizes.set(contender, await numberOf(load.contender.databaseUrl, DATABASE_BYTES));
    for (let round = 0; round <= rounds; round += 1) {
      const turn = [...loads];
      for (const [contender, load] of round % 2 === 0 ? turn : turn.toReversed()) {
        const result = await measureRound(bench, load, seconds);
        measured.get(contender)!.push(result);
        progress(
          `${name}: ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}, ${contender} ${figure(result.itemsPerSecond)} items/s`,
        );
      }
      if (round === 0) await bench.checkpoint();
    }
    const results = [...loads].map(async ([contender, load]): Promise<[ContenderName, Measured]> => {
      const all = measured.get(contender)!;
      const { pid, databaseUrl } = load.contender;
      const stored = await numberOf(databaseUrl, `select count(*) as n from ${scenario.table}`);
      const bytes = (await numberOf(databaseUrl, DATABASE_BYTES)) - sizes.get(contender)!;
      return [
        contender,
        {
          rounds: all.slice(1),
          peakBytes: await peakMemoryBytes(pid),
          storedBytesPerItem: bytes / Math.max(1, stored),
          problem: await problemOf(scenario, load.contender, all, CONNECTIONS * all.length),
        },
      ];
    });
    return Object.fromEntries(await Promise.all(results)) as Record<ContenderName, Measured>;
  } finally {
    for (const { contender } of loads.values()) await contender.stop();
  }
};

const COLUMNS = [
  word('scenario'),
  word('contender'),
  column('items/s'),
  column('× floor'),
  column('p50 ms'),
  column('p99 ms'),
  column('p99 × floor'),
  column('CPU own'),
  column('CPU postgres'),
  column('peak'),
  column('WAL B'),
  column('stored B'),
  column('others'),
];

const LEGEND = `Medians of the rounds; "×" are medians of quotients of rounds next to each other. CPU: microseconds per item, which are
seconds per million items. WAL, stored: bytes per item, import records included. "others": share of the processors
taken by what is neither measured nor measuring; above 10 %, measure again.
`;

const rowsOf = (
  name: string,
  results: Readonly<Record<ContenderName, Measured>>,
): ReadonlyArray<ReadonlyArray<string>> =>
  (Object.entries(results) as [ContenderName, Measured][]).map(
    ([contender, { rounds, peakBytes, storedBytesPerItem }]) => {
      const floor = results.floor.rounds;
      const of = (read: (round: Round) => number) => median(rounds.map(read));
      const ratio = (read: (round: Round) => number) =>
        median(rounds.map((round, index) => read(round) / read(floor[index]!)));
      return [
        name,
        contender,
        figure(of(({ itemsPerSecond }) => itemsPerSecond)),
        ratio(({ itemsPerSecond }) => itemsPerSecond).toFixed(2),
        figure(of(({ p50Ms }) => p50Ms)),
        figure(of(({ p99Ms }) => p99Ms)),
        ratio(({ p99Ms }) => p99Ms).toFixed(2),
        figure(of(({ ownMicros }) => ownMicros)),
        figure(of(({ postgresMicros }) => postgresMicros)),
        megabytes(peakBytes),
        figure(of(({ walBytesPerItem }) => walBytesPerItem)),
        figure(storedBytesPerItem),
        `${Math.round(100 * of(({ others }) => others))} %`,
      ];
    },
  );

/** Measures the service beside the floor, scenario after scenario. @returns what was measured, by scenario. */
export const measureImports = async (
  bench: Workbench,
  names: ReadonlyArray<string>,
  options: { readonly rounds: number; readonly seconds: number },
): Promise<{ readonly isRight: boolean; readonly figures: unknown }> => {
  const figures: Record<string, Readonly<Record<ContenderName, Measured>>> = {};
  try {
    for (const name of names) figures[name] = await runScenario(bench, name, options);
  } finally {
    endProgress();
    const rows = Object.entries(figures).flatMap(([name, results]) => rowsOf(name, results));
    const lines = tableLines(COLUMNS, rows, Number.POSITIVE_INFINITY);
    if (rows.length > 0) process.stdout.write(`${lines.join('\n')}\n\n${LEGEND}`);
  }
  const problems = Object.entries(figures).flatMap(([name, results]) =>
    Object.entries(results).flatMap(([contender, { problem }]) =>
      problem === null ? [] : [`${name}, ${contender}: ${problem}`],
    ),
  );
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return { isRight: problems.length === 0, figures };
};
