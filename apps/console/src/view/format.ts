import { LRUCache } from 'lru-cache';
import { escapeHtml } from './render.ts';

/** Formats values for one reader, as HTML with the exact value for the pointer and for programs. */
export type Format = {
  /** A decimal, such as `-17.50`, with its two places or more. */
  readonly money: (exact: string) => string;
  readonly count: (value: number | bigint) => string;
  /** A moment, in UTC. */
  readonly time: (moment: Date) => string;
  /** A day, `2026-11-30`. */
  readonly day: (day: string) => string;
  readonly percent: (share: number) => string;
  readonly locale: string;
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

const makeFormat = (locale: string): Format => {
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 });
  const count = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const data = (exact: string, shown: string) =>
    `<data class="number" value="${escapeHtml(exact)}" title="${escapeHtml(exact)}">${escapeHtml(shown)}</data>`;
  const moment = (exact: string, shown: string) =>
    `<time datetime="${escapeHtml(exact)}" title="${escapeHtml(exact)}">${escapeHtml(shown)}</time>`;
  return {
    locale,
    // A text, so that no digit is lost.
    money: (exact) => data(exact, money.format(exact as Intl.StringNumericLiteral)),
    count: (value) => data(String(value), count.format(value)),
    percent: (share) => data(String(share), percent.format(share)),
    time: (at) => moment(at.toISOString(), `${time.format(at)} UTC`),
    day: (text) => moment(text, day.format(new Date(`${text}T00:00:00Z`))),
  };
};

/** More locales than readers have: a header of invented ones costs no memory. */
const formats = new LRUCache<string, Format>({ max: 100, memoMethod: makeFormat });

export const formatOf = (languages: ReadonlyArray<string>): Format => formats.memo(localeOf(languages));
