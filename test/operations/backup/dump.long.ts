import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSql } from '../../support/a-database.ts';
import { aServiceProcess, type ServiceProcess } from '../../support/a-service-process.ts';
import type { Cluster } from '../../support/postgresql/a-cluster.ts';
import type { DatabaseHost } from '../../support/postgresql/a-database-host.ts';
import { anApiKey, aProduction, aSupplier, type Production } from '../a-production.ts';
import { aClient, type Client, sendAll } from './a-client.ts';
import { applyRoles, DATABASE, install, urlsOf } from './an-installation.ts';
import { anArchivingCluster, anArchivingHost } from './archive.ts';
import { type Entry, makeBook } from './book.ts';
import { reconcile, summaries } from './proof.ts';
import { readStored, type Stored } from './stored.ts';

const RESTORED = 'carryover_restored';
const EARLY = Array.from({ length: 60 }, (_, n) => `early-${n}`);
const LATE = Array.from({ length: 1_000 }, (_, n) => `late-${n}`);

let host: DatabaseHost;
let cluster: Cluster;
let production: Production;
let apiKey: string;
const services: ServiceProcess[] = [];

/** A large book for the dump to be busy with, and many small requests that arrive meanwhile. */
const early = makeBook('EARLY', EARLY, 1_000);
const late = makeBook('LATE', LATE);

const startService = async (database: string): Promise<Client> => {
  const service = await aServiceProcess({
    ...production.environment,
    LOG_LEVEL: 'info',
    DATABASE_URL: urlsOf(cluster, database).service,
  });
  services.push(service);
  return aClient(service.baseUrl, apiKey);
};

let client: Client;
let restored: Stored;
let dumpedFrom: number;
let dumpedTo: number;

beforeAll(async () => {
  host = await anArchivingHost();
  cluster = await anArchivingCluster(host, 'first');
  await cluster.start();
  production = await aProduction();
  await install(production, cluster);
  const operator = production.operatorOn(urlsOf(cluster).operator);
  apiKey = await anApiKey(operator);
  await aSupplier(production, operator, { code: 'EARLY', accounts: EARLY });
  await aSupplier(production, operator, { code: 'LATE', accounts: LATE });
  client = await startService(DATABASE);
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await cluster?.stop('immediate');
  await production?.end();
  await host?.remove();
});

describe('a dump that is taken while clients import', () => {
  it('is taken', async () => {
    expect(await sendAll(client, early)).toEqual({ 201: early.length });

    let isOver = false;
    const sending = sendAll(client, late, () => isOver);
    await delay(500);
    dumpedFrom = Date.now();
    const file = join(host.folder, 'carryover.dump');
    await host.run('pg_dump', ['-Fc', '-d', cluster.url(DATABASE), '-f', file]);
    dumpedTo = Date.now();
    await delay(500);
    isOver = true;
    expect(Object.keys(await sending)).toEqual(['201']);

    await host.run('createdb', ['--maintenance-db', cluster.url('postgres'), '-O', 'carryover_migrations', RESTORED]);
    const restoredFrom = Date.now();
    await host.run('pg_restore', ['--exit-on-error', '-1', '-d', cluster.url(RESTORED), file]);
    process.stdout.write(
      `dump: ${dumpedTo - dumpedFrom} ms, ${(await stat(file)).size} bytes; restored in ${Date.now() - restoredFrom} ms; ` +
        `${late.filter(({ accepted }) => accepted !== null).length} requests acknowledged around it\n`,
    );
    await applyRoles(cluster, RESTORED);
    restored = await readStored(cluster.url(RESTORED), [...early, ...late]);
  });

  it('holds each request whole or not at all, and nothing twice', () => {
    expect(restored.faults).toEqual([]);
  });

  it('holds all that was acknowledged before it began, as it was acknowledged', () => {
    const before = [...early, ...late].filter(({ accepted }) => accepted !== null && accepted.at < dumpedFrom);
    expect(before.length).toBeGreaterThan(early.length);
    const lost = before.filter((entry) => restored.whole.get(entry) !== entry.accepted?.importId);
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it('was taken at one moment of the traffic: of what came later, some is not in it', () => {
    const during = late.filter(({ accepted }) => accepted && accepted.at >= dumpedFrom && accepted.at < dumpedTo);
    expect(during.length).toBeGreaterThan(10);
    expect(late.some((entry) => entry.accepted !== null && !restored.whole.has(entry))).toBe(true);
  });

  it('restores to a database that the service starts on, and whose summaries and totals agree', async () => {
    const operator = production.operatorOn(urlsOf(cluster, RESTORED).operator);
    const again = await startService(RESTORED);
    const whole = (book: ReadonlyArray<Entry>) => book.filter((entry) => restored.whole.has(entry));
    for (const [supplier, accounts, entries] of [
      ['EARLY', EARLY, early],
      ['LATE', LATE, whole(late)],
    ] as const) {
      expect(await reconcile(production, operator, supplier, entries)).toMatchObject({ agree: true, differences: [] });
      for (const { said, expected } of await summaries(again, supplier, accounts, entries))
        expect(said).toMatchObject(expected);
    }
  });

  it('is made complete by a client that sends all of it again', async () => {
    const again = await aClient(services.at(-1)!.baseUrl, apiKey);
    const statuses = await sendAll(again, [...early, ...late]);
    const already = [...restored.whole.keys()].filter(({ kind }) => kind === 'historical-billing-documents').length;
    expect(statuses).toEqual({ 201: early.length + late.length - already, 400: already });
    const complete = await readStored(cluster.url(RESTORED), [...early, ...late]);
    expect(complete.faults).toEqual([]);
    expect(complete.whole.size).toBe(early.length + late.length);
  });

  it('would be found out if a row were missing, changed or doubled', async () => {
    await runSql(
      cluster.url(RESTORED),
      `delete from note where body = 'late-0-0-0';
       update ledger_transaction set amount = amount + 0.01 where transaction_id = 'late-1-3-0';
       insert into note select account_id, 'another', created_at, body, documents, is_pinned, unpin_at, import_id, position
       from note where body = 'late-2-0-0'`,
    );
    const { faults } = await readStored(cluster.url(RESTORED), [...early, ...late]);
    expect(faults.toSorted()).toEqual([
      'in part: late-0-0, 4 of 5 rows',
      'in part: late-1-3, 9 of 10 rows',
      'never sent: late-1|transaction|late-1-3-0|2026-01-05|1.06|CHARGE|',
      'twice: late-2|note|late-2-0-0',
    ]);
  });
});
