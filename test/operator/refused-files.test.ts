import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const service = await theService();
const operator = anOperator({ DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir });
const folder = service.dataDir;

const TOTALS = 'external_account_number,ledger_number,type,count,sum';
const TOTALS_EXPECTED = `The expected columns are ${TOTALS}. They may be in any order.`;
const ACCOUNTS = 'external_account_number,status,ledger_number,ledger_code';
const ACCOUNTS_EXPECTED = `The expected columns are ${ACCOUNTS}; optional: main,open_from,open_to,has_finalized_billing_document. They may be in any order.`;
const IN_A_SPREADSHEET = 'In a spreadsheet, save the sheet as "CSV UTF-8 (comma delimited)".';

/** Runs a command on a file that is alone in its folder. @returns what it printed, and the files that are there afterwards. */
const runOn = async (name: string, content: string | Uint8Array, command: (file: string) => ReadonlyArray<string>) => {
  const inside = await mkdtemp(join(folder, 'run-'));
  const file = join(inside, name);
  await writeFile(file, content);
  const { code, out, err } = await operator(...command(file), '--supplier', service.demo.import_supplier);
  return { code, out, err: err.replaceAll(`${file}: `, ''), files: await readdir(inside) };
};
const reconciled = (name: string, content: string | Uint8Array) =>
  runOn(name, content, (file) => ['reconcile', '--expected', file, '--html', `${file}.html`, '--csv', `${file}.csv`]);
const imported = (name: string, content: string | Uint8Array) =>
  runOn(name, content, (file) => ['account', 'import', '--file', file]);

const refused = (name: string, err: string) => ({ code: 2, out: '', err: `${err}\n`, files: [name] });

describe('control totals of which nothing is compared: wrong usage, and no report', () => {
  it.each([
    ['an empty file', '', 'The file is empty: it has no header.'],
    [
      'an unknown column',
      `${TOTALS},currency,Agrees\nE,L,CHARGE,0,0,EUR,`,
      'The header has unknown columns: "currency", "Agrees". Names are in small letters, with underscores: the header has "Agrees" instead of "agrees".',
    ],
    [
      'missing columns',
      'external_account_number,type,count\nE,CHARGE,0',
      'The header is missing columns: "ledger_number", "sum".',
    ],
    ['a repeated column', `${TOTALS},sum\nE,L,CHARGE,0,0,0`, 'The header has duplicate columns: "sum".'],
    ['no header', 'E-1,L-1,CHARGE,0,0.00', 'The first line is not a header: it contains no known column.'],
    [
      'semicolons',
      `\ufeff${TOTALS.replaceAll(',', ';')}\r\nE;L;CHARGE;0;0`,
      `The columns are separated by semicolons instead of commas. ${IN_A_SPREADSHEET}`,
    ],
    [
      'UTF-16',
      Buffer.from(`\ufeff${TOTALS}\r\n`, 'utf16le'),
      `The header cannot be read: The line is not UTF-8 at column 1 (byte FF). If the file is in Latin-1 or UTF-16, save it as UTF-8. ${IN_A_SPREADSHEET}`,
    ],
    [
      'an open quote',
      `"${TOTALS}\nE,L,CHARGE,0,0`,
      `The header cannot be read: A quoted field is not closed. ${IN_A_SPREADSHEET}`,
    ],
    [
      'damaged gzip',
      gzipSync(TOTALS).subarray(0, 12),
      'The header cannot be read: Nothing is read from this line on. The gzip data is damaged or ends early: unexpected end of file.',
    ],
  ])('%s', async (_, content, said) => {
    expect(await reconciled('totals.csv', content)).toEqual(refused('totals.csv', `${said} ${TOTALS_EXPECTED}`));
  });

  it('an NDJSON file of blank lines', async () => {
    const fields = 'external_account_number,type,count; optional: ledger_number,sum';
    const said = `The file is empty. Each line is a JSON object with the fields ${fields}.`;
    expect(await reconciled('totals.ndjson', '\n \r\n\t\n')).toEqual(refused('totals.ndjson', said));
  });

  it('in JSON', async () => {
    const file = join(folder, 'empty.csv');
    await writeFile(file, '');
    const args = ['--supplier', service.demo.import_supplier, '--expected', file, '--json'];
    const { code, out, err } = await operator('reconcile', ...args);
    const detail = `${file}: The file is empty: it has no header. ${TOTALS_EXPECTED}`;
    expect({ code, out, err: JSON.parse(err) }).toEqual({
      code: 2,
      out: '',
      err: { error: { code: 'file_refused', detail } },
    });
  });
});

describe('accounts of which none is imported: wrong usage', () => {
  it('a CSV file that lacks a column', async () => {
    const content = 'external_account_number,status,ledger_number\nE-1,IMPORTED,L-1';
    const said = 'The header is missing columns: "ledger_code".';
    expect(await imported('accounts.csv', content)).toEqual(refused('accounts.csv', `${said} ${ACCOUNTS_EXPECTED}`));
  });

  it('an empty NDJSON file', async () => {
    const said =
      'The file is empty. Each line is a JSON object with the fields external_account_number,status,ledgers.';
    expect(await imported('accounts.ndjson', '')).toEqual(refused('accounts.ndjson', said));
  });

  it('but a header in any order, with a byte order mark and CRLF, is taken', async () => {
    const content = '\ufeffledger_code,ledger_number,status,external_account_number\r\nGAS,L-1,IMPORTED,E-REF-1\r\n';
    expect(await imported('accounts.csv', content)).toMatchObject({ code: 0, err: '' });
  });
});
