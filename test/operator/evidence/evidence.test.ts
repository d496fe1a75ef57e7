import { hash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { theService } from '../../support/a-service.ts';
import { anAccount } from '../../support/an-account.ts';
import { anOperator } from '../../support/an-operator.ts';
import { payment } from '../../support/bodies.ts';
import { idOf } from '../an-undoable-account.ts';
import { packed, unpacked, writeChanged } from './a-pack.ts';

let receipts: ReadonlyArray<{ readonly import_id: string | null; readonly sha256: string | null }>;

const file = (name: string) => join(folder, name);
const contentOf = (name: string): Buffer => pack.find((one) => one.name === name)!.content;
const verify = (archive: string, ...args: string[]) =>
  operator('evidence', 'verify', file(archive), '--key', file('key.pub'), '--json', ...args);
const kindsOf = (json: any): ReadonlyArray<string> =>
  json.problems.map(({ kind, file: name }: any) => (name === undefined ? kind : `${kind} ${name}`));

const charge = (id: string, amount: string, more: object = {}) => payment(id, { type: 'CHARGE', amount, ...more });

const service = await theService({ SEAL_INTERVAL_SECONDS: '1' });
const folder = service.dataDir;
const operator = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: file('key') });
expect((await operator('evidence', 'key', 'create', '--out', file('key'))).code).toBe(0);
const account = await anAccount(service, { number: '=E-1' });
const send = (...transactions: object[]) =>
  service.post('/v1/data-import/transactions/create/', { ...account, transactions });
const replies = [
  await send(charge('1', '10.00'), charge('2', '1.00', { transaction_date: '2019-09-01' })),
  await send(charge('1', '11.00')),
  await send(charge('3', 'ten')),
  await service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body: 'x' }] }),
  await service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body: 'x', is_pinned: true }] }),
  await service.post('/v1/data-import/notes/validate/', { ...account, notes: [{ body: 'y' }] }),
];
expect(replies.map(({ status }) => status)).toEqual([201, 201, 400, 201, 201, 200]);
receipts = replies
  .filter(({ status }) => status === 201)
  .map(({ headers }) => ({ import_id: headers.get('x-import-id'), sha256: headers.get('x-payload-sha256') }));
await writeFile(file('totals.csv'), 'external_account_number,ledger_number,type,count,sum\n=E-1,L-1,CHARGE,3,12.00\n');
const undone = idOf(await service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body: 'z' }] }));
await operator('imports', 'undo', '--id', undone, '--reason', '=Ticket 42', '--as', 'Ada');
const isSealed = async () => (await operator('seal', 'verify', '--json')).json.unsealed === 0;
await vi.waitUntil(isSealed, { timeout: 20_000, interval: 100 });
const args = ['--supplier', service.demo.import_supplier, '--expected', file('totals.csv')];
const made = await operator('reconcile', ...args, '--evidence', file('pack.zip'), '--html', file('report.html'));
expect([made.code, made.err]).toEqual([1, '']);
const pack = await unpacked(await readFile(file('pack.zip')));

describe('the key of evidence', () => {
  it('is readable by its owner only, is not overwritten, and its public part is printed', async () => {
    const { code, out } = await operator('evidence', 'key', 'create', '--out', file('another'));
    expect([code, (await stat(file('another'))).mode & 0o777]).toEqual([0, 0o600]);
    expect(out).toContain(await readFile(file('another.pub'), 'utf8'));
    const before = await readFile(file('another'), 'utf8');
    expect((await operator('evidence', 'key', 'create', '--out', file('another'))).code).toBe(1);
    expect(await readFile(file('another'), 'utf8')).toBe(before);
    // The public key of another one would not verify what this one signs.
    await rm(file('another.pub'));
    expect((await operator('evidence', 'key', 'create', '--out', file('another'))).code).toBe(1);
    expect(await readFile(file('another'), 'utf8')).toBe(before);
    await expect(stat(file('another.pub'))).rejects.toThrow('ENOENT');
  });

  it('is needed for a pack: without one nothing is read, and the exit code is 2', async () => {
    const keyless = anOperator(service.operatorEnvironment);
    const { code, err } = await keyless('reconcile', '--supplier', 'ANY', '--evidence', file('none.zip'));
    expect([code, err]).toEqual([2, expect.stringContaining('Set EVIDENCE_KEY_FILE')]);
    await writeFile(file('not-a-key'), 'no key');
    const wrong = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: file('not-a-key') });
    expect((await wrong('reconcile', '--supplier', 'ANY', '--evidence', file('none.zip'))).code).toBe(2);
    await expect(stat(file('none.zip'))).rejects.toThrow('ENOENT');
  });
});

describe('an evidence pack', () => {
  it('has the report and complete lists, and is sound', async () => {
    expect(pack.map(({ name }) => name)).toEqual([
      'report.html',
      'totals.csv',
      'differences.csv',
      'moved.csv',
      'conflicts.csv',
      'corrections.csv',
      'imports.ndjson',
      'operator-actions.ndjson',
      'seals.ndjson',
      'manifest.json',
      'manifest.jws',
    ]);
    const lines = (name: string) => contentOf(name).toString().trimEnd().split('\r\n').slice(1);
    expect(contentOf('report.html')).toEqual(await readFile(file('report.html')));
    expect(lines('totals.csv')).toEqual([
      expect.stringMatching(
        /^'=E-1,L-1,CHARGE,2,11\.00,3,12\.00,-1,-1\.00,false,lost,"Rejected: .* had 3 \(invalid, ""ten""\), not stored since\. .*",differ$/,
      ),
    ]);
    expect(lines('differences.csv')).toEqual(lines('totals.csv'));
    expect(lines('moved.csv')).toEqual([`'=E-1,L-1,2,2019-09-01,2019-10-01,${receipts[0]!.import_id}`]);
    expect(lines('conflicts.csv').map((line) => line.split(',').slice(0, 3))).toEqual([
      ['transaction', "'=E-1", '1'],
      ['note', "'=E-1", ''],
    ]);
    const [correction, ...others] = lines('corrections.csv').map((line) => line.split(','));
    expect(correction!.toSpliced(3, 1)).toEqual([
      ...[undone, "'=E-1", 'notes/create', 'Ada', "'=Ticket 42"],
      ...['1', '0', '0', '0', '0'],
    ]);
    expect(others).toEqual([]);
    const { code, json } = await verify('pack.zip');
    expect([code, json.sound, json.problems]).toEqual([0, true, []]);
    const imports = { count: 7, without_payload_sha256: 0, undone: 1 };
    expect(json.manifest).toMatchObject({ verdict: 'differ', imports });
  });

  it('says by `evidence verify` of what it is: verdict, coverage, author, control totals, key and time', async () => {
    const { json } = await verify('pack.zip');
    const { out: text } = await operator('evidence', 'verify', file('pack.zip'), '--key', file('key.pub'));
    const { coverage, control_totals, made_by, made_at } = json.manifest;
    expect(json).toMatchObject({ coverage, control_totals, author: made_by, made_at, verdict: 'differ' });
    expect(coverage).toMatchObject({
      kinds: { transactions: 'compared', notes: 'not_compared' },
      accounts_compared: 1,
    });
    expect(text).toMatch(/^Compared +transactions; 1 of 1 account with data; stored and not compared: notes$/m);
    expect(text).toMatch(/^Control totals +the operator's file totals\.csv \(SHA-256 [0-9a-f]{64}\)$/m);
    expect(text).toContain(json.key);
    expect(text).toContain(made_at);
  });

  it('lists every import record in the order of the ids, also of refused requests and dry runs', () => {
    const records = contentOf('imports.ndjson')
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ endpoint, outcome, item_count }) => [endpoint, outcome, item_count])).toEqual([
      ['transactions/create', 'accepted', 2],
      ['transactions/create', 'accepted', 1],
      ['transactions/create', 'refused', 1],
      ['notes/create', 'accepted', 1],
      ['notes/create', 'accepted', 1],
      ['notes/validate', 'dry_run', 1],
      ['notes/create', 'accepted', 1],
    ]);
    const marked = records.filter(({ undone_at }) => undone_at !== null);
    expect(marked.map(({ id, undone_at }) => [id, undone_at])).toEqual([
      [undone, expect.stringMatching(/^\d{4}-.*Z$/)],
    ]);
    expect(records.map(({ id }) => id)).toEqual(records.map(({ id }) => id).toSorted());
    expect(Object.keys(records[0])).toEqual([
      'id',
      'received_at',
      'api_key_prefix',
      'endpoint',
      'external_account_number',
      'outcome',
      'item_count',
      'payload_sha256',
      'undone_at',
      'payload_removed_at',
    ]);
  });
});

describe('verifying', () => {
  const flipped = (content: Buffer): Buffer => {
    const changed = Buffer.from(content);
    changed[Math.floor(changed.length / 2)]! ^= 1;
    return changed;
  };

  it('names each file in which one byte was changed', async () => {
    for (const { name } of pack) {
      await writeChanged(file('changed.zip'), pack, name, flipped);
      const { code, json } = await verify('changed.zip');
      const named = name === 'manifest.jws' ? ['signature_invalid'] : [`file_changed ${name}`];
      expect([name, code, kindsOf(json)]).toEqual([name, 1, expect.arrayContaining(named)]);
    }
  });

  it('names files that are missing, repeated or too many', async () => {
    for (const { name } of pack) {
      await writeChanged(file('changed.zip'), pack, name, () => null);
      const { code, json } = await verify('changed.zip');
      expect([code, kindsOf(json)]).toEqual([1, [`file_missing ${name}`]]);
    }
    await writeFile(file('more.zip'), await packed([...pack, pack[1]!, { name: 'x', content: Buffer.from('x') }]));
    const { code, json } = await verify('more.zip');
    expect([code, kindsOf(json)]).toEqual([1, ['file_repeated totals.csv', 'file_unexpected x']]);
  });

  it.each([
    ['records_removed', (lines: string[]) => lines.toSpliced(2, 1)],
    ['records_added', (lines: string[]) => [...lines, lines[2]!]],
    ['records_changed', (lines: string[]) => [lines[1]!, lines[0]!, ...lines.slice(2)]],
  ])('says %s', async (kind, change) => {
    const changed = (content: Buffer) =>
      Buffer.from(`${change(content.toString().trimEnd().split('\n')).join('\n')}\n`);
    await writeChanged(file('changed.zip'), pack, 'imports.ndjson', changed);
    const { code, json } = await verify('changed.zip');
    expect([code, kindsOf(json)]).toEqual([1, ['file_changed imports.ndjson', kind]]);
  });

  it('says that another key was used, also if the whole pack was made again with it', async () => {
    await operator('evidence', 'key', 'create', '--out', file('other'));
    const { code, json } = await operator('evidence', 'verify', file('pack.zip'), '--key', file('other.pub'), '--json');
    expect([code, kindsOf(json)]).toEqual([1, ['other_key']]);
  });

  it.each([
    ['is empty', () => Buffer.alloc(0)],
    ['is not an archive', () => Buffer.from('PK, but not really')],
    ['ends early', (archive: Buffer) => archive.subarray(0, archive.length - 30)],
    ['has lost its beginning', (archive: Buffer) => archive.subarray(1_000)],
  ])('finds that a file %s', async (_, change) => {
    await writeFile(file('broken.zip'), change(await readFile(file('pack.zip'))));
    const { code, json } = await verify('broken.zip');
    expect([code, json.sound]).toEqual([1, false]);
  });

  it('does not read more of a file than was signed', async () => {
    await writeChanged(file('bomb.zip'), pack, 'totals.csv', () => Buffer.alloc(200_000_000));
    const { code, json } = await verify('bomb.zip');
    expect([code, kindsOf(json)]).toEqual([1, ['file_changed totals.csv']]);
  });

  it('ends with 2 if a file or a key cannot be read', async () => {
    expect((await verify('nothing.zip')).code).toBe(2);
    expect((await operator('evidence', 'verify', file('pack.zip'), '--key', file('nothing'))).code).toBe(2);
    expect((await operator('evidence', 'verify', file('pack.zip'), '--key', file('key'))).code).toBe(2);
    expect((await verify('pack.zip', '--receipts', file('nothing'))).code).toBe(2);
  });
});

describe('receipts', () => {
  const verifyReceipts = async (lines: ReadonlyArray<object | string>) => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    await writeFile(file('receipts.ndjson'), text);
    const { code, json } = await verify('pack.zip', '--receipts', file('receipts.ndjson'));
    return [code, json.receipts, kindsOf(json)];
  };

  it('that a client kept are found, in any order and more than once', async () => {
    expect(await verifyReceipts([...receipts.toReversed(), receipts[0]!])).toEqual([0, 5, []]);
  });

  it('are counted if their import was undone', async () => {
    const sha256 = JSON.parse(contentOf('imports.ndjson').toString().trimEnd().split('\n').at(-1)!).payload_sha256;
    await writeFile(file('receipts.ndjson'), JSON.stringify({ import_id: undone, sha256 }));
    const args = [
      'evidence',
      'verify',
      file('pack.zip'),
      '--key',
      file('key.pub'),
      '--receipts',
      file('receipts.ndjson'),
    ];
    const { code, out } = await operator(...args);
    expect([code, out]).toEqual([0, expect.stringContaining('7 import records (1 undone)')]);
    expect(out).toContain('1 receipt found in it (1 undone).');
  });

  it('are named if they have no import record, or one with another payload', async () => {
    const unknown = { import_id: 'ffffffff-0000-7000-8000-000000000000', sha256: receipts[0]!.sha256 };
    const early = { ...unknown, import_id: '00000000-0000-7000-8000-000000000000' };
    const other = { ...receipts[1]!, sha256: hash('sha256', 'other') };
    expect(await verifyReceipts([unknown, early, other, receipts[0]!])).toEqual([
      1,
      4,
      ['receipt_without_record', 'receipt_differs', 'receipt_without_record'],
    ]);
    expect(await verifyReceipts(['{"import_id": 1}', receipts[0]!])).toEqual([1, 1, ['receipt_unreadable']]);
  });
});
