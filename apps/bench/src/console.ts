import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endProgress, megabytes, percentile, progress } from './figures.ts';
import { measureLive } from './live.ts';
import { peakMemoryBytes, processorTimeMs, startLogging, stop, untilLogged } from './processes.ts';
import { ACCOUNTS_OF_RECORDS, fillRecords } from './records.ts';
import { numberOfAccount, ORGANISATION, SUPPLIER, seededDatabase, TRANSACTIONS_OF_ACCOUNT } from './seeded.ts';
import { fillSupport } from './support.ts';
import { numberOf, onDatabase, type Workbench } from './workbench.ts';

const SIGN_IN_LINK = /^Console: (?<origin>http:\/\/[^/]+)(?<path>\S+)/m;

/** A signed-in operator's browser. */
type SignedIn = {
  readonly pid: number;
  /** Opens a page; rejects if it is not answered 200. */
  readonly get: (path: string) => Promise<string>;
  /** Opens a stream of events. */
  readonly open: (path: string) => Promise<Response>;
  readonly stop: () => Promise<void>;
};

/** Starts the console as `npm run console` does, and signs in by its one-time link. */
const startConsole = async (environment: {
  readonly DATABASE_URL: string;
  readonly DATA_DIR: string;
}): Promise<SignedIn> => {
  const log = join(environment.DATA_DIR, 'console.log');
  const child = await startLogging('console', { CONSOLE_PORT: '0', LOG_LEVEL: 'warn', ...environment }, log);
  const { origin, path } = (await untilLogged(log, SIGN_IN_LINK, child)).groups!;
  const signedIn = await fetch(`${origin}${path}`, { redirect: 'manual' });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return {
    pid: child.pid!,
    get: async (page) => {
      const response = await fetch(`${origin}${page}`, { headers: { cookie } });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${page} was answered ${response.status}.`);
      return text;
    },
    open: (page) => fetch(`${origin}${page}`, { headers: { cookie } }),
    stop: () => stop(child),
  };
};

/** A page by its name, and its address in each round. */
type Pages = Readonly<Record<string, (round: number) => string>>;

const ADDRESSES = `
  select a.service_account_number as number, i.id as import_id, a.external_account_number as external
  from seeded d
  join account a on a.id = d.id
  join accepted_import i on i.account_id = a.id
  where d.i % $1 = 0 and i.stored_items > 0`;

/** Returns every kind of page that shows stored data, for other accounts in each round. */
const pagesOf = async (url: string, accounts: number, rounds: number): Promise<Pages> => {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ number: string; import_id: string; external: string }>(ADDRESSES, [
      Math.max(1, Math.floor(accounts / rounds)),
    ]),
  );
  const one = (round: number) => rows[round % rows.length]!;
  const external = (round: number) => numberOfAccount((round * 7919) % accounts);
  /** Of another supplier, whose items are found by. */
  const other = (round: number) => (round * 7919) % ACCOUNTS_OF_RECORDS;
  const of = new URLSearchParams({ supplier: SUPPLIER, organisation: ORGANISATION }).toString();
  const supplier = `/suppliers/${encodeURIComponent(ORGANISATION)}/${SUPPLIER}`;
  return {
    overview: () => '/',
    'overview of a supplier': () => supplier,
    'overview of a day': () => `${supplier}?span=day`,
    'proof of a supplier': () => `${supplier}/proof`,
    'data of a supplier': () => `${supplier}/data`,
    imports: () => '/imports',
    loads: () => '/imports/loads',
    'loads of a supplier': () => `/imports/loads?${of}`,
    'imports by account': () => `/imports/accounts?${of}`,
    'imports of a supplier': () => `/imports?${of}`,
    'imports of an account': (round) => `/imports?account=${external(round)}`,
    'refused imports': () => '/imports?outcome=refused',
    'imports of a code': () => '/imports?code=invalid_period',
    'imports of a key': () => '/imports?key=co_00000004',
    'one import': (round) => `/imports/${one(round).import_id}`,
    'payload of an import': (round) => `/imports/${one(round).import_id}/payload`,
    'undo of an import': (round) => `/imports/${one(round).import_id}/undo`,
    'search by account number': (round) => `/accounts?q=${external(round)}`,
    'search by service number': (round) => `/accounts?q=${one(round).number}`,
    'search by a transaction id': (round) => `/accounts?q=T-${(round * 7919) % accounts}-${round % 50}`,
    'search by a statement id': (round) => `/accounts?q=S-${other(round)}-3`,
    'search by a statement number': (round) => `/accounts?q=N-${other(round)}-3`,
    'search by a billing document': (round) => `/accounts?q=B-${other(round)}`,
    'search by a payment reference': (round) => `/accounts?q=REF-${other(round)}`,
    'search by a ledger': (round) => `/accounts?q=G-${other(round)}`,
    'search by an amount and a day': (round) => `/accounts?q=${round}.17+on+5+Nov+2026`,
    'search by a part of a number': (round) => `/accounts?q=${external(round).slice(3)}`,
    'search by a mistyped number': (round) => `/accounts?q=${external(round).replace('R-0', 'R-9')}`,
    'search by a text of a note': (round) => `/accounts?q=meter+M-${other(round)}`,
    'search by an unknown id': (round) => `/accounts?q=unknown-${round}`,
    'search among refused items': (round) => `/accounts?q=X-${(round * 7919) % accounts}-1&refused=yes`,
    'an account': (round) => `/accounts/${one(round).number}`,
    'items of an account': (round) => `/accounts/${one(round).number}?find=5&sort=largest`,
    'account with refused items': (round) => `/accounts?q=${external(round)}`,
    'refusals of a month': () => '/refusals?days=30',
    'refusals of a year': () => '/refusals?days=365',
    'refusals of a supplier': () => `/refusals?${of}`,
    'accounts of a code and path': () => '/refusals/group?days=365&code=required&path=transactions.%5B%5D.amount',
    'their state': () => '/refusals/group/state?days=365&code=required&path=transactions.%5B%5D.amount',
    'refused items': () => '/refusals/items?days=365',
    'refused items of a supplier': () => `/refusals/items?${of}`,
    'refused items that are solved': () => `/refusals/items?${of}&state=solved`,
    'refused items of an account': (round) => `/refusals/items?${of}&account=${external(round)}`,
    'refused items of a field': () => `/refusals/items?${of}&path=transactions%5B%5D.type`,
    conflicts: () => '/conflicts',
    'conflicts of a supplier': () => `/conflicts?${of}`,
    'conflicts of an account': (round) => `/conflicts?${of}&account=${external(round)}`,
    reconciliation: () => '/reconciliation',
    'set-up': () => '/set-up',
    webhooks: () => '/webhooks',
    audit: () => '/audit',
    sessions: () => '/sessions',
  };
};

const POLL_MS = 500;

/** Waits until the rollups hold all records and accounts. @returns seconds. */
const untilCounted = async (url: string): Promise<number> => {
  const began = performance.now();
  const sql = `
    select 1 from rollup_progress
    where counted_to > now() - interval '2 minutes' and exists (select from account_rollup)`;
  while ((await onDatabase(url, (client) => client.query(sql))).rowCount === 0) await delay(POLL_MS);
  return (performance.now() - began) / 1_000;
};

/** 0 in a kept database in which no console was measured before. */
const RECORDS = `select count(*) as n from (select from dry_run limit 1) one`;
const SUPPORT = `select count(*) as n from (select from note limit 1) one`;

const measurePages = async (pages: Pages, { get }: SignedIn, rounds: number): Promise<void> => {
  for (const [name, pathOf] of Object.entries(pages)) {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now();
      bytes = (await get(pathOf(round))).length;
      if (round > 0) times.push(performance.now() - began);
    }
    const [p50, p95] = [50, 95].map((percent) => percentile(times, percent).toFixed(0).padStart(5));
    process.stdout.write(
      `${name.padEnd(34)} p50 ${p50} ms, p95 ${p95} ms, ${(bytes / 1e3).toFixed(0).padStart(4)} kB\n`,
    );
  }
};

/** Fills a database with transactions and import records, starts the console and opens every kind of page; the first round is not counted. */
export const measureConsole = async (
  bench: Workbench,
  { transactions, rounds }: { readonly transactions: number; readonly rounds: number },
): Promise<boolean> => {
  const accounts = Math.ceil(transactions / TRANSACTIONS_OF_ACCOUNT);
  const url = await seededDatabase(bench, accounts);
  progress('Filling import records …');
  if ((await numberOf(url, RECORDS)) === 0)
    await fillRecords(url, { accepted: accounts * 0.6, refused: accounts * 0.3, dryRuns: accounts * 0.1 });
  if ((await numberOf(url, SUPPORT)) === 0)
    await fillSupport(url, { refusals: accounts / 10, conflicts: accounts / 50 });
  endProgress();
  const operator = await startConsole({ DATABASE_URL: url, DATA_DIR: await mkdtemp(join(bench.folder, 'console-')) });
  try {
    process.stdout.write(`${transactions} transactions, ${accounts} accounts, ${2 * accounts} import records\n`);
    process.stdout.write(`all counted after ${(await untilCounted(url)).toFixed(0)} s, `);
    process.stdout.write(
      `${((await processorTimeMs(operator.pid)) / 1_000).toFixed(1)} s of the console's processor\n`,
    );
    // Counting a million records at once leaves as many dead rows, which autovacuum removes a minute later.
    await onDatabase(url, (client) => client.query('vacuum (analyze)'));
    await measurePages(await pagesOf(url, accounts, rounds), operator, rounds);
    await measureLive(url, operator.open, rounds);
    process.stdout.write(`memory of the console: ${megabytes(await peakMemoryBytes(operator.pid))}\n`);
  } finally {
    await operator.stop();
  }
  return true;
};
