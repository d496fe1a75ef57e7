// Records what a release stores, for the upgrade test of the next ones: `npm run release:record -- VERSION`, right after it
// is tagged. Needs PostgreSQL's own programs, which it installs if it may. The recorded data is made up.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCluster } from '../support/postgresql/a-cluster.ts';
import { aDatabaseHost } from '../support/postgresql/a-database-host.ts';
import { findTools } from '../support/postgresql/postgresql-tools.ts';
import { checkOut, type Ran } from './a-release.ts';
import { accountNumbers, folderOf, ORGANISATION, readSummaries, SECRET, SUPPLIER } from './recorded.ts';

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('Usage: npm run release:record -- VERSION');
const commit = execFileSync('git', ['rev-parse', `v${version}^{commit}`], { encoding: 'utf8' }).trim();
const kept = folderOf(version);

/** A loaded file with faults ends with 1. */
const ended = async (ran: Promise<Ran>, ...codes: ReadonlyArray<number>): Promise<string> => {
  const { code, out, err } = await ran;
  if (code === null || !codes.includes(code)) throw new Error(`ended with ${code}: ${err}${out}`);
  return out;
};

const folder = await mkdtemp(join(tmpdir(), 'carryover-record-'));
const host = await aDatabaseHost(await findTools());
const cluster = await makeCluster(host, 'recorded', {});
await cluster.start();
try {
  await host.run('createdb', ['--maintenance-db', cluster.url('postgres'), 'recorded']);
  const release = await checkOut(commit, join(folder, 'sources'));
  const environment = {
    DATABASE_URL: cluster.url('recorded'),
    DATA_DIR: join(folder, 'data'),
    CARRYOVER_SECRET: SECRET,
    VENDOR_SANDBOX: 'on',
  };
  const operator = (...args: ReadonlyArray<string>) => ended(release.operator(environment, ...args), 0);
  const sample = join(folder, 'sample');
  const supplier = ['--supplier', SUPPLIER];
  await ended(release.loader({}, 'sample', '--out', sample, '--accounts', '6', '--faults', '3%', ...supplier), 0);

  await operator('migrate');
  await operator('organisation', 'create', '--name', ORGANISATION);
  const { api_key: apiKey } = JSON.parse(await operator('api-key', 'issue', '--organisation', ORGANISATION, '--json'));
  await operator('supplier', 'create', '--organisation', ORGANISATION, '--code', SUPPLIER);
  await operator('account', 'import', ...supplier, '--file', join(sample, 'accounts.ndjson'));
  const service = await release.service(environment);
  const client = { CARRYOVER_URL: service.baseUrl, CARRYOVER_API_KEY: apiKey };
  await ended(release.loader(client, 'dry-run', sample, '--out', join(folder, 'run.ndjson')), 1);
  await ended(release.loader(client, 'load', sample, '--journal', join(folder, 'first')), 1);

  // One import is undone and sent again.
  const statements = ['--endpoint', 'historical-statements/create', '--outcome', 'accepted', '--json'];
  const [{ id }] = JSON.parse(await operator('imports', 'list', ...supplier, ...statements));
  await operator('imports', 'undo', '--id', id, '--reason', 'Sent for the wrong account');
  await ended(
    release.loader(client, 'load', sample, '--journal', join(folder, 'second'), '--rejects', join(folder, 'rejects')),
    1,
  );

  await operator('reconcile', ...supplier, '--expected', join(sample, 'totals.csv'));
  await mkdir(kept, { recursive: true });
  for (const file of ['accounts.ndjson', 'totals.csv', 'transactions.ndjson'])
    await cp(join(sample, file), join(kept, file));
  const summaries = await readSummaries(service.baseUrl, apiKey, accountNumbers(join(kept, 'accounts.ndjson')));
  await service.stop();
  await writeFile(join(kept, 'summaries.json'), `${JSON.stringify(summaries, null, 2)}\n`);
  const dump = await host.run('pg_dump', ['--inserts', '--no-owner', '--no-privileges', '-d', cluster.url('recorded')]);
  // Newer versions write commands that only psql knows.
  await writeFile(join(kept, 'dump.sql'), dump.replaceAll(/^\\.*\n/gm, ''));
  await writeFile(join(kept, 'release.json'), `${JSON.stringify({ commit, apiKey }, null, 2)}\n`);
} finally {
  await cluster.stop('immediate');
  await host.remove();
  await rm(folder, { recursive: true, force: true });
}
