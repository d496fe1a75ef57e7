import { writeFileSync } from 'node:fs';
import { toFileFailure } from '@carryover/files/source/file-failure';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../command.ts';
import { ofFileFailure } from '../failures.ts';
import { proofHtml } from '../report/proof-html.ts';
import { type Report, toJson } from '../report/proof-report.ts';

export type ReportOptions = { readonly report?: string; readonly html?: string };

/** Adds the options of a command that compares with what is stored. */
export const reporting = (of: Command): Command =>
  of
    .option('--report <file>', 'write the comparison as JSON')
    .option('--html <file>', 'write the comparison as one HTML page');

const write = (file: string | undefined, text: () => string): E.Either<Failure, void> =>
  file === undefined
    ? E.right(undefined)
    : E.tryCatch(
        () => writeFileSync(file, text()),
        (error) => ofFileFailure(toFileFailure(file)(error)),
      );

/** Writes the reports that the options ask for. */
export const writeReports = ({ report, html }: ReportOptions, of: Report): E.Either<Failure, void> =>
  E.chain(() => write(html, () => proofHtml(of)))(write(report, () => `${JSON.stringify(toJson(of), null, 2)}\n`));
