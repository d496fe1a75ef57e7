import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readStyles } from '@carryover/styles/styles';
import { visible } from '@carryover/terminal/visible';
import { Eta } from 'eta';
import { type Chart, cutSentence, type ReportView, type Section } from './report.ts';

/** In percent: what is not zero is seen, however little it is. */
const SLIGHTEST = 0.4;

const inPercent = (share: number): string => `${Number(share.toFixed(2))}%`;

/** The length of the bar of a share from 0 to 1. */
const barLength = (share: number): string => inPercent(share === 0 ? 0 : Math.max(SLIGHTEST, 100 * share));

/** Places the bars of a chart, in percent of the width; `zero` is null if no bar is to its left. */
const drawn = ({ title, bars }: Chart) => {
  const values = bars.map(({ value }) => value);
  const lowest = Math.min(0, ...values);
  const span = Math.max(0, ...values) - lowest || 1;
  const zero = (-100 * lowest) / span;
  return {
    title,
    bars: bars.map(({ label, figure, value }) => {
      const length = value === 0 ? 0 : Math.max(SLIGHTEST, Math.abs((100 * value) / span));
      const start = value < 0 ? Math.max(0, zero - length) : Math.min(zero, 100 - length);
      return { label, figure, start: inPercent(start), length: inPercent(length) };
    }),
    zero: zero === 0 ? null : inPercent(zero),
  };
};

const drawnSection = (section: Section) => ({
  // A template that is included sees the values of the one around it.
  sentence: null,
  pairs: null,
  ...section,
  barLength,
  charts: (section.charts ?? []).map(drawn),
  more: cutSentence(section, section.items.length),
});

/** The style of every report. */
const readStyle = (): string =>
  readStyles('light', 'base', 'lists') + readFileSync(new URL('report.css', import.meta.url), 'utf8');

type Page = {
  /** CSS after that of every report. */
  readonly style?: string;
  /** Sections that only the page has, at its end. */
  readonly closing?: ReadonlyArray<Section>;
  /** A place to sign, for each of the parties. */
  readonly signatures?: { readonly sentence: string; readonly parties: ReadonlyArray<string> };
};

/**
 * Writes a report as one HTML file, which loads and executes nothing (and its policy forbids both). Each value is escaped, and
 * its invisible characters are spelled out ({@link visible}).
 */
export const reportHtml = (report: ReportView, { style = '', closing = [], signatures }: Page = {}): string => {
  const eta = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)), cache: true });
  const { escapeFunction } = eta.config;
  eta.configure({ escapeFunction: (value) => escapeFunction(visible(String(value))) });
  const { outcome } = report;
  return eta.render('./page', {
    ...report,
    words: outcome === 'not_compared' ? 'Not compared' : `Verdict: ${outcome}`,
    style: readStyle() + style,
    sections: [...report.sections, ...closing].map(drawnSection),
    signatures,
  });
};
