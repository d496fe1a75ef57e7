import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../command.ts';
import { wrongUsage } from '../failures.ts';
import { checkNew, writeNew } from '../files/new-file.ts';
import { type Report, toJson } from '../report/proof-report.ts';
import { proofHtml } from '../report/proof-view.ts';

export type ReportOptions = { readonly report?: string; readonly html?: string };

/** Adds the options of a command that compares with what is stored. */
export const reporting = (of: Command): Command =>
  of
    .option('--report <file>', 'write the comparison as JSON')
    .option('--html <file>', 'write the comparison as one HTML page');

/** Says that a report would overwrite a file, before anything is sent. */
export const checkReports = ({ report, html }: ReportOptions): E.Either<Failure, void> => {
  if (report !== undefined && report === html) return E.left(wrongUsage('--report and --html name the same file.'));
  return E.chain(() => (html === undefined ? E.right(undefined) : checkNew(html)))(
    report === undefined ? E.right(undefined) : checkNew(report),
  );
};

/** Writes the reports that the options ask for. @throws WriteFailed */
export const writeReports = ({ report, html }: ReportOptions, of: Report): void => {
  if (report !== undefined) writeNew(report, `${JSON.stringify(toJson(of), null, 2)}\n`);
  if (html !== undefined) writeNew(html, proofHtml(of));
};
