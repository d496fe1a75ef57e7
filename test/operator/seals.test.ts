import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADVISORY_LOCKS } from '@carryover/adapters-persistence/sql/advisory-locks';
import { describeUnsealed } from '@carryover/operations/make-report';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anS3Server } from '../adapters-documents/an-s3-server.ts';
import { theFolder } from '../support/a-file.ts';
import { whileHeld } from '../support/a-lock.ts';
import { aService } from '../support/a-service.ts';
import { anOperator, type Ran } from '../support/an-operator.ts';

const folder = theFolder();
const key = join(folder, 'evidence.key');
await anOperator({})('evidence', 'key', 'create', '--out', key);

const service = await aService({ SEAL_INTERVAL_SECONDS: '1', EVIDENCE_KEY_FILE: key });
afterAll(service.stop);
const operator = anOperator(service.operatorEnvironment);

const ACCOUNT = service.demo.external_account_number;
const note = async (body: string, account = ACCOUNT): Promise<string> => {
  const { headers } = await service.post('/v1/data-import/notes/create/', {
    import_supplier: service.demo.import_supplier,
    external_account_number: account,
    notes: [{ body }],
  });
  return headers.get('x-request-id')!;
};

const verify = (...args: ReadonlyArray<string>) => operator('seal', 'verify', '--key', `${key}.pub`, '--json', ...args);
const allSealed = () =>
  vi.waitUntil(async () => (await verify()).json.unsealed === 0, { timeout: 20_000, interval: 100 });

const first = await note('first');
const refused = await note('refused', 'NOBODY');
const second = await note('second');
const undone = await note('undone');
await operator('imports', 'undo', '--id', undone, '--reason', 'by mistake');
beforeAll(allSealed);

const columnsOf = async (table: string): Promise<string> => {
  const sql = `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_name = $1 and is_generated = 'NEVER'`;
  return (await service.sql<{ columns: string }>(sql, [table]))[0]!.columns;
};

/** Changes rows of a table as its owner, verifies, and takes the change back. @returns the findings. */
const findingsAfter = async (
  table: string,
  where: string,
  change: string,
  find: (...args: ReadonlyArray<string>) => Promise<Ran> = verify,
): Promise<ReadonlyArray<unknown>> => {
  const columns = await columnsOf(table);
  await service.sql(`create table kept as select ${columns} from ${table} where ${where}`);
  await service.sql(change);
  const { code, json } = await find();
  await service.sql(`delete from ${table} where ${where}`);
  await service.sql(`insert into ${table} (${columns}) select ${columns} from kept`);
  await service.sql('drop table kept');
  expect([code, (await verify()).json.finding_count]).toEqual([1, 0]);
  return json.findings.map(({ kind, account, endpoint, import_id, item, field }: any) =>
    [kind, account, endpoint, import_id, item, field].filter((value) => value !== null),
  );
};

describe('seals', () => {
  it('are over all records that were committed, signed, and each names the one before', async () => {
    await note('third');
    await allSealed();
    const { json } = await operator('seal', 'list', '--json');
    const [last, ...before] = json;
    expect(json.length).toBe(last.number);
    // On a cluster, that of its node.
    expect(before.map(({ to }: any) => to)).toContain(last.from);
    const [{ records }] = (await service.sql<{ records: number }>(
      `select sum(n)::int as records from (select count(*) as n from accepted_import union all select count(*) from refused_import
       union all select count(*) from import_undo union all select count(*) from operator_action) counted`,
    )) as any;
    expect(last.size).toBe(records);
    expect(last.signature.split('.')).toHaveLength(3);
    expect((await verify()).json).toEqual({ sealed: records, unsealed: 0, finding_count: 0, findings: [] });
  });

  const accepted = ['accepted_import', `id = '${first}'`] as const;
  const refusal = ['refused_import', `id = '${refused}'`] as const;
  const undo = ['import_undo', `import_id = '${undone}'`] as const;
  const ofFirst = [ACCOUNT, 'notes/create', first, 'accepted_import'];
  it.each<[readonly [table: string, where: string], set: string, named: ReadonlyArray<string>]>([
    [accepted, 'stored_items = 2', ofFirst],
    [accepted, 'item_count = 2', ofFirst],
    [accepted, "payload_sha256 = '\\x00'", ofFirst],
    [accepted, `findings = '{"unknownFields": []}'`, ofFirst],
    [
      accepted,
      // A cluster changes no rows by an expression that depends on the time zone.
      "received_at = (received_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'",
      ofFirst,
    ],
    [accepted, 'commit_position = 1', ofFirst],
    [accepted, "endpoint = 'transactions/create'", ofFirst.with(1, 'transactions/create')],
    [refusal, 'status = 500', ['NOBODY', 'notes/create', refused, 'refused_import']],
    [refusal, "detail = ''", ['NOBODY', 'notes/create', refused, 'refused_import']],
    [undo, "reason = 'on purpose'", [ACCOUNT, 'notes/create', undone, 'import_undo']],
    [undo, "items = '[]'", [ACCOUNT, 'notes/create', undone, 'import_undo']],
  ])('name a record of which a field was altered: %j, %s', async ([table, where], set, named) => {
    const found = await findingsAfter(table, where, `update ${table} set ${set} where ${where}`);
    expect(found).toContainEqual(['record_altered', ...named]);
    expect(found.filter((finding) => !String(finding).includes(named.at(-2)!))).toEqual([]);
  });

  it('name records that were removed', async () => {
    const remove = (table: string, where: string) => findingsAfter(table, where, `delete from ${table} where ${where}`);
    expect(await remove(...accepted)).toEqual([['record_missing', ACCOUNT, first, 'accepted_import']]);
    expect(await remove(...refusal)).toEqual([['record_missing', refused, 'refused_import']]);
    expect(await remove(...undo)).toEqual([['record_missing', ACCOUNT, 'notes/create', undone, 'import_undo']]);
  });

  it('are verified by `verify-storage`, too', async () => {
    const storage = () => operator('verify-storage', '--supplier', service.demo.import_supplier, '--json');
    const [table, where] = refusal;
    expect(await findingsAfter(table, where, `delete from ${table} where ${where}`, storage)).toEqual([
      ['record_missing', refused, 'refused_import'],
    ]);
  });

  it('name operator actions that were altered or removed', async () => {
    const [{ id }] = (await service.sql<{ id: string }>(
      "select id from operator_action where action = 'imports undo'",
    )) as any;
    const where = `id = '${id}'`;
    const altered = await findingsAfter(
      'operator_action',
      where,
      `update operator_action set performed_by = 'x' where ${where}`,
    );
    const removed = await findingsAfter('operator_action', where, `delete from operator_action where ${where}`);
    expect(altered).toEqual([['action_altered', ACCOUNT, id, 'operator_action']]);
    expect(removed).toEqual([['action_altered', id, 'operator_action']]);
  });

  it('name a record that was added to what is sealed', async () => {
    const columns = await columnsOf('accepted_import');
    const id = '01900000-0000-7000-8000-000000000000';
    const values = columns.split(', ').map((column) => (column === 'id' ? `'${id}'` : column));
    const add = `insert into accepted_import (${columns}) select ${values} from accepted_import where id = '${first}'`;
    expect(await findingsAfter('accepted_import', `id = '${id}'`, add)).toEqual([
      ['extra', ACCOUNT, 'notes/create', id, 'accepted_import'],
    ]);
  });

  it.each([
    ["root = repeat('0', 64)", 'its root is not that of its records'],
    ['signature = null', 'it is not signed'],
    ["entries = '\\x00'", 'its root is not that of its records'],
    ['size = size + 1', 'its root is not that of its records'],
    ["previous = repeat('0', 64)", 'its signature is of another seal'],
  ])('name a seal that was altered: %s', async (set, fault) => {
    const found = await findingsAfter('seal', 'number = 1', `update seal set ${set} where number = 1`);
    expect(found).toContainEqual(['seal_broken', '1', fault]);
  });

  it('name a seal that was removed', async () => {
    expect(await findingsAfter('seal', 'number = 1', 'delete from seal where number = 1')).toContainEqual([
      ...['seal_broken', '1', 'it is missing'],
    ]);
  });
});

describe('exported seals', () => {
  it('come before an evidence pack: one of a supplier without a sealed record is not sealed yet, and says so', async () => {
    const [{ name: organisation }] = (await operator('organisation', 'list', '--json')).json;
    await operator('supplier', 'create', '--organisation', organisation, '--code', 'UNSEALED');
    const accounts = join(folder, 'accounts.ndjson');
    writeFileSync(accounts, '{"external_account_number":"U-1","status":"IMPORTED","ledgers":[]}');
    await operator('account', 'import', '--supplier', 'UNSEALED', '--file', accounts);
    await allSealed();
    const note = (body: string) =>
      service.post('/v1/data-import/notes/create/', {
        import_supplier: 'UNSEALED',
        external_account_number: 'U-1',
        notes: [{ body }],
      });
    const signer = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: key });
    const seals = join(folder, 'before-the-pack');
    await operator('seal', 'export', '--out', seals);
    const pack = async (name: string) => {
      const file = join(folder, name);
      const made = await signer('reconcile', '--supplier', 'UNSEALED', '--evidence', file);
      const verified = async (...args: ReadonlyArray<string>) => {
        const { code, out } = await operator('evidence', 'verify', file, '--key', `${key}.pub`, ...args);
        return [code, out.split(/[:.]/)[0]];
      };
      return [made.code, made.err, await verified(), await verified('--seal', join(seals, 'seal-00000001.json'))];
    };
    const unsealed = (name: string) =>
      whileHeld(service.databaseUrl, `select pg_advisory_xact_lock(${ADVISORY_LOCKS.seals})`, async () => {
        await note(name);
        return pack(name);
      });
    const before = await unsealed('before.zip');
    await allSealed();
    const after = await pack('after.zip');
    const partly = await unsealed('partly.zip');
    await allSealed();
    expect([before, after, partly]).toEqual([
      [
        0,
        `${describeUnsealed({ sealed: 0, unsealed: 1 })}\n`,
        [0, 'Sound so far, but not sealed yet'],
        [1, 'Not known yet'],
      ],
      [0, '', [0, 'Sound'], [0, 'Sound']],
      [
        0,
        expect.stringContaining('Of 2 import records of this supplier, 1 has no seal yet'),
        [0, 'Sound'],
        [0, 'Sound'],
      ],
    ]);
  });

  it('are written to a bucket below a prefix, once, and are the files of a folder', async () => {
    const server = await anS3Server('seals');
    const out = 's3://seals/audit/acme';
    const bucket = anOperator({ ...service.operatorEnvironment, S3_ENDPOINT: server.endpoint });
    const written = await bucket('seal', 'export', '--out', out, '--json');
    const again = await bucket('seal', 'export', '--out', out, '--json');
    const folderOut = join(folder, 'as-in-the-bucket');
    await operator('seal', 'export', '--out', folderOut);
    const names = readdirSync(folderOut).toSorted();
    expect([written.json.written, again.json]).toEqual([names.length, { written: 0, already_there: names.length }]);
    for (const name of names) {
      const content = await server.get(`audit/acme/${name}`);
      expect(content).toBe(readFileSync(join(folderOut, name), 'utf8'));
      writeFileSync(join(folder, name), content);
    }
    expect((await verify(...names.map((name) => join(folder, name)))).code).toBe(0);
    await server.put(`audit/acme/${names[0]}`);
    const altered = await bucket('seal', 'export', '--out', out);
    expect([altered.code, altered.err]).toEqual([2, expect.stringContaining(`${out}/${names[0]}: It is another seal`)]);
    await server.stop();
    const down = await bucket('seal', 'export', '--out', out);
    expect([down.code, down.err]).toEqual([1, expect.stringContaining(`${out}/${names[0]}`)]);
  });

  it('are written once, and verified against the database', async () => {
    const out = join(folder, 'seals');
    const exported = await operator('seal', 'export', '--out', out, '--json');
    const files = readdirSync(out).toSorted();
    expect(exported.json).toEqual({ written: files.length, already_there: 0 });
    expect((await operator('seal', 'export', '--out', out, '--json')).json).toEqual({
      written: 0,
      already_there: files.length,
    });
    expect((await verify(...files.map((name) => join(out, name)))).code).toBe(0);
    const [{ sealed_at, ...latest }] = (await operator('seal', 'list', '--json')).json;
    expect(JSON.parse(readFileSync(join(out, files.at(-1)!), 'utf8'))).toEqual(latest);
    writeFileSync(join(out, files[0]!), readFileSync(join(out, files[0]!), 'utf8').slice(0, -20));
    const cut = await operator('seal', 'export', '--out', out);
    expect([cut.code, cut.err]).toEqual([2, expect.stringContaining(`${join(out, files[0]!)}: It is cut off`)]);
  });

  it('show that the history of the database was rewritten, even if it is sealed again', async () => {
    const out = join(folder, 'earlier');
    await operator('seal', 'export', '--out', out);
    const last = readdirSync(out).toSorted().at(-1)!;
    await service.sql(`update accepted_import set stored_items = 7 where id = '${second}'`);
    await service.sql('delete from seal; delete from seal_head');
    await allSealed();
    expect((await verify()).code).toBe(0);
    const { code, json } = await verify(join(out, 'seal-00000001.json'), join(out, last));
    expect(code).toBe(1);
    expect(json.findings.map(({ kind, item }: any) => [kind, item])).toContainEqual(['seal_broken', '1']);
    const again = await operator('seal', 'export', '--out', out);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('is kept')]);
  });

  it('need not be at hand to notice that the last seal was removed, also once its records are sealed again', async () => {
    await note('fourth');
    await allSealed();
    const last = (await operator('seal', 'list', '--json')).json[0].number;
    const sealer = new pg.Client({ connectionString: service.databaseUrl });
    await sealer.connect();
    await sealer.query(`select pg_advisory_lock(${ADVISORY_LOCKS.seals})`);
    await sealer.query(`delete from seal where number = ${last}`);
    const removed = (await verify()).json.findings;
    await sealer.end();
    await allSealed();
    const sealedAgain = (await verify()).json.findings;
    expect([removed, sealedAgain].map((all) => all.map(({ kind, item, field }: any) => [kind, item, field]))).toEqual([
      [['seal_broken', String(last), 'it is missing']],
      [['seal_broken', String(last), 'it is missing']],
    ]);
  });

  it('are refused if they are none', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '{"number": 1}');
    expect(await verify(file)).toMatchObject({ code: 2, err: expect.stringContaining('not a seal') });
  });
});
