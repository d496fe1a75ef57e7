import { DIFFERENCE_CAUSES, type DifferenceCause } from '@carryover/domain/total-comparison';
import {
  type DOWNLOADS,
  differencesFile,
  downloadPath,
  isDownloadName,
  RESULT,
  readJson,
  type ShownResult,
  type ShownSection,
  shownResult,
  shownSection,
} from '../../reconciling/job-files.ts';
import type { Format } from '../../view/format.ts';
import type { Html } from '../../view/render.ts';

const PAGE = 50;

type Download = { readonly name: string; readonly title: string };

const TITLES: Readonly<Record<keyof typeof DOWNLOADS, string>> = {
  'report.html': 'Report to sign (HTML)',
  'totals.csv': 'All totals (CSV)',
  'report.json': 'All data (JSON)',
  'evidence.zip': 'Evidence pack',
  'unread-rows': 'Rows that could not be read',
};

/** Returns the downloads that a run has. */
export const downloadsOf = async (folder: string): Promise<ReadonlyArray<Download>> => {
  const found: Download[] = [];
  for (const [name, title] of Object.entries(TITLES))
    if (isDownloadName(name) && (await downloadPath(folder, name)) !== null) found.push({ name, title });
  return found;
};

/** Returns what the page of a finished run shows; null if its files are on another machine, or were removed. */
export const readResult = async (folder: string): Promise<ShownResult | null> => {
  const value = await readJson(folder, RESULT);
  return shownResult.is(value) ? value : null;
};

export const causeOf = (text: string | null, byCause: Readonly<Record<DifferenceCause, number>>): DifferenceCause =>
  DIFFERENCE_CAUSES.find((cause) => cause === text) ??
  DIFFERENCE_CAUSES.find((cause) => byCause[cause] > 0) ??
  DIFFERENCE_CAUSES[0];

/** Returns a page of the differences of one cause, of which the first thousand are kept. @param page from 1. */
export const readDifferences = async (folder: string, cause: DifferenceCause, page: string | null) => {
  const value = await readJson(folder, differencesFile(cause));
  const section: ShownSection | null = shownSection.is(value) ? value : null;
  const items = section?.items ?? [];
  const pages = Math.max(1, Math.ceil(items.length / PAGE));
  const number = Math.min(pages, Math.max(1, Math.floor(Number(page)) || 1));
  const shown = items.slice((number - 1) * PAGE, number * PAGE);
  return { section: section && { ...section, items: shown }, listed: items.length, number, pages };
};

/** A figure of a report in the reader's own form; any other text as it is. */
export const showFigure = (f: Format, text: string): Html | null => {
  if (!/^[+-]?\d[\d,]*(\.\d+)?$/.test(text)) return null;
  const exact = text.replaceAll(/[+,]/g, '');
  return exact.includes('.') ? f.money(exact) : f.count(BigInt(exact));
};
