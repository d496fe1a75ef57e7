import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { openSource } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, all, opened } from '../support/a-file.ts';

describe('a file to be read', () => {
  it('tells how much of it is read', async () => {
    const source = await opened(aFile('a.ndjson', 'x'.repeat(100_000)));
    expect([source.format, source.totalBytes, source.bytesRead()]).toEqual(['ndjson', 100_000, 0]);
    await all(source.chunks);
    expect(source.bytesRead()).toBe(100_000);
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
