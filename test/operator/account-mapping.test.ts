import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { anOperator } from '../support/an-operator.ts';

const folder = theFolder();
const operator = anOperator({ DATABASE_URL: await aDatabase(), DATA_DIR: folder });
await operator('organisation', 'create', '--name', 'Acme');
await operator('supplier', 'create', '--organisation', 'Acme', '--code', 'ACME');

const MAPPING = `
kind: accounts
encoding: windows-1252
dialect: {delimiter: ";"}
dateFormat: dd.MM.yyyy
constants: {status: IMPORTED, ledger_code: GAS}
columns:
  KDNR: external_account_number
  VERTRAG: ledger_number
  HAUPT: {to: main, values: {J: "true", N: "false"}}
  AB: open_from
ignore: [NAME]
`;

// A mapping is read by the loader and by the operator's command (decisions 19).
it('accounts of another form are imported; rejected ones load with the same mapping once they are correct', async () => {
  const [file, map] = [join(folder, 'konten.csv'), join(folder, 'konten.map.yaml')];
  writeFileSync(map, MAPPING);
  const rows = ['001;Müller;L-1;J;01.11.2026', '001;Müller;L-2;N;01.11.2026', '002;Möller;L-3;J;31.11.2026'];
  writeFileSync(file, Buffer.from(`KDNR;NAME;VERTRAG;HAUPT;AB\r\n${rows.join('\r\n')}\r\n`, 'latin1'));
  const args = ['account', 'import', '--supplier', 'ACME', '--map', map, '--json', '--file'];
  const first = await operator(...args, file);
  expect(first.json).toMatchObject({ created: 1, rejected: 1, rejects_file: `${file}.rejected.csv` });
  const rejects = readFileSync(`${file}.rejected.csv`, 'latin1');
  expect(rejects).toBe(
    'KDNR;NAME;VERTRAG;HAUPT;AB;line;code;detail\n' +
      '002;Möller;L-3;J;31.11.2026;4;not_converted;"AB: ""31.11.2026"" is not a day of the calendar: 2026-11 has 30 days."\n',
  );
  writeFileSync(`${file}.rejected.csv`, Buffer.from(rejects.replace('31.11.2026;', '30.11.2026;'), 'latin1'));
  expect((await operator(...args, `${file}.rejected.csv`)).json).toMatchObject({ created: 1, rejected: 0 });
  expect((await operator(...args, file)).json).toMatchObject({ created: 0, unchanged: 1, rejected: 1 });
});
