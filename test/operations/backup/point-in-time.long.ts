import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSql } from '../../support/a-database.ts';
import { aServiceProcess, type ServiceProcess } from '../../support/a-service-process.ts';
import type { Cluster } from '../../support/postgresql/a-cluster.ts';
import type { DatabaseHost } from '../../support/postgresql/a-database-host.ts';
import { anApiKey, aProduction, aSupplier, done, ORGANISATION, type Production } from '../a-production.ts';
import { aClient, type Client, sendAll } from './a-client.ts';
import { DATABASE, install, urlsOf } from './an-installation.ts';
import { anArchivingCluster, anArchivingHost } from './archive.ts';
import { type Entry, makeBook } from './book.ts';
import { reconcile, summaries } from './proof.ts';
import { baseBackup, recoverTo } from './recovery.ts';
import { readStored, type Stored } from './stored.ts';

const ACCOUNTS = Array.from({ length: 800 }, (_, n) => `account-${n}`);
const book = makeBook('ACME', ACCOUNTS);

let host: DatabaseHost;
let first: Cluster;
let second: Cluster;
let production: Production;
let apiKey: string;
const services: ServiceProcess[] = [];

const startService = async (cluster: Cluster): Promise<Client> => {
  const { environment } = production;
  const service = await aServiceProcess({ ...environment, LOG_LEVEL: 'info', DATABASE_URL: urlsOf(cluster).service });
  services.push(service);
  return aClient(service.baseUrl, apiKey);
};

/** The moment to go back to, by the database's clock. */
let time: Date;
let revokedAfterwards: string;
let recovered: Stored;

beforeAll(async () => {
  host = await anArchivingHost();
  first = await anArchivingCluster(host, 'first');
  await first.start();
  production = await aProduction();
  await install(production, first);
  const operator = production.operatorOn(urlsOf(first).operator);
  apiKey = await anApiKey(operator);
  await aSupplier(production, operator, { code: 'ACME', accounts: ACCOUNTS });
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await second?.stop('immediate');
  await first?.stop('immediate').catch(() => undefined);
  await production?.end();
  await host?.remove();
});

describe('going back to a moment before a disaster', () => {
  it('recovers the base backup and the archive to that moment', async () => {
    const client = await startService(first);
    const operator = production.operatorOn(urlsOf(first).operator);
    let isOver = false;
    const sending = sendAll(client, book, () => isOver);
    await delay(300);
    const backedUpFrom = Date.now();
    await baseBackup(host, first);
    const backedUpTo = Date.now();
    await delay(700);

    const [now] = await runSql<{ now: Date }>(first.url(DATABASE), `select date_trunc('milliseconds', now()) as now`);
    time = now!.now;
    await delay(500);
    const args = ['api-key', 'issue', '--organisation', ORGANISATION, '--json'];
    revokedAfterwards = (await done(operator, ...args)).json.prefix;

    // The disaster, and a client that does not know of it yet.
    await runSql(first.url(DATABASE), 'drop table ledger_transaction; delete from note where body < $$account-4$$');
    await delay(300);
    isOver = true;
    const statuses = await sending;
    expect(statuses[201]).toBeGreaterThan(100);
    expect(statuses[500]).toBeGreaterThan(0);
    await services.at(-1)!.stop();
    // What the archive does not have yet goes there when the server is stopped in order.
    await first.stop('fast');

    const recoveredFrom = Date.now();
    second = await recoverTo(host, 'second', time);
    process.stdout.write(
      `base backup: ${backedUpTo - backedUpFrom} ms; recovered in ${Date.now() - recoveredFrom} ms; ` +
        `${book.filter(({ accepted }) => accepted && accepted.at < time.getTime()).length} requests acknowledged before the moment, ` +
        `${book.filter(({ accepted }) => accepted && accepted.at >= time.getTime()).length} after it\n`,
    );
    recovered = await readStored(second.url(DATABASE), book);
  });

  it('brings back all that was acknowledged before, exactly once and as it was acknowledged', () => {
    const before = book.filter(({ accepted }) => accepted !== null && accepted.at < time.getTime());
    expect(before.length).toBeGreaterThan(100);
    const lost = before.filter((entry) => recovered.whole.get(entry) !== entry.accepted?.importId);
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it('leaves nothing half done, and nothing of what came after', () => {
    expect(recovered.faults).toEqual([]);
    const after = book.filter(({ sentAt }) => sentAt !== null && sentAt > time.getTime());
    expect(after.filter(({ accepted }) => accepted !== null).length).toBeGreaterThan(10);
    expect(after.filter((entry) => recovered.whole.has(entry)).map(({ name }) => name)).toEqual([]);
  });

  it('takes the operator back too: what was done since has to be done again', async () => {
    const operator = production.operatorOn(urlsOf(second).operator);
    const keys = await done(operator, 'api-key', 'list', '--organisation', ORGANISATION, '--json');
    expect(keys.json).toHaveLength(1);
    expect(keys.json).not.toContainEqual(expect.objectContaining({ prefix: revokedAfterwards }));
  });

  it('has totals and summaries that agree with what is there', async () => {
    const operator = production.operatorOn(urlsOf(second).operator);
    const entries = book.filter((entry) => recovered.whole.has(entry));
    expect(await reconcile(production, operator, 'ACME', entries)).toMatchObject({ agree: true, differences: [] });
    const client = await startService(second);
    for (const { said, expected } of await summaries(client, 'ACME', ACCOUNTS, entries))
      expect(said).toMatchObject(expected);
  });

  it('is made complete by a client that sends everything again, with nothing doubled', async () => {
    const client = await aClient(services.at(-1)!.baseUrl, apiKey);
    const isHistory = ({ kind }: Entry) => kind === 'historical-billing-documents';
    const already = [...recovered.whole.keys()].filter(isHistory).length;
    // The one kind that is refused where it is there already (decisions 12).
    expect(await sendAll(client, book)).toEqual({ 201: book.length - already, 400: already });
    const complete = await readStored(second.url(DATABASE), book);
    expect(complete.faults).toEqual([]);
    expect(complete.whole.size).toBe(book.length);
    const operator = production.operatorOn(urlsOf(second).operator);
    expect(await reconcile(production, operator, 'ACME', book)).toMatchObject({ agree: true, differences: [] });
  });
});
