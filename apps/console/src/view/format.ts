import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { readCookie } from '../web/cookie.ts';
import { type Html, html } from './render.ts';

/** Formats values for one reader, as HTML with the exact value for the pointer and for programs. */
export type Format = {
  /** A decimal, such as `-17.50`, with its two places or more. */
  readonly money: (exact: string) => Html;
  readonly count: (value: number | bigint) => Html;
  /** A moment in the reader's zone, with the time in UTC beside it; without the year if that is the present one. */
  readonly time: (moment: Date) => Html;
  /** A day, `2026-11-30`. */
  readonly day: (day: string) => Html;
  readonly percent: (share: number) => Html;
  readonly locale: string;
  readonly zone: string;
};

const isSupported = (tag: string): boolean => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    // Not a language tag.
    return false;
  }
};

/** Returns the first of a reader's languages for which there are formats; British English without one. */
export const localeOf = (languages: ReadonlyArray<string>): string => languages.find(isSupported) ?? 'en-GB';

const UTC = 'UTC';

/** Returns the name of a time zone; UTC for one that does not exist. */
const zoneOf = (name: string | undefined): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? UTC }).resolvedOptions().timeZone;
  } catch {
    return UTC;
  }
};

/** Returns the text of a moment in a zone. */
const momentIn = (
  locale: string,
  timeZone: string,
): ((at: Date) => { readonly day: string; readonly time: string }) => {
  const of = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const [day, full, year] = [
    of({ day: 'numeric', month: 'short' }),
    of({ dateStyle: 'medium' }),
    of({ year: 'numeric' }),
  ];
  const time = of({ hour: '2-digit', minute: '2-digit' });
  return (at) => ({
    day: (year.format(at) === year.format(new Date()) ? day : full).format(at),
    time: time.format(at),
  });
};

const makeFormat = (locale: string, zone: string): Format => {
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 });
  const count = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: UTC });
  const [local, utc] = [momentIn(locale, zone), momentIn(locale, UTC)];
  const data = (exact: string, shown: string) =>
    html`<data class="number" value="${exact}" title="${exact}">${shown}</data>`;
  const moment = (exact: string, shown: string | Html) =>
    html`<time datetime="${exact}" title="${exact}">${shown}</time>`;
  const time = (at: Date): Html => {
    const [here, there] = [local(at), utc(at)];
    const exact = at.toISOString();
    if (zone === UTC) return moment(exact, `${there.day}, ${there.time} UTC`);
    const beside = here.day === there.day ? there.time : `${there.day}, ${there.time}`;
    return moment(exact, html`${here.day}, ${here.time} <small>${beside} UTC</small>`);
  };
  return {
    locale,
    zone,
    // A text, so that no digit is lost.
    money: (exact) => data(exact, money.format(exact as Intl.StringNumericLiteral)),
    count: (value) => data(String(value), count.format(value)),
    percent: (share) => data(String(share), percent.format(share)),
    time,
    day: (text) => moment(text, day.format(new Date(`${text}T00:00:00Z`))),
  };
};

/** More locales and zones than readers have: a header of invented ones costs no memory. */
const formats = new LRUCache<string, Format>({
  max: 200,
  memoMethod: (key) => {
    const [locale = '', zone = ''] = key.split(' ');
    return makeFormat(locale, zone);
  },
});

export const formatOf = (languages: ReadonlyArray<string>, zone?: string): Format =>
  formats.memo(`${localeOf(languages)} ${zoneOf(zone)}`);

/** The reader's time zone, as the browser's script says it; without the script, times are in UTC alone. */
const ZONE_COOKIE = 'carryover_zone';

/** Returns the formats for the reader who sent a request. */
export const formatFor = (request: Request): Format =>
  formatOf(request.acceptsLanguages(), readCookie(request, ZONE_COOKIE));
