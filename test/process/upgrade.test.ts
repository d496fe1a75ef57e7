import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anEmptyDatabase, runSql } from '../support/a-database.ts';
import { aFolder } from '../support/a-file.ts';
import type { ServiceProcess } from '../support/a-service-process.ts';
import { checkOut, hasCommit, type Ran, THIS_RELEASE } from '../upgrade/a-release.ts';
import {
  accountNumbers,
  folderOf,
  ORGANISATION,
  readRecorded,
  readSummaries,
  recordedReleases,
  SECRET,
  SUPPLIER,
} from '../upgrade/recorded.ts';

/** Each test starts several programs. */
vi.setConfig({ testTimeout: 120_000 });

const CHANGELOG = readFileSync('CHANGELOG.md', 'utf8');
const RELEASED = [...CHANGELOG.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version!);

it('has a record of every release but the newest, which is recorded from its own commit', () => {
  const recorded = recordedReleases();
  expect(RELEASED.slice(1).filter((version) => !recorded.includes(version))).toEqual([]);
  expect(recorded.filter((version) => !RELEASED.includes(version))).toEqual([]);
});

const resultOf = ({ out }: Ran): unknown => JSON.parse(out.trim().split('\n').at(-1)!);

describe.each(recordedReleases())('release %s', (version) => {
  const recorded = folderOf(version);
  const { commit, apiKey } = readRecorded(version);
  const accounts = accountNumbers(join(recorded, 'accounts.ndjson'));
  const summaries = JSON.parse(readFileSync(join(recorded, 'summaries.json'), 'utf8'));
  let environment: Readonly<Record<string, string>>;
  let folder: string;
  let services: ServiceProcess[];

  const started = async (starting: Promise<ServiceProcess>): Promise<ServiceProcess> => {
    const service = await starting;
    services.push(service);
    return service;
  };

  const reconcile = (): Promise<Ran> =>
    THIS_RELEASE.operator(environment, 'reconcile', '--supplier', SUPPLIER, '--expected', join(recorded, 'totals.csv'));

  /** A note of each account, loaded by this release's loader. */
  const loadNotes = async (name: string, baseUrl: string): Promise<Ran> => {
    const file = join(folder, `${name}.notes.ndjson`);
    const rows = accounts.map((external_account_number) => ({
      import_supplier: SUPPLIER,
      external_account_number,
      body: name,
    }));
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const client = { CARRYOVER_URL: baseUrl, CARRYOVER_API_KEY: apiKey };
    return THIS_RELEASE.loader(client, 'load', '--kind', 'notes', '--json', file);
  };

  beforeEach(async () => {
    const url = await anEmptyDatabase();
    await runSql(url, readFileSync(join(recorded, 'dump.sql'), 'utf8'));
    folder = aFolder();
    services = [];
    environment = {
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      CARRYOVER_SECRET: SECRET,
      VENDOR_SANDBOX: 'on',
    };
  });
  afterEach(async () => {
    for (const service of services) await service.stop();
  });

  it('left data that is migrated, read, and reconciled with the same control totals', async () => {
    const { baseUrl } = await started(THIS_RELEASE.service(environment));
    expect(await readSummaries(baseUrl, apiKey, accounts)).toEqual(summaries);
    const { code, out } = await reconcile();
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('agree') });
  });

  it('left items that already exist for this release', async () => {
    const { baseUrl } = await started(THIS_RELEASE.service(environment));
    const client = { CARRYOVER_URL: baseUrl, CARRYOVER_API_KEY: apiKey };
    const journal = join(folder, 'again.journal');
    // Its rejects are written beside it.
    const file = join(folder, 'transactions.ndjson');
    copyFileSync(join(recorded, 'transactions.ndjson'), file);
    const again = await THIS_RELEASE.loader(client, 'load', '--json', '--journal', journal, file);
    expect(resultOf(again)).toMatchObject({ accepted: 0, conflicts: 0 });
    expect((await reconcile()).code).toBe(0);
  });

  it.skipIf(!hasCommit(commit))('starts, reads and imports beside this release on its schema', async () => {
    const { baseUrl: ours } = await started(THIS_RELEASE.service(environment));
    const last = await checkOut(commit, join(folder, 'sources'));
    const { baseUrl: theirs } = await started(last.service({ ...environment, DATA_DIR: join(folder, 'theirs') }));
    expect(await readSummaries(theirs, apiKey, accounts)).toEqual(summaries);
    const all = { accepted: accounts.length, already_existed: 0, rejected: 0 };
    expect(resultOf(await loadNotes('by the last release', theirs))).toMatchObject(all);
    expect(resultOf(await loadNotes('by this release', ours))).toMatchObject(all);
    expect(resultOf(await loadNotes('by this release', theirs))).toMatchObject({ accepted: 0 });
    expect(await readSummaries(theirs, apiKey, accounts)).toEqual(await readSummaries(ours, apiKey, accounts));
    expect((await last.operator(environment, 'supplier', 'show', '--supplier', SUPPLIER)).code).toBe(0);
  });

  it.skipIf(!hasCommit(commit))('seals an organisation that this release renamed, and refuses its packs', async () => {
    const [key, totals] = [join(folder, 'evidence.key'), join(recorded, 'totals.csv')];
    const last = await checkOut(commit, join(folder, 'sources'));
    const operator = async (release: typeof last, ...args: ReadonlyArray<string>) =>
      release.operator({ ...environment, EVIDENCE_KEY_FILE: key }, ...args);
    const packOf = async (release: typeof last, name: string) => {
      const file = join(folder, name);
      await operator(release, 'reconcile', '--supplier', SUPPLIER, '--expected', totals, '--evidence', file);
      return (by: typeof last) => operator(by, 'evidence', 'verify', file, '--key', `${key}.pub`);
    };
    for (const args of [
      ['migrate'],
      ['evidence', 'key', 'create', '--out', key],
      ['supplier', 'pause', '--supplier', SUPPLIER],
      ['organisation', 'rename', '--name', ORGANISATION, '--to', 'Renamed'],
      ['supplier', 'resume', '--supplier', SUPPLIER],
    ])
      expect(await operator(THIS_RELEASE, ...args)).toMatchObject({ code: 0, err: '' });

    // Its seals have no ids of what was done under the former name.
    const sealing = { ...environment, SEAL_INTERVAL_SECONDS: '1', DATA_DIR: join(folder, 'theirs') };
    await started(last.service(sealing));
    const verified = () => operator(THIS_RELEASE, 'seal', 'verify', '--json').then(resultOf);
    await expect.poll(verified, { timeout: 60_000 }).toMatchObject({ unsealed: 0, findings: [] });

    const ours = await packOf(THIS_RELEASE, 'ours.zip');
    expect(await ours(THIS_RELEASE)).toMatchObject({ code: 0, out: expect.stringMatching(/^Sound: /) });
    expect(await ours(last)).toMatchObject({
      code: 1,
      out: expect.stringContaining('is not one that this version can read'),
    });
    const theirs = await packOf(last, 'theirs.zip');
    expect(await theirs(THIS_RELEASE)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`the name ${ORGANISATION}`),
    });

    // What was done under a name has no ids either once it is the present one again.
    const takenBack = ['organisation', 'rename', '--name', 'Renamed', '--to', ORGANISATION];
    expect(await operator(THIS_RELEASE, ...takenBack)).toMatchObject({ code: 0, err: '' });
    const back = await packOf(THIS_RELEASE, 'back.zip');
    expect(await back(THIS_RELEASE)).toMatchObject({ code: 0, out: expect.stringMatching(/^Sound: /) });
  });
});
