import { formatOf, localeOf } from '@carryover/console/view/format';
import { pager } from '@carryover/console/view/pager';
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

describe('money, counts and times', () => {
  it('show the locale’s form and keep the exact value', () => {
    const f = formatOf(['de-DE']);
    expect(f.money('-12345678901234567.50')).toBe(
      '<data class="number" value="-12345678901234567.50" title="-12345678901234567.50">-12.345.678.901.234.567,50</data>',
    );
    expect(f.count(1_234_567)).toContain('>1.234.567<');
    expect(f.day('2026-11-30')).toBe('<time datetime="2026-11-30" title="2026-11-30">30.11.2026</time>');
    expect(f.time(new Date('2026-11-30T08:05:00.123Z'))).toBe(
      '<time datetime="2026-11-30T08:05:00.123Z" title="2026-11-30T08:05:00.123Z">30.11.2026, 08:05:00 UTC</time>',
    );
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
