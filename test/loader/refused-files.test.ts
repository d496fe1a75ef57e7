import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import { aLoaderBehind, runLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { aPayment, lines } from './files-to-load.ts';

const service = await theService();

const ROW = aPayment({ import_supplier: 'DEMO_SUPPLIER', external_account_number: 'EXTERNAL-1234' }, 'T-1');
const [HEADER, CELLS] = [Object.keys(ROW), Object.values(ROW)];
const csv = (separator: string, header: ReadonlyArray<string> = HEADER): string =>
  `${header.join(separator)}\n${CELLS.join(separator)}\n`;
const utf16 = (text: string, mark: string): Buffer => Buffer.from(`${mark}${text}`, 'utf16le');

it.each<[string, string, string | Buffer, string]>([
  ['tabs', 'transactions.csv', csv('\t'), 'separated by tabs instead of commas'],
  ['vertical bars', 'transactions.csv', csv('|'), 'separated by vertical bars instead of commas'],
  [
    'one name in other letters',
    'transactions.csv',
    csv(
      ',',
      HEADER.map((name) => name.replace('transaction_id', 'Transaction ID')),
    ),
    '"Transaction ID" instead of "transaction_id"',
  ],
  ['UTF-16 without a mark', 'transactions.ndjson', utf16(lines([ROW]), ''), 'UTF-16'],
  ['UTF-16 of the other order', 'notes.ndjson', utf16(lines([ROW]), '\ufeff').swap16(), 'UTF-16'],
  ['Latin-1 in the header', 'notes.csv', Buffer.from('note,körper\n', 'latin1'), 'Latin-1'],
  ['a workbook in it', 'transactions.xlsx', Buffer.from('PK\u0003\u0004\u0014\u0000\u0000'), 'with a mapping: --map'],
  ['nothing in it', 'transactions.ndjson', '', 'The file has no rows'],
  ['damage', 'transactions.ndjson', Buffer.from([0x1f, 0x8b, 8, 0xff, 0, 0]), 'damaged or ends early'],
])('a file with %s is refused before anything is sent: none of its rows is rejected', async (_, name, content, why) => {
  const file = aFile(name, '');
  writeFileSync(file, content);
  const { gateway, run } = await aLoaderBehind(service);
  const out = join(aFolder(), 'run.ndjson');
  for (const command of [['load'], ['verify'], ['check'], ['dry-run', '--out', out]]) {
    const { code, err } = await run(...command, file);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    expect(err).toContain(file);
  }
  expect(gateway.counts.size).toBe(0);
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(dirname(file))).toEqual([name]);
});

it('all files that cannot be used are named at once', async () => {
  const [one, other] = [aFile('notes.ndjson', ''), aFile('transactions.csv', csv(';'))];
  const { code, err } = await runLoader(['check', one, other]);
  expect([code, err]).toEqual([2, expect.stringMatching(/notes\.ndjson: .*\n.*transactions\.csv: /)]);
});
