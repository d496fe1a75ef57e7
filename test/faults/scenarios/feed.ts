import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aReceiver } from '../../support/a-receiver.ts';
import { anOperator } from '../../support/an-operator.ts';
import { runSql } from '../../support/run-sql.ts';
import { onDatabase } from '../environment/database.ts';
import type { Installation } from '../environment/installation.ts';
import { pairInstallation } from '../environment/installations.ts';
import { compareHeld, type Stored } from '../feed/compare.ts';
import { type Reader, type ReaderOptions, startReader } from '../feed/readers.ts';
import { readStoredChanges, readStoredItems } from '../feed/stored.ts';
import { FEED_SUPPLIER, startWriters } from '../feed/writers.ts';
import { conclude, oneRound, underLoad } from '../rounds.ts';
import type { Context, Fault, Scenario } from '../scenario.ts';
import { serviceKilled } from './faults.ts';
import { promoted } from './standby-promoted.ts';

/** Of all changes in large pages and in small ones, and of one supplier's. */
const READERS: Readonly<Record<string, ReaderOptions>> = {
  large: { limit: 1_000, supplier: null },
  small: { limit: 50, supplier: null },
  filtered: { limit: 50, supplier: FEED_SUPPLIER },
};

/** With the writers of the feed's supplier, sixteen. */
const CONNECTIONS = 10;
const THINK_MS = 200;
/** Of the kills of a reader, those that a fault of the service or of the database follows. */
const EVERY = { full: { service: 10, database: 25 }, short: { service: 3, database: 4 } };

const SETTLED_WITHIN_MS = 300_000;
const POLL_MS = 50;

const until = async (isDone: () => Promise<boolean>, what: string): Promise<void> => {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`${what} within ${SETTLED_WITHIN_MS / 1_000} s.`);
    await delay(POLL_MS);
  }
};

/** What is read and broken. */
type Ground = {
  readonly installation: Installation;
  /** The servers of the database, each of which has its own order of commits. */
  readonly servers: () => Promise<ReadonlyArray<string>>;
  /** Fails over what the services are connected to. */
  readonly failover: Fault;
};

/** Waits until all that is committed on a server is final: then the feed has it. */
const untilFinal = async (url: string): Promise<void> => {
  const [now] = await runSql<{ position: string }>(url, 'select commit_position()::text as position');
  const isFinal = async () =>
    (await runSql(url, 'select from (select final_position() as f) p where f > $1::bigint', [now!.position])).length ===
    1;
  await until(isFinal, 'What is stored was not final');
};

const readStored = async ({ installation: { database }, servers }: Ground): Promise<Stored> => {
  for (const url of await servers()) await untilFinal(url);
  return onDatabase(database, 'carryover', async (client) => ({
    changes: await readStoredChanges(client),
    items: await readStoredItems(client),
  }));
};

/** Kills readers while sixteen writers work and services and servers fail, and compares what the readers hold with what is stored. */
export const killReaders = async (context: Context, ground: Ground): Promise<void> => {
  const { folder, endings, random, found, say, isShort, rounds } = context;
  const { installation } = ground;
  const complain = (what: string) => void found.complaints.push(what);
  const { PATH = '', HOME = '' } = process.env;
  const operator = anOperator({ PATH, HOME, ...(await installation.environment()) });
  const { json: issued } = await operator('platform-key', 'issue', '--label', 'faults', '--json');
  const { api_key: apiKey } = JSON.parse(await readFile(join(installation.dataDir(0), 'demo.json'), 'utf8'));
  const urlOf = (index: number) => `http://127.0.0.1:${installation.service(index % installation.processes).port}`;
  const baseUrl = urlOf(0);

  const writers = await startWriters({ operator, folder, baseUrl, apiKey, random, complain });
  await endings.add(writers.finish);
  const receiver = await aReceiver((response, _, number) => {
    // Some deliveries are taken, and the answer is lost.
    if (number % 13 === 0) return response.destroy();
    return number % 31 === 0 ? 503 : 204;
  });
  await endings.add(receiver.close);
  const webhook = ['--url', receiver.url, '--label', 'faults', '--supplier', FEED_SUPPLIER];
  const { code, err } = await operator('webhook', 'add', ...webhook);
  if (code !== 0) throw new Error(err);
  const readers: Reader[] = [];
  for (const [name, options] of Object.entries(READERS))
    readers.push(
      await startReader(
        { folder, endings },
        { baseUrl: urlOf(readers.length), platformKey: issued.platform_key },
        { name, ...options },
        complain,
      ),
    );

  const every = isShort ? EVERY.short : EVERY.full;
  const faults = { ...context, rounds: Math.floor(rounds / every.service) + Math.floor(rounds / every.database) };
  // What the readers hold is judged here. How soon the service is back depends on what else runs, and is other scenarios' promise.
  const whenever = ({ name, strike }: Fault): Fault => ({ name, strike, readyWithinMs: Number.POSITIVE_INFINITY });
  const [killed, failover] = [whenever(serviceKilled), whenever(ground.failover)];
  await underLoad(installation, { thinkMs: THINK_MS, connections: CONNECTIONS }, async (load) => {
    for (let kill = 1; kill <= rounds; kill += 1) {
      await delay(random.between(100, 900));
      await readers[kill % readers.length]!.kill();
      if (kill % every.service === 0) await oneRound(installation, faults, killed);
      if (kill % every.database === 0) await oneRound(installation, faults, failover);
      load.moveOn();
    }
  });
  const { undone, erased } = await writers.finish();
  const stored = await readStored(ground);
  say(
    `${rounds} kills of readers, ${stored.changes.length} changes: ${undone} imports undone, ${erased} accounts erased`,
  );
  const ended = readers.map(async (reader) => ({ reader, holding: await reader.finish() }));
  for (const { reader, holding } of await Promise.all(ended)) {
    const { complaints, held } = compareHeld({ ...reader, promised: 'once' }, holding.changes(), stored);
    holding.close();
    found.complaints.push(...complaints);
    say(`reader ${reader.name}: ${held} changes, ${complaints.length === 0 ? 'as stored' : complaints[0]}`);
  }
  const wanted = stored.changes.filter(({ supplier }) => supplier === FEED_SUPPLIER).length;
  await until(
    async () => new Set(receiver.changes().map(({ id }) => id)).size >= wanted,
    'The receiver of webhooks did not get all changes',
  );
  const pushed = { name: 'webhook', supplier: FEED_SUPPLIER, promised: 'at least once' } as const;
  const { complaints, held, again } = compareHeld(pushed, receiver.changes(), stored);
  found.complaints.push(...complaints);
  say(`webhook: ${held} changes, ${again} of them again, ${complaints.length === 0 ? 'as stored' : complaints[0]}`);
  await conclude(installation, context);
};

export const scenario: Scenario = {
  name: 'feed',
  promise:
    'readers of the feed are killed while 16 writers import, undo and erase: they hold what is stored, once, in order',
  needs: [],
  rounds: { full: 200, short: 4 },
  run: async (context) => {
    const { installation, pair } = await pairInstallation(context, join(context.folder, 'servers'));
    await killReaders(context, {
      installation,
      servers: async () => [await pair.url()],
      failover: promoted(pair),
    });
  },
};
