import { readFileSync } from 'node:fs';
import { visible } from '@carryover/terminal/visible';
import { Eta } from 'eta';
import type { Section } from './section.ts';

/** A line of the head of a report, or of a list of facts. */
export type Fact = { readonly name: string; readonly value: string; readonly kind?: 'code' | 'import' };

/** A template of its own folder, and its values. */
type Filled = { readonly template: string; readonly [value: string]: unknown };

/** A report as one page, for people who decide: the verdict, the figures that it follows from, and what differs. */
export type Page = {
  readonly title: string;
  /** CSS after that of every report. */
  readonly style?: string;
  readonly facts: ReadonlyArray<Fact>;
  readonly scope?: string;
  readonly verdict: {
    readonly outcome: 'agree' | 'differ' | 'incomplete' | 'not_compared';
    readonly words: string;
    readonly sentence: string;
    readonly remarks: ReadonlyArray<{ readonly id: string; readonly sentence: string }>;
  };
  readonly sections: ReadonlyArray<Section>;
  /** Templates behind the last section. */
  readonly closing?: ReadonlyArray<Filled>;
};

/** The templates of every report, whose names begin with `@`. */
const SHARED = ['page', 'facts', 'verdict', 'section', 'table', 'row'];

const STYLES = ['base', 'summary', 'charts', 'tables', 'phone', 'print'];

/** Returns the style of every report: dark on white, no font or picture from elsewhere; cards on a phone, A4 in print. */
const readStyle = (): string =>
  STYLES.map((name) => readFileSync(new URL(`styles/${name}.css`, import.meta.url), 'utf8')).join('');

/**
 * Writes a report as one HTML file, which loads and executes nothing (and its policy forbids both). Each value is escaped, and
 * its invisible characters are spelled out ({@link visible}).
 *
 * @param views the folder of the report's own templates; null if it has none.
 */
export const renderPage = (views: string | null, { style = '', scope = '', closing = [], ...page }: Page): string => {
  const eta = new Eta({ ...(views === null ? {} : { views }), cache: true });
  const { escapeFunction } = eta.config;
  eta.configure({ escapeFunction: (value) => escapeFunction(visible(String(value))) });
  for (const name of SHARED)
    eta.loadTemplate(`@${name}`, readFileSync(new URL(`templates/${name}.eta`, import.meta.url), 'utf8'));
  return eta.render('@page', { ...page, style: readStyle() + style, scope, closing });
};
