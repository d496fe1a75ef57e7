import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Encoding, encodingOf } from '@carryover/files/source/encoding';
import { fingerprinted } from '@carryover/files/source/fingerprint';
import { openSource } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, all, opened, sourceOf } from '../support/a-file.ts';

describe('a file to be read', () => {
  it('tells how much of it is read', async () => {
    const source = await opened(aFile('a.ndjson', 'x'.repeat(100_000)));
    expect([source.format, source.totalBytes, source.bytesRead()]).toEqual(['ndjson', 100_000, 0]);
    await all(source.chunks);
    expect(source.bytesRead()).toBe(100_000);
  });

  it('is closed when its hash is not wanted any more', async () => {
    const ends: string[] = [];
    async function* chunks() {
      try {
        yield Buffer.from('a');
        yield Buffer.from('b');
      } finally {
        ends.push('closed');
      }
    }
    const source = fingerprinted({ ...sourceOf(''), chunks: chunks() });
    for await (const chunk of source.chunks) {
      ends.push(String(chunk));
      break;
    }
    expect(ends).toEqual(['a']);
    await source.close();
    expect(ends).toEqual(['a', 'closed']);
  });

  it.each([
    ['a.NDJSON.GZ', 'ndjson'],
    ['a.csv.jsonl', 'ndjson'],
    ['a.Csv', 'csv'],
    ['csv', null],
    ['a.json', null],
    ['a.gz', null],
  ])('%s is %s by its name', async (name, format) => {
    expect((await opened(aFile(name, ''))).format).toBe(format);
  });

  it('that is not there, or is a folder, is told at once', async () => {
    const folder = aFolder();
    const missing = `${folder}/missing.csv`;
    expect([await openSource(missing)(), await openSource(folder)()]).toEqual([
      E.left({ kind: 'file_failure', file: missing, detail: expect.stringContaining('ENOENT') }),
      E.left({ kind: 'file_failure', file: folder, detail: 'is a folder' }),
    ]);
  });
});

/** Letters of the alphabet of a country, and the currency sign, as IBM registers the code page. */
it.each([
  ['ibm037', 'ibm1140', '9f4a5bb0ba', '¤¢$^['],
  ['ibm273', 'ibm1141', '9f4ae0c0d0a1', '¤ÄÖäüß'],
  ['ibm277', 'ibm1142', '5a5b7b7cc0d06a', '¤ÅÆØæåø'],
  ['ibm278', 'ibm1143', '5a5b7b7cc0d06a79e071', '¤ÅÄÖäåöéÉ\\'],
  ['ibm280', 'ibm1144', '9f5a79c0d06aa1', '¤éùàèòì'],
  ['ibm284', 'ibm1145', '9f7b6a4a5ababb', '¤Ññ[]^!'],
  ['ibm285', 'ibm1146', '9f5b4ab1a1', '¤£$[¯'],
  ['ibm297', 'ibm1147', '9fb1c0d07ce06a', '¤#éèàçù'],
  ['ibm500', 'ibm1148', '9f4a5a4f', '¤[]!'],
  ['ibm871', 'ibm1149', '9f4ac07c795fa15ad0', '¤ÞþÐðÖöÆæ'],
])('%s, and %s with the euro sign', (label, euro, bytes, characters) => {
  const decoded = (name: string) =>
    E.map(({ decode }: Encoding) => decode(Buffer.from(bytes, 'hex')))(encodingOf(name));
  expect([decoded(label), decoded(euro)]).toEqual([
    E.right(E.right(characters)),
    E.right(E.right(characters.replace('¤', '€'))),
  ]);
});

it.each([
  ['gbk', '8139ee39'],
  ['gbk', '95328236'],
  ['gbk', 'c4e380'],
  ['big5', '88628864886688a388a588a7'],
  ['shift_jis', '835cb1'],
])('what is read of %s as %s is written so', (label, hex) => {
  const bytes = Buffer.from(hex, 'hex');
  // What this version of Node.js cannot read is refused.
  const written = E.map(({ decode, encode }: Encoding) => E.matchW(() => bytes, encode)(decode(bytes)));
  expect(written(encodingOf(label))).toEqual(E.right(bytes));
});

const READ = `
  import { readAccountRows } from '@carryover/operations/files/account-rows';
  import { openSource } from '@carryover/files/source/source';
  const source = (await openSource('-')()).right;
  for await (const rows of readAccountRows(source)) for (const { line, row } of rows)
    console.log(line, row._tag === 'Right' ? row.right.externalAccountNumber : row.left.code + ' ' + row.left.stopsReading);
  console.log(source.totalBytes, source.bytesRead());
`;

const ofStandardInput = async (...pieces: ReadonlyArray<string | Uint8Array>): Promise<string> => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', READ], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The child may stop reading before the end.
  child.stdin.on('error', () => {});
  for (const piece of pieces) {
    await new Promise((resolve) => child.stdin.write(piece, resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.stdin.end();
  return text(child.stdout);
};

describe('standard input', () => {
  const NDJSON =
    '{"external_account_number":"E-1","status":"STAGED","ledgers":[{"ledger_number":"1","ledger_code":"G"}]}\n';
  const CSV = 'external_account_number,status,ledger_number,ledger_code\nE-1,STAGED,1,G\n';

  it.each<[string, ReadonlyArray<string | Uint8Array>, string]>([
    ['NDJSON', [' \n\n', NDJSON], '3 E-1\n'],
    ['CSV', ['\r\n', CSV], '3 E-1\n'],
    ['NDJSON, compressed', [gzipSync(NDJSON)], '1 E-1\n'],
    ['CSV, compressed', [gzipSync(CSV).subarray(0, 1), gzipSync(CSV).subarray(1)], '2 E-1\n'],
    ['something else', ['<html>', 'x'.repeat(1_000_000)], '1 required true\n'],
    ['nothing', [], '1 required true\n'],
  ])('%s', async (_, pieces, rows) => {
    const [said, read] = (await ofStandardInput(...pieces)).split(/(?<=\n)(?=null)/);
    expect(said).toBe(rows);
    expect(read).toBe(`null ${pieces.reduce((sum, piece) => sum + piece.length, 0)}\n`);
  });
});
