import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { readControlTotals } from '@carryover/files/rows/control-total-rows';
import { decompressed } from '@carryover/files/source/decompressed';
import { readAccountRows } from '@carryover/operations/files/account-rows';
import { describe, expect, it } from 'vitest';
import { all, allRows, chunksOf, firstRefusal, refusals, sourceOf, taken } from '../../support/a-file.ts';

const through = async (bytes: Buffer, size = 65_536): Promise<string> =>
  Buffer.concat(await all(decompressed(chunksOf(bytes, size)))).toString();

describe('a file that may be compressed', () => {
  it.each([
    ['plain', Buffer.from('a\nb')],
    ['gzip', gzipSync('a\nb')],
    ['gzip in two members', Buffer.concat([gzipSync('a\n'), gzipSync('b')])],
    ['gzip with zeros behind', Buffer.concat([gzipSync('a\nb'), Buffer.alloc(40_000)])],
    ['zstd', zstdCompressSync('a\nb')],
    ['zstd in three frames', Buffer.concat(['a', '\n', 'b'].map((part) => zstdCompressSync(part)))],
  ])('%s, in chunks of any size', async (_, bytes) => {
    expect(await Promise.all([1, 2, 3, 1_000].map((size) => through(bytes, size)))).toEqual(Array(4).fill('a\nb'));
  });

  it.each([[''], ['\u001f'], ['\u001fa'], ['a\u001f\u008b']])('%j is not gzip', async (text) => {
    expect(await through(Buffer.from(text, 'latin1'))).toBe(Buffer.from(text, 'latin1').toString());
  });

  it('is read a piece at a time, however much it is', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    let [total, largest] = [0, 0];
    for await (const chunk of decompressed(chunksOf(bomb, bomb.length))) {
      total += chunk.length;
      largest = Math.max(largest, chunk.length);
    }
    expect([total, largest]).toEqual([200_000_000, 65_536]);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -9), 'unexpected end of file'],
    ['cut off in its first bytes', (bytes: Buffer) => bytes.subarray(0, 5), 'unexpected end of file'],
    [
      'with another checksum',
      (bytes: Buffer) => bytes.fill(0, bytes.length - 8, bytes.length - 4),
      'incorrect data check',
    ],
    [
      'with something else behind',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('more')]),
      'incorrect header check',
    ],
    [
      'with something behind zeros',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(40_000), gzipSync('c')]),
      'something else follows its end',
    ],
  ])('%s: fails', async (_, damage, message) => {
    await expect(through(damage(gzipSync('a\nb')))).rejects.toThrow(
      `The gzip data is damaged or ends early: ${message}.`,
    );
  });
});

describe('a zstd file', () => {
  const bytes = zstdCompressSync('a\nb');
  it.each([
    ['cut off', bytes.subarray(0, -1), 'unexpected end of file'],
    ['with something else behind', Buffer.concat([bytes, Buffer.from('more')]), 'something else follows its end'],
    ['with zeros behind', Buffer.concat([bytes, Buffer.alloc(40)]), 'something else follows its end'],
    ['with a little behind', Buffer.concat([bytes, Buffer.from('!')]), 'something else follows its end'],
    ['cut off in its second frame', Buffer.concat([bytes, bytes.subarray(0, -1)]), 'unexpected end of file'],
  ])('%s: fails', async (_, damaged, message) => {
    await expect(through(damaged)).rejects.toThrow(`The zstd data is damaged or ends early: ${message}.`);
  });
});

describe('a gzip file that is cut off', () => {
  const totals = Array.from({ length: 5_000 }, (_, at) => `E-${at},L-1,CHARGE,${at},${(at * 7919) % 1000}.25`);
  const bytes = gzipSync(['external_account_number,ledger_number,type,count,sum', ...totals].join('\n'));

  it.each([0.1, 0.5, 0.9, 0.999])(
    'at %f of its length gives each whole row of what is there, and the reason',
    async (share) => {
      const part = bytes.subarray(0, Math.floor(bytes.length * share));
      const there = gunzipSync(part, { finishFlush: 2 }).toString().split('\n');
      const rows = await allRows(readControlTotals(sourceOf(part, 'csv', 1_000)));
      expect(refusals(rows)).toEqual([`${there.length}: parse_error (stops)`]);
      expect(taken(rows)).toHaveLength(there.length - 2);
      expect(firstRefusal(rows)).toEqual({
        line: there.length,
        raw: there.at(-1),
        detail: 'Nothing is read from this line on. The gzip data is damaged or ends early: unexpected end of file.',
      });
    },
  );

  it('does not give the account whose rows may go on after the end', async () => {
    const header = 'external_account_number,status,ledger_number,ledger_code';
    const whole = gzipSync(`${header}\nE-1,STAGED,1,GAS\nE-2,STAGED,1,GAS\nE-2,STAGED,2,GAS\n`);
    const rows = await allRows(readAccountRows(sourceOf(whole.subarray(0, -8), 'csv')));
    expect(refusals(rows)).toEqual([
      '3: account_failed_validation',
      '4: account_failed_validation',
      '5: parse_error (stops)',
    ]);
    expect(taken(rows).map(({ externalAccountNumber }) => externalAccountNumber)).toEqual(['E-1']);
  });
});
