import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { endProgress, figure, median, megabytes, progress } from './figures.ts';
import { makeRequests, measureRound, startService } from './imports.ts';
import { runCommand } from './processes.ts';
import { SCENARIOS } from './requests.ts';
import { type LockWait, numberOf, onDatabase, type Workbench } from './workbench.ts';

const SCENARIO = SCENARIOS['transactions-100']!;
const ACCOUNTS = 20_000;
const KEPT = 'KEPT';
const KEPT_ACCOUNTS = 100_000;
const RETAIN_DAYS = 365;
/** That are removed by the operator's command. */
const MORE_DAYS = 10;
/** A pass over what is due begins every minute. */
const BEGUN_WITHIN_MS = 180_000;

const OWNERS = [
  `insert into import_supplier (id, organisation_id, code, status, document_root, verify_documents, automated_emails,
     supply_charge_arithmetic, unknown_fields, created_at)
   select gen_random_uuid(), organisation_id, '${KEPT}', 'Ongoing', '', false, false, 'report', 'refuse', now()
   from import_supplier limit 1`,
  `create unlogged table seeded as
   select n, s.id as supplier_id, s.organisation_id, (select id from api_key limit 1) as api_key_id,
          account_key(s.organisation_id, s.code, 'K-' || n) as id
   from generate_series(0, ${KEPT_ACCOUNTS - 1}) n cross join import_supplier s where s.code = '${KEPT}'`,
  `insert into account (id, supplier_id, external_account_number, status, created_at)
   select id, supplier_id, 'K-' || n, 'IMPORTED', now() from seeded`,
  'alter table seeded add primary key (n)',
  'analyze seeded',
];

/**
 * Records in the order of time, each with a request of one transaction. `$3`: the time of the first, `$4`: the
 * seconds between two, `$5`: the bytes of a payload beside 170 others.
 */
const RECORDS = `
  insert into accepted_import (id, received_at, organisation_id, supplier_id, api_key_id, account_id, endpoint, item_count,
    stored_items, stored_documents, payload, payload_sha256)
  select (lpad(to_hex((extract(epoch from received_at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(i), 15, '0'))::uuid,
         received_at, a.organisation_id, a.supplier_id, a.api_key_id, a.id, 'transactions/create', 1, 1, 0, payload, sha256(payload)
  from (select i, $3::timestamptz + i * $4::float * interval '1 second' as received_at, (i::bigint * 7919 % ${KEPT_ACCOUNTS})::int as n
        from generate_series($1::int, $2::int) i) r
  join seeded a using (n),
  lateral (select convert_to('{"import_supplier":"${KEPT}","external_account_number":"K-' || n || '","transactions":[{"transaction_id":"T-' || i
    || '","transaction_date":"2025-11-20","amount":"' || i % 1000 || '.50","type":"PAYMENT","note":"' || repeat('x', $5::int) || '"}]}', 'UTF8') as payload) p
  order by i`;
const AT_ONCE = 100_000;

const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid = 'accepted_import'::regclass and not indisunique`;

type Added = {
  readonly first: number;
  readonly count: number;
  readonly from: Date;
  readonly seconds: number;
  readonly payload: number;
};

const addRecords = async (client: pg.Client, { first, count, from, seconds, payload }: Added): Promise<void> => {
  const end = first + count;
  for (let at = first; at < end; at += AT_ONCE) {
    await client.query(RECORDS, [at, Math.min(end, at + AT_ONCE) - 1, from, seconds / count, payload]);
    progress(`${(at - first).toLocaleString('en')} records filled`);
  }
};

/** Fills a year with records, of which `due` are older than that. */
const fill = (url: string, { records, due, payload }: Size): Promise<void> =>
  onDatabase(url, async (client) => {
    await client.query('set synchronous_commit = off');
    for (const statement of OWNERS) await client.query(statement);
    const { rows } = await client.query<{ name: string; definition: string }>(INDEXES);
    for (const { name } of rows) await client.query(`drop index ${name}`);
    const year = RETAIN_DAYS * 86_400;
    const seconds = (year * records) / (records - due);
    const from = new Date(Date.now() - seconds * 1_000);
    await addRecords(client, { first: 0, count: records, from, seconds, payload });
    progress('making indexes');
    for (const { definition } of rows) await client.query(definition);
    await client.query('vacuum (analyze) accepted_import');
    endProgress();
  });

/** `payload`: bytes of a note in each request. */
type Size = { readonly records: number; readonly due: number; readonly payload: number };

const REMOVED = 'select count(*) as n from accepted_import where removed_position is not null';
const BYTES = `select pg_total_relation_size('accepted_import') as n`;

const waitsText = (waits: ReadonlyArray<LockWait>): string => {
  const kinds = [...new Set(waits.map(({ what }) => what))].map((kind) => {
    const of = waits.filter(({ what }) => what === kind).map(({ ms }) => ms);
    return `${of.length} for ${kind}, longest ${figure(Math.max(...of))} ms`;
  });
  return `waits for locks: ${kinds.length === 0 ? 'none' : kinds.join('; ')}`;
};

const round = (rounds: ReadonlyArray<Awaited<ReturnType<typeof measureRound>>>) => {
  const of = (read: (one: (typeof rounds)[number]) => number) => rounds.map(read);
  const rate = median(of(({ itemsPerSecond }) => itemsPerSecond));
  const longest = Math.max(...of(({ longestMs }) => longestMs));
  const text = `${figure(rate)} items/s, p99 ${figure(median(of(({ p99Ms }) => p99Ms)))} ms, longest ${figure(longest)} ms`;
  return { rate, text };
};

/**
 * Measures what it costs imports that the service removes payloads that are due: the rate of 16 connections before, beside and after
 * it, and each wait for a lock; then if the storage is used again.
 */
export const measureRetention = async (
  bench: Workbench,
  { records, due, payload, rounds, seconds }: Size & { readonly rounds: number; readonly seconds: number },
): Promise<boolean> => {
  // What a seal of so many records at once costs is not the matter here.
  const environment = { RETAIN_PAYLOADS_DAYS: String(RETAIN_DAYS), SEAL_INTERVAL_SECONDS: '86400' };
  const contender = await startService(bench, 'retention', ACCOUNTS, environment);
  const { databaseUrl } = contender;
  try {
    const filledAt = performance.now();
    await fill(databaseUrl, { records, due, payload });
    const bytes = await numberOf(databaseUrl, BYTES);
    const took = (performance.now() - filledAt) / 1_000;
    process.stdout.write(`${records.toLocaleString('en')} records, ${megabytes(bytes)}, filled in ${figure(took)} s\n`);
    const load = { contender, scenario: SCENARIO, next: makeRequests(SCENARIO, ACCOUNTS) };
    let problem: string | null = null;
    const measure = async (count: number, isOver = async () => false) => {
      const waitsBefore = (await bench.lockWaits()).length;
      const done = [];
      while (done.length === 0 || (done.length < count && !(await isOver()))) {
        const one = await measureRound(bench, load, seconds);
        problem ??= one.problem;
        done.push(one);
        progress(`${figure(one.itemsPerSecond)} items/s, ${figure(await numberOf(databaseUrl, REMOVED))} removed`);
      }
      endProgress();
      const waits = (await bench.lockWaits()).slice(waitsBefore);
      return { ...round(done), waits: waitsText(waits) };
    };
    await measureRound(bench, load, seconds);
    await bench.checkpoint();
    const before = await measure(rounds);
    process.stdout.write(`alone: ${before.text}; ${before.waits}\n`);

    await onDatabase(databaseUrl, (client) =>
      client.query(`update import_supplier set status = 'Complete' where code = $1`, [KEPT]),
    );
    const deadline = performance.now() + BEGUN_WITHIN_MS;
    while ((await numberOf(databaseUrl, REMOVED)) === 0 && performance.now() < deadline) await delay(50);
    if (performance.now() > deadline) throw new Error(`Nothing was removed within ${BEGUN_WITHIN_MS / 1_000} s.`);
    const began = performance.now();
    const isOver = async () => (await numberOf(databaseUrl, REMOVED)) >= due;
    const beside = await measure(Number.POSITIVE_INFINITY, isOver);
    const removing = (performance.now() - began) / 1_000;
    process.stdout.write(
      `beside the removal of ${due.toLocaleString('en')}, ${figure(removing)} s: ${beside.text}; ${beside.waits}\n`,
    );
    const after = await measure(rounds);
    process.stdout.write(`after it: ${after.text}; ${after.waits}\n`);
    const ratio = beside.rate / median([before.rate, after.rate]);
    process.stdout.write(`imports × ${ratio.toFixed(3)}\n`);

    const already = await numberOf(databaseUrl, REMOVED);
    // The next days, without imports: what they add would hide what is used again.
    const tables = await numberOf(databaseUrl, BYTES);
    const next = { DATABASE_URL: databaseUrl, RETAIN_PAYLOADS_DAYS: String(RETAIN_DAYS - MORE_DAYS) };
    const pruned = await runCommand('operator', ['prune', '--supplier', KEPT, '--json'], next);
    const removed = (await numberOf(databaseUrl, REMOVED)) - already;
    await onDatabase(databaseUrl, async (client) => {
      await client.query('vacuum accepted_import');
      await addRecords(client, { first: records, count: removed, from: new Date(), seconds: 60, payload });
    });
    endProgress();
    const grown = (await numberOf(databaseUrl, BYTES)) - tables;
    process.stdout.write(
      `prune of the next ${removed.toLocaleString('en')}: ${figure(pruned.seconds)} s, exit code ${pruned.code}; as many new records enlarged the table by ${megabytes(grown)} of ${megabytes((bytes * removed) / records)}\n`,
    );
    if (problem !== null) process.stderr.write(`${problem}\n`);
    return problem === null && pruned.code === 0 && removed > 0;
  } finally {
    await contender.stop();
  }
};
