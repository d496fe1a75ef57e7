import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endProgress, figure, median, percentile, progress } from './figures.ts';
import { type Load, makeRequests, measureRound, startService } from './imports.ts';
import { processorTimeMs, runCommand, stop } from './processes.ts';
import { SCENARIOS } from './requests.ts';
import { numberOf, type Workbench } from './workbench.ts';

const SCENARIO = SCENARIOS['transactions-100']!;
const ACCOUNTS = 20_000;
const READERS = 3;
const RECEIVERS = 2;

type Source = Load & {
  readonly name: string;
  readonly operator: (...args: ReadonlyArray<string>) => Promise<{ readonly platform_key?: string }>;
  readonly key: string;
};

const start = async (bench: Workbench, name: string): Promise<Source> => {
  progress(`starting ${name}`);
  const contender = await startService(bench, name, ACCOUNTS);
  const secret = (await readFile(join(bench.folder, name, 'secret'), 'utf8')).trim();
  const environment = { DATABASE_URL: contender.databaseUrl, CARRYOVER_SECRET: secret };
  const operator: Source['operator'] = async (...args) => {
    const { code, out } = await runCommand('operator', [...args, '--json'], environment);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
    return JSON.parse(out);
  };
  const { platform_key: key = '' } = await operator('platform-key', 'issue', '--label', 'bench');
  return { contender, scenario: SCENARIO, next: makeRequests(SCENARIO, ACCOUNTS), name, operator, key };
};

type Change = {
  readonly type: string;
  readonly data: { readonly import_id: string; readonly items: ReadonlyArray<object> };
};
type Page = { readonly changes: ReadonlyArray<Change>; readonly next: string; readonly caught_up: boolean };

/** Reads and parses a page, as a reader does. */
const readPage = async ({ contender, key }: Source, after: string | null, wait: number): Promise<Page> => {
  const query = `limit=1000&wait=${wait}${after === null ? '' : `&after=${after}`}`;
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${contender.url}/v1/platform/changes/?${query}`, { headers });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Page;
};

const itemsOf = (changes: ReadonlyArray<Change>): number =>
  changes.reduce((sum, { type, data }) => sum + (type === 'import.accepted' ? data.items.length : 0), 0);

/** Reads everything that is stored, page by page; from the first page with items on, it counts. @returns the last cursor. */
const measureReading = async (bench: Workbench, source: Source): Promise<string> => {
  const meters = async () => [await processorTimeMs(source.contender.pid), await bench.postgresMs()] as const;
  let before = await meters();
  let [cursor, items, isEnd]: [string | null, number, boolean] = [null, 0, false];
  const pages: number[] = [];
  while (!isEnd) {
    // Accounts come first.
    if (items === 0) before = await meters();
    const askedAt = performance.now();
    const page: Page = await readPage(source, cursor, 0);
    items += itemsOf(page.changes);
    if (items > 0) pages.push(performance.now() - askedAt);
    [cursor, isEnd] = [page.next, page.caught_up];
    progress(`read ${items} items`);
  }
  const seconds = pages.reduce((sum, ms) => sum + ms, 0) / 1_000;
  const [own, postgres] = (await meters()).map((ms, index) => ((ms - before[index]!) * 1_000) / items);
  endProgress();
  process.stdout.write(
    `reading: ${figure(items / seconds)} items/s (${items} items, ${pages.length} pages, p50 ${figure(median(pages))} ms); CPU µs per item: service ${figure(own!)}, PostgreSQL ${figure(postgres!)}\n`,
  );
  return cursor!;
};

/** Offers requests at a rate, and measures when a reader has each import: from the sending of its request. */
const measureDelays = async (
  source: Source,
  from: string,
  itemsPerSecond: number,
  seconds: number,
): Promise<boolean> => {
  const { contender, next } = source;
  const seenAt = new Map<string, number>();
  const sent: { readonly id: string; readonly sentAt: number; readonly answeredAt: number }[] = [];
  let isOver = false;
  const following = (async () => {
    for (let cursor = from; !isOver; ) {
      const page = await readPage(source, cursor, 5);
      const now = performance.now();
      for (const { data } of page.changes) seenAt.set(data.import_id, now);
      cursor = page.next;
    }
  })();
  const send = async (body: string): Promise<void> => {
    const sentAt = performance.now();
    const answer = await fetch(`${contender.url}/v1/data-import/${SCENARIO.path}/create/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...contender.headers },
      body,
    });
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`status ${answer.status}`);
    sent.push({ id: answer.headers.get('x-import-id')!, sentAt, answeredAt: performance.now() });
  };
  const sending: Promise<void>[] = [];
  const startedAt = performance.now();
  const everyMs = (1_000 * SCENARIO.items) / itemsPerSecond;
  for (let count = 0; count * everyMs < seconds * 1_000; count += 1) {
    await delay(Math.max(0, startedAt + count * everyMs - performance.now()));
    sending.push(send(next(count % 16)));
  }
  await Promise.all(sending);
  const deadline = performance.now() + 30_000;
  while (sent.some(({ id }) => !seenAt.has(id)) && performance.now() < deadline) await delay(20);
  isOver = true;
  await following;
  const missing = sent.filter(({ id }) => !seenAt.has(id)).length;
  const delays = (of: 'sentAt' | 'answeredAt') =>
    sent.filter(({ id }) => seenAt.has(id)).map((one) => Math.max(0, seenAt.get(one.id)! - one[of]));
  const line = (ms: ReadonlyArray<number>) =>
    `p50 ${figure(percentile(ms, 50))}, p99 ${figure(percentile(ms, 99))}, longest ${figure(Math.max(...ms))} ms`;
  process.stdout.write(
    `${itemsPerSecond} items/s offered for ${seconds} s: a reader has an import after its answer ${line(delays('answeredAt'))}; after its sending ${line(delays('sentAt'))}${missing === 0 ? '' : `; ${missing} never came`}\n`,
  );
  return missing === 0;
};

/** Starts the readers and webhooks of a service. */
const startFollowers = async ({ contender, key, operator }: Source): Promise<ChildProcess> => {
  const args = [contender.url, key, String(READERS), String(RECEIVERS)];
  const child = fork(new URL('./feed-followers.ts', import.meta.url), args);
  const [urls] = (await once(child, 'message')) as [ReadonlyArray<string>];
  for (const url of urls) await operator('webhook', 'add', '--url', url, '--label', 'bench', '--from', 'now');
  return child;
};

/** Waits until the followers have read what was imported. */
const untilRead = async ({ contender: { databaseUrl } }: Source, followers: ChildProcess): Promise<void> => {
  const answered = once(followers, 'message');
  followers.send('read');
  await answered;
  const newest = await numberOf(databaseUrl, 'select max(commit_position) as n from accepted_import');
  const sql = `select min((convert_from(decode(translate(cursor, '-_', '+/') || repeat('=', -length(cursor) & 3), 'base64'), 'UTF8')::json->>0)::bigint) as n from webhook`;
  while ((await numberOf(databaseUrl, sql)) < newest) await delay(100);
};

/** The ratio of each two neighbouring rounds, in which each was once the first: the second one of a round is slower. */
const ratiosOfPairs = (followed: ReadonlyArray<number>, alone: ReadonlyArray<number>): ReadonlyArray<number> =>
  Array.from({ length: Math.floor(alone.length / 2) }, (_, pair) => {
    const sum = (rates: ReadonlyArray<number>) => rates[2 * pair]! + rates[2 * pair + 1]!;
    return sum(followed) / sum(alone);
  });

/** Measures imports beside a service that is followed and one that is not, by turns. */
const measureImportsFollowed = async (
  bench: Workbench,
  {
    alone,
    followed,
    followers,
  }: { readonly alone: Source; readonly followed: Source; readonly followers: ChildProcess },
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<boolean> => {
  const rates = { alone: [] as number[], followed: [] as number[] };
  const p99s = { alone: [] as number[], followed: [] as number[] };
  let problem: string | null = null;
  for (let round = 0; round <= rounds; round += 1) {
    const turn = [['alone', alone] as const, ['followed', followed] as const];
    for (const [name, load] of round % 2 === 0 ? turn : turn.toReversed()) {
      const result = await measureRound(bench, load, seconds);
      problem ??= result.problem;
      if (round > 0) {
        rates[name].push(result.itemsPerSecond);
        p99s[name].push(result.p99Ms);
      }
      progress(
        `${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}, ${name} ${figure(result.itemsPerSecond)} items/s`,
      );
      // What the followers have not read yet belongs to this round, not to the next one.
      if (name === 'followed') await untilRead(load, followers);
    }
  }
  endProgress();
  const ratios = ratiosOfPairs(rates.followed, rates.alone);
  process.stdout.write(
    `imports with ${READERS} readers and ${RECEIVERS} webhooks: ${figure(median(rates.followed))} items/s, alone ${figure(median(rates.alone))}: × ${median(ratios).toFixed(3)} (each two rounds: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}); p99 ${figure(median(p99s.followed))} ms, alone ${figure(median(p99s.alone))} ms\n`,
  );
  if (problem !== null) process.stderr.write(`${problem}\n`);
  return problem === null;
};

/** Measures the feed: reading what is stored, the time until a reader has an import, and what readers and webhooks cost imports. */
export const measureFeed = async (
  bench: Workbench,
  { seconds, rounds, offered }: { readonly seconds: number; readonly rounds: number; readonly offered: number },
): Promise<boolean> => {
  const sources: Source[] = [];
  let followers: ChildProcess | null = null;
  try {
    for (const name of ['feed_alone', 'feed_followed']) sources.push(await start(bench, name));
    const [alone, followed] = sources as [Source, Source];
    progress('importing what is read');
    await measureRound(bench, alone, seconds);
    const cursor = await measureReading(bench, alone);
    const isComplete = await measureDelays(alone, cursor, offered, seconds);
    followers = await startFollowers(followed);
    const isRight = await measureImportsFollowed(bench, { alone, followed, followers }, { rounds, seconds });
    return isComplete && isRight;
  } finally {
    if (followers !== null) await stop(followers);
    for (const { contender } of sources) await contender.stop();
  }
};
