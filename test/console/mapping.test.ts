import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const operator = await console.as('operator');
const BOOKINGS = readFileSync('examples/exports/stadtwerk/BUCHUNGEN.csv');
const MAPPING = readFileSync('examples/exports/stadtwerk/bookings.map.yaml', 'utf8');

/** Sends a file as a browser without JavaScript does. */
const choose = async (content: string | Uint8Array<ArrayBuffer>, name: string, kind = '', sheet = '') => {
  const form = new FormData();
  form.set('kind', kind);
  form.set('sheet', sheet);
  form.set('file', new Blob([content]), name);
  const headers = { cookie: operator.cookie };
  const response = await fetch(`${console.baseUrl}/mapping`, {
    method: 'POST',
    headers,
    body: form,
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  if (location !== null) return shownAt(await operator.get(location));
  return shownAt({ status: response.status, text: await response.text() });
};

const shownAt = ({ status, text: html }: { readonly status: number; readonly text: string }) => ({
  status,
  html,
  text: textOf(html),
  action: /action="(\/mapping\/[^"]+)"/.exec(html)?.[1] ?? '',
});

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#x(\w+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

describe('the page of mappings', () => {
  it('guesses one, names its doubts, marks the columns that are open, and shows rows before and after', async () => {
    const { status, text } = await choose(BOOKINGS, 'BUCHUNGEN.csv');
    expect(status).toBe(200);
    expect(text).toContain('Doubts Answer each in the mapping, and delete its line there. The file is not UTF-8.');
    expect(text).toContain('dialect: {delimiter: ";"} columns: "KUNDENNR": {to: external_account_number}');
    expect(text).toContain(
      'Line 3 Column In the file As an item MANDANT map or ignore 01 KUNDENNR 0004711 external_account_number 0004711',
    );
    expect(text).toContain('ART doubt Z type Z BETRAG doubt 1.200,00- amount -1200.00');
  });

  it('shows the rows of a mapping as it was edited, and gives it to download', async () => {
    const { action } = await choose(BOOKINGS, 'BUCHUNGEN.csv');
    const shown = await operator.follow(await operator.post(action, { mapping: MAPPING.replaceAll('\n', '\r\n') }));
    const text = textOf(shown.text);
    expect(text).not.toMatch(/Doubts|map or ignore/);
    expect(text).toContain('ART Z type PAYMENT BETRAG 1.200,00- amount 1200.00');
    const wrong = await operator.follow(
      await operator.post(action, { mapping: 'kind: transactions\ncolumns: {KUNDENNR: acount}' }),
    );
    expect(textOf(wrong.text)).toContain(
      'The mapping cannot be used Line 2 columns.KUNDENNR: transactions have no field',
    );
    const joined = `${MAPPING}join: {file: /etc/passwd, keys: {MANDANT: root}, columns: [x]}\n`.replace(
      '[MANDANT,',
      '[MANDANT, x,',
    );
    const other = await operator.follow(await operator.post(action, { mapping: joined }));
    expect(textOf(other.text)).toContain('BUCHUNGEN.csv: The mapping joins other files, which are not here.');
    // What was typed when the session had ended is shown again.
    const at = encodeURIComponent(action);
    const kept = await operator.post(`/kept?to=${at}&action=${at}`, { mapping: 'kind: typed' });
    expect(kept.text).toContain('>kind: typed</textarea>');
    const file = await operator.post(`${action}/download`, { mapping: MAPPING, name: '../BUCHUNGEN.csv' });
    expect([file.text, file.headers.get('content-disposition')]).toEqual([
      MAPPING,
      expect.stringContaining('.._BUCHUNGEN.csv.map.yaml'),
    ]);
  });

  it('reads only the beginning of a file, and no row of which it has a part', async () => {
    const row = `7;P-1;01.10.2026;5,00;${'x'.repeat(300_000)}\n`;
    const { status, text } = await choose(`KDNR;BELEGNR;DATUM;BETRAG;TEXT\n${row.repeat(20)}`, 'a.csv');
    expect([status, text.match(/Line \d+ Column/g)]).toEqual([
      200,
      ['Line 2 Column', 'Line 3 Column', 'Line 4 Column'],
    ]);
  });

  it('reads compressed files and workbooks, and accounts', async () => {
    expect((await choose(gzipSync(BOOKINGS), 'a.csv.gz')).text).toContain('amount -1200.00');
    const workbook = readFileSync('examples/exports/workbook/billing.xlsx');
    const sheet = await choose(workbook, 'billing.xlsx', '', 'Payments');
    expect(sheet.text).toContain('dialect: {sheet: "Payments", headerRows: [4]}');
    expect(sheet.text).toContain('Amount (EUR) doubt 1071.5 amount 1071.5');
    const none = await choose(workbook, 'billing.xlsx', '', 'None');
    expect([none.status, none.text]).toEqual([
      422,
      expect.stringContaining('The workbook has no sheet "None". It has'),
    ]);
    const accounts = await choose('KUNDENNR;ledger_number\n1;L-1\n', 'k.csv', 'accounts');
    expect(accounts.text).toContain('KUNDENNR 1 external_account_number 1 ledger_number L-1 ledger_number L-1');
  });

  it.each([
    ['nothing', '', 'The file has no rows.'],
    ['bytes of no text', new Uint8Array(100_000).fill(0), 'No delimiter'],
    ['a million columns', ';'.repeat(1_000_000), 'columns'],
    ['a gzip file that is none', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0]), 'damaged or ends early'],
  ])('answers a file of %s with the message', async (_, content, message) => {
    const { status, text } = await choose(content, 'a.csv');
    expect([status, text]).toEqual([422, expect.stringContaining(message)]);
  });

  it('says that a file is gone, and never shows that of another person', async () => {
    const { action } = await choose(BOOKINGS, 'BUCHUNGEN.csv');
    const other = await console.as('operator', 'auditor');
    expect((await other.post(action, { mapping: MAPPING })).status).toBe(409);
    expect((await (await console.as('auditor')).get('/mapping')).status).toBe(403);
    for (let more = 0; more < 5; more += 1) await choose('a;b\n1;2\n', 'b.csv');
    const gone = await operator.follow(await operator.post(action, { mapping: MAPPING }));
    expect([gone.status, gone.text]).toEqual([409, expect.stringContaining('The file is no longer here')]);
  });
});
