import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ownPath, pager } from '@carryover/console/view/address';
import { formatOf, localeOf } from '@carryover/console/view/format';
import { html, render } from '@carryover/console/view/render';
import express from 'express';
import { describe, expect, it } from 'vitest';

describe('the locale of a reader', () => {
  it.each([
    ['de-CH,de;q=0.9,en;q=0.8', 'de-CH'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['*', 'en-GB'],
    ['x, <script>;q=1, da', 'da'],
    ['q=', 'en-GB'],
    [undefined, 'en-GB'],
  ])('of %s is %s', (header, locale) => {
    const request = Object.assign(Object.create(express.request), { headers: { 'accept-language': header } });
    expect(localeOf(request.acceptsLanguages())).toBe(locale);
  });
});

const YEAR = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Zurich', year: 'numeric' });

describe('money, counts and times', () => {
  it('show the locale’s form and keep the exact value', () => {
    const f = formatOf(['de-DE']);
    expect(f.money('-12345678901234567.50').text).toBe(
      '<data class="number" value="-12345678901234567.50" title="-12345678901234567.50">-12.345.678.901.234.567,50</data>',
    );
    expect(f.count(1_234_567).text).toContain('>1.234.567<');
    expect(f.day('2025-11-30').text).toBe('<time datetime="2025-11-30" title="2025-11-30">30.11.2025</time>');
    expect(f.time(new Date('2025-11-30T08:05:00.123Z')).text).toBe(
      '<time datetime="2025-11-30T08:05:00.123Z" title="2025-11-30T08:05:00.123Z">30.11.2025, 08:05 UTC</time>',
    );
  });

  it.each([
    ['2025-11-30T08:05:00Z', '30 Nov 2025, 09:05 <small>08:05 UTC</small>'],
    ['2025-11-30T23:30:00Z', '1 Dec 2025, 00:30 <small>30 Nov 2025, 23:30 UTC</small>'],
    // The year of the reader: the last hours of December in UTC are January elsewhere.
    [`${YEAR.format(new Date())}-06-15T08:05:00Z`, '15 Jun, 10:05 <small>08:05 UTC</small>'],
  ])('show %s in the reader’s zone, with UTC beside it and no year that goes without saying', (at, shown) => {
    expect(formatOf(['en-GB'], 'Europe/Zurich').time(new Date(at)).text).toContain(`>${shown}</time>`);
  });

  it('show a time in UTC if the zone does not exist', () => {
    expect(formatOf(['en-GB'], 'Nowhere/<b>').zone).toBe('UTC');
  });
});

describe('a table', () => {
  it('names in each cell the column that its card shows, escapes its texts, and says what to do without rows', () => {
    const columns = [
      { title: 'Account', text: ({ id }: { readonly id: string }) => id },
      { title: 'Items', kind: 'figure', html: () => html`<b title="${'"'}">${'<'}</b>` },
      false,
    ];
    const table = (rows: ReadonlyArray<object>) =>
      render('view/table', { caption: 'Accounts', columns, rows, empty: { title: 'None', hint: 'Import some.' } });
    expect(table([{ id: '<A&B>' }])).toContain(
      '<tr><th scope="row" data-label="Account">&lt;A&amp;B&gt;</th><td class="figure" data-label="Items"><b title="&quot;">&lt;</b></td></tr>',
    );
    expect(table([])).toContain('Import some.');
  });
});

describe('an address to go on to', () => {
  it.each([
    ['/imports?supplier=A%26B#rows', '/imports?supplier=A%26B#rows'],
    ['imports', '/imports'],
    ['/\t.evil.example', '/.evil.example'],
    ['//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['https://evil.example/imports', '/'],
    ['javascript:alert(1)', '/'],
    ['http://[', '/'],
    [null, '/'],
  ])('%j is the path %s of the console', (text, path) => {
    expect(ownPath(text)).toBe(path);
  });
});

describe('a value in a template', () => {
  it('is spelled out for readers, and exact within an attribute that a program reads', () => {
    const fields = { reason: ' \u00a0\u202e\t"<&\u2028 ' };
    const html = render('view/confirm', {
      ...{ action: '/a', consequence: '\u202e.', button: 'Go', cancel: '/', isDangerous: false },
      fields,
    });
    expect(html).toContain('name="reason" value=" &#xa0;&#x202e;&#x9;&quot;&lt;&amp;&#x2028; "');
    expect(html).toContain('<p>\\u{202e}.</p>');
  });

  it('of a choice is an attribute: a browser trims and folds the text of an option', async () => {
    for (const file of globSync('apps/console/src/**/*.eta'))
      expect([
        file,
        /<option(?![^>]* value=)[^>]*>\s*<%=/.test((await readFile(file, 'utf8')).replaceAll(/<%(?!=).*?%>/gs, '')),
      ]).toEqual([file, false]);
  });
});

describe('the pager', () => {
  it('keeps the filters and names the position', () => {
    expect(pager('/audit', { supplier: 'A&B', person: null }, { after: '2', isLater: true })).toEqual({
      first: '/audit?supplier=A%26B',
      next: '/audit?supplier=A%26B&after=2',
      isLater: true,
    });
  });
});
