import {
  type DOWNLOADS,
  downloadPath,
  isDownloadName,
  RESULT,
  readJson,
  type ShownResult,
  shownResult,
} from '../../jobs/job-files.ts';
import type { Format } from '../../view/format.ts';
import type { Html } from '../../view/render.ts';

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

/** A figure of a report in the reader's own form; any other text as it is. */
export const showFigure = (f: Format, text: string): Html | null => {
  if (!/^[+-]?\d[\d,]*(\.\d+)?$/.test(text)) return null;
  const exact = text.replaceAll(/[+,]/g, '');
  return exact.includes('.') ? f.money(exact) : f.count(BigInt(exact));
};
