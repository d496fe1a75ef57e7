import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { theService } from '../../support/a-service.ts';
import { anAccount } from '../../support/an-account.ts';
import { anOperator } from '../../support/an-operator.ts';
import { payment } from '../../support/bodies.ts';
import {
  changed,
  commented,
  contentAt,
  inserted,
  placeOf,
  placesOf,
  recordsOf,
  signedAgain,
  withLines,
  withRecords,
} from './a-forger.ts';
import { type Packed, packed, packedAsLarge, unpacked } from './a-pack.ts';

const service = await theService({ SEAL_INTERVAL_SECONDS: '1' });
const file = (name: string) => join(service.dataDir, name);
const operator = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: file('key') });
await operator('evidence', 'key', 'create', '--out', file('key'));
const account = await anAccount(service, { number: 'F-1' });
const send = (transaction: object) =>
  service.post('/v1/data-import/transactions/create/', { ...account, transactions: [transaction] });
const reply = await send(payment('1', { amount: '10.00' }));
expect([reply.status, (await send(payment('2', { amount: 'ten' }))).status]).toEqual([201, 400]);
const receipt = { import_id: reply.headers.get('x-import-id')!, sha256: reply.headers.get('x-payload-sha256')! };
const supplier = service.demo.import_supplier;
const allSealed = () =>
  vi.waitUntil(async () => (await operator('seal', 'verify', '--json')).json.unsealed === 0, {
    timeout: 20_000,
    interval: 100,
  });
await allSealed();
await send(payment('3', { amount: '3.00' }));
await allSealed();
expect((await operator('reconcile', '--supplier', supplier, '--evidence', file('pack.zip'))).err).toBe('');
const archive = await readFile(file('pack.zip'));
const pack = await unpacked(archive);
const privateKey = await readFile(file('key'), 'utf8');
/** The same files with sizes and checksums before their contents, as most programs write them. */
const plain = await packed(pack);

const verify = async (bytes: Buffer, receipts?: string, ...more: string[]) => {
  await writeFile(file('forged.zip'), bytes);
  await writeFile(file('receipts.ndjson'), receipts ?? '');
  const args = receipts === undefined ? [] : ['--receipts', file('receipts.ndjson')];
  const { code, json } = await operator(
    'evidence',
    'verify',
    file('forged.zip'),
    '--key',
    file('key.pub'),
    '--json',
    ...args,
    ...more,
  );
  const kinds: ReadonlyArray<string> = json.problems.map(({ kind }: { kind: string }) => kind);
  const details: ReadonlyArray<string> = json.problems.map(({ detail }: { detail: string }) => detail);
  expect([json.sound, json.problem_count]).toEqual([code === 0, json.problems.length]);
  return { code, kinds, details, json };
};

const kept = `${JSON.stringify(receipt)}\n`;
const forge = async (files: ReadonlyArray<Packed>, change?: (manifest: any) => object) =>
  verify(await packed(await signedAgain(files, privateKey, change)), kept);
const without = (name: string) => pack.filter((part) => part.name !== name);
const named = (files: ReadonlyArray<{ name: string }>, name: string) => files.find((one) => one.name === name)!;

describe('a pack that was packed again, unchanged,', () => {
  it('is sound: its files are what was signed', async () => {
    for (const bytes of [
      archive,
      plain,
      await packedAsLarge(pack),
      await packed(pack.toReversed()),
      await packed(await signedAgain(pack, privateKey)),
    ])
      expect(await verify(bytes, kept)).toMatchObject({ code: 0, details: [], kinds: [], json: { receipts: 1 } });
  });

  it('is told with its verdict, organisation and supplier, also if it is not sound', async () => {
    const told = { verdict: null, organisation: 'Demo organisation', import_supplier: supplier };
    expect((await verify(archive)).json).toMatchObject(told);
    expect((await verify(Buffer.concat([archive, Buffer.from('x')]))).json).toMatchObject({ sound: false });
    expect((await verify(await packed(without('totals.csv')))).json).toMatchObject({ sound: false, ...told });
    const args = ['evidence', 'verify', file('pack.zip'), '--key', file('key.pub')];
    const { out } = await operator(...args);
    expect(out).toMatch(/^Sound: /);
    expect(out).toMatch(/^Verdict +none: no control totals were given, so nothing was compared$/m);
    expect(out).toMatch(/^Organisation +Demo organisation$/m);
    expect(out).toMatch(new RegExp(`^Import supplier +${supplier}$`, 'm'));
  });
});

describe('a pack that was signed again with the key', () => {
  it.each(pack.map(({ name }) => name).filter((name) => !name.startsWith('manifest.')))(
    'is not sound without %s: in the manifest, in the archive, or in both',
    async (name) => {
      const unlisted = (manifest: any) => ({
        ...manifest,
        files: manifest.files.filter((one: { name: string }) => one.name !== name),
      });
      expect(await forge(pack, unlisted)).toMatchObject({ code: 1, kinds: ['file_not_signed'] });
      expect((await forge(without(name))).kinds).toEqual(expect.arrayContaining(['file_not_signed', 'file_missing']));
      const listed = (manifest: any) => ({ ...manifest, files: [...manifest.files, { name, bytes: 0, sha256: '' }] });
      expect((await forge(without(name), listed)).kinds).toEqual(expect.arrayContaining(['file_missing']));
    },
  );

  it('is not sound if it lists no file, a file twice, or a file that no pack has', async () => {
    const none = await forge(pack, (manifest) => ({ ...manifest, files: [] }));
    expect([none.code, none.kinds.length]).toEqual([1, 9]);
    const twice = await forge(pack, (manifest) => ({ ...manifest, files: [...manifest.files, manifest.files[6]] }));
    expect(twice).toMatchObject({ code: 1, kinds: ['file_signed_twice'] });
    expect(await forge([...pack, { name: 'more.csv', content: Buffer.from('x') }])).toMatchObject({ code: 1 });
    const renamed = pack.map((part) => (part.name === 'imports.ndjson' ? { ...part, name: 'records.ndjson' } : part));
    expect(await forge(renamed)).toMatchObject({ code: 1 });
    expect((await forge([...pack, named(pack, 'imports.ndjson') as Packed])).code).toBe(1);
  });

  it.each(['refused', 'dry_run'])('does not have the receipt of a 201 in a record that is %s', async (outcome) => {
    const changedRecords = recordsOf(pack).map((record) =>
      record.id === receipt.import_id ? { ...record, outcome } : record,
    );
    expect(await forge(withRecords(pack, changedRecords))).toMatchObject({
      code: 1,
      kinds: ['receipt_not_accepted', 'record_altered'],
    });
  });

  it('does not have it in another record beside it, with another payload, or without one', async () => {
    const records = recordsOf(pack);
    const at = records.findIndex(({ id }) => id === receipt.import_id);
    const record = records[at]!;
    const refused = { ...record, outcome: 'refused' };
    for (const forged of [records.toSpliced(at, 0, refused), records.toSpliced(at + 1, 0, refused)])
      expect((await forge(withRecords(pack, forged))).code).toBe(1);
    const none = (manifest: any) => ({ ...manifest, imports: { ...manifest.imports, without_payload_sha256: 1 } });
    const hashless = withRecords(pack, records.with(at, { ...record, payload_sha256: null }));
    expect(await forge(hashless, none)).toMatchObject({
      code: 1,
      kinds: ['receipt_differs', 'record_altered'],
    });
    expect((await forge(withRecords(pack, records.toSpliced(at, 1)))).kinds).toEqual([
      'receipt_without_record',
      'record_removed',
    ]);
    expect((await forge(withRecords(pack, []))).kinds).toContain('receipt_without_record');
  });

  it('is not sound if a line is not a record, or not in the order of the ids', async () => {
    const lines = recordsOf(pack).map((record) => JSON.stringify(record));
    expect(lines.length).toBe(3);
    for (const line of ['{"id": 1}', 'x', 'null']) {
      const { code, details } = await forge(withLines(pack, [...lines, line]));
      expect([code, details]).toEqual([1, ['Line 4 of imports.ndjson is not an import record.']]);
    }
    expect((await forge(withLines(pack, [...lines, ' '.repeat(1_100_000)]))).code).toBe(1);
    expect((await forge(withLines(pack, lines.toReversed()))).kinds).toContain('record_out_of_order');
  });

  it('is not sound if it says another number of undone imports, or of records without a hash', async () => {
    const more = (name: string) => (manifest: any) => ({
      ...manifest,
      imports: { ...manifest.imports, [name]: manifest.imports[name] + 1 },
    });
    expect(await forge(pack, more('undone'))).toMatchObject({ code: 1, kinds: ['undone_count_differs'] });
    expect(await forge(pack, more('without_payload_sha256'))).toMatchObject({
      code: 1,
      kinds: ['unhashed_count_differs'],
    });
  });
});

describe('bytes around the files', () => {
  const some = Buffer.from('PK hidden');

  it.each([
    ['before the first file', () => inserted(archive, 0, some)],
    ['before the first file, with the old offsets', () => Buffer.concat([some, archive])],
    ['a whole archive before it', () => inserted(archive, 0, archive)],
    ['between two files', () => inserted(archive, placeOf(archive, 'totals.csv').local, some)],
    ['before the central directory', () => inserted(archive, placesOf(archive)[0]!.central, some)],
    ['after the central directory', () => inserted(archive, archive.length - 22, some)],
    ['after the end', () => Buffer.concat([archive, some])],
    ['as a comment', () => commented(archive, some)],
    ['an archive as a comment', () => commented(archive, archive.subarray(0, 60_000))],
  ])('make a pack unsound: %s', async (_, forged) => {
    expect(await verify(forged(), kept)).toMatchObject({ code: 1 });
  });

  it.each([
    ['report.html', 8],
    ['imports.ndjson', 3],
  ])('behind the compressed content of %s make it unsound', async (name, length) => {
    const place = placeOf(plain, name);
    const end = contentAt(plain, place) + plain.readUInt32LE(place.local + 18);
    const longer = changed(plain, (copy) => {
      for (const field of [place.local + 18, place.central + 20])
        copy.writeUInt32LE(copy.readUInt32LE(field) + length, field);
    });
    const { code, kinds } = await verify(inserted(longer, end, Buffer.alloc(length, 65)));
    expect([code, kinds]).toEqual([1, ['file_damaged']]);
  });
});

it('an archive that says it has several disks, or other sizes for large archives, is not sound', async () => {
  const large = await packedAsLarge(pack);
  const end = large.length - 22;
  for (const at of [
    4,
    16,
    24,
    32,
    40,
    48,
    56 + 4,
    56 + 8,
    56 + 16,
    76 + 4,
    76 + 6,
    76 + 8,
    76 + 10,
    76 + 12,
    76 + 16,
  ]) {
    const forged = changed(large, (copy) => {
      copy[end - 76 + at]! ^= 1;
    });
    expect([at, (await verify(forged)).code]).toEqual([at, 1]);
  }
});

describe('a header that differs from the central directory', () => {
  const OFFSETS: Readonly<Record<string, number>> = {
    version: 4,
    flags: 6,
    method: 8,
    time: 10,
    date: 12,
    checksum: 14,
    compressed: 18,
    size: 22,
    name: 30,
  };

  it.each(Object.keys(OFFSETS).filter((part) => part !== 'version'))('makes a pack unsound: %s', async (part) => {
    for (const bytes of [archive, plain])
      for (const { name, local } of placesOf(bytes)) {
        const forged = changed(bytes, (copy) => {
          copy[local + OFFSETS[part]!]! ^= 1;
        });
        const { code, kinds, details } = await verify(forged);
        expect([name, code, kinds[0]]).toEqual([name, 1, 'archive_altered']);
        expect(details[0]).toContain(name);
      }
  });

  it('makes it unsound if both are changed', async () => {
    for (const bytes of [archive, plain])
      for (const { local, central } of placesOf(bytes)) {
        const forged = changed(bytes, (copy) => {
          copy[central + 16]! ^= 1;
          copy[local + 14]! ^= 1;
        });
        expect((await verify(forged)).code).toBe(1);
      }
  });

  it('makes it unsound if it is behind the content', async () => {
    for (const { name, local } of placesOf(archive)) {
      const place = placeOf(archive, name);
      if ((archive.readUInt16LE(local + 6) & 8) === 0) continue;
      const behind = contentAt(archive, place) + archive.readUInt32LE(place.central + 20);
      for (const field of [0, 4, 8, 12]) {
        const forged = changed(archive, (copy) => {
          copy[behind + field]! ^= 1;
        });
        expect((await verify(forged)).kinds).toContain('archive_altered');
      }
    }
  });

  it('makes it unsound if a file is encrypted, in both headers', async () => {
    const { local, central } = placeOf(plain, 'imports.ndjson');
    const forged = changed(plain, (copy) => {
      copy[local + 6]! |= 1;
      copy[central + 8]! |= 1;
    });
    expect((await verify(forged)).kinds).toContain('archive_altered');
  });

  it('makes it unsound in any byte, if not in a time or an attribute of a file', async () => {
    const small = plain.subarray(placesOf(plain)[0]!.central);
    const start = plain.length - small.length;
    const isFree = (at: number): boolean =>
      placesOf(plain).some(({ central, name }) => {
        const field = at - central;
        const extra = 46 + name.length;
        // Versions, times, attributes, and the time in the extra field with its flags.
        return (
          [4, 5, 6, 7, 34, 35, 36, 37, 38, 39, 40, 41].includes(field) || (field >= extra + 4 && field < extra + 9)
        );
      });
    // Each seventh: headers of all files are alike.
    for (let at = start; at < plain.length; at += 7) {
      if (isFree(at)) continue;
      const forged = changed(plain, (copy) => {
        copy[at]! ^= 1;
      });
      expect([at - start, (await verify(forged)).code]).toEqual([at - start, 1]);
    }
  });
});

describe('a file of receipts', () => {
  it.each(['', '\n', ' \r\n\n'])('that has none (%j) is not a green verdict: none was looked up', async (text) => {
    expect(await verify(archive, text)).toMatchObject({ code: 1, kinds: ['receipts_empty'] });
  });

  it('that has broken lines is told with each of them', async () => {
    const lines = [JSON.stringify(receipt), '{', '', '{"import_id": "x"}', '[]', JSON.stringify(receipt)];
    const { code, json } = await verify(archive, lines.join('\n'));
    expect([code, json.problems.map(({ line }: { line: number }) => line), json.receipts]).toEqual([1, [2, 4, 5], 2]);
  });

  it('that has more broken lines than are listed is told with their number', async () => {
    await writeFile(file('receipts.ndjson'), 'x\n'.repeat(1_500));
    const args = ['evidence', 'verify', file('pack.zip'), '--key', file('key.pub'), '--json'];
    const { code, json } = await operator(...args, '--receipts', file('receipts.ndjson'));
    expect([code, json.problem_count, json.problems.length]).toEqual([1, 1_500, 1_000]);
  });
});

it('a signature that is written in another way is not the one that was made', async () => {
  const jws = named(pack, 'manifest.jws') as Packed;
  for (const content of [`${jws.content}\n`, `${jws.content}=`, ` ${jws.content}`]) {
    const forged = pack.map((part) => (part.name === jws.name ? { ...part, content: Buffer.from(content) } : part));
    expect((await verify(await packed(forged))).code).toBe(1);
  }
});
