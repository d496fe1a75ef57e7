import { makeProgress } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { checkInputs } from '../check/check-inputs.ts';
import { openInputs } from '../check/opened-inputs.ts';
import { showError, toFinished } from '../check/show-check.ts';
import { type Action, command, type Runner } from '../command.ts';
import { ofFileFailure } from '../failures.ts';
import { resolveInputs } from '../inputs.ts';
import { type JudgingOptions, judgingOf, readingItems } from '../judging-options.ts';

const check =
  (paths: ReadonlyArray<string>, options: JudgingOptions): Action =>
  async ({ out, terminal, isJson }) => {
    const inputs = await resolveInputs(paths, options.kind ?? null);
    if (E.isLeft(inputs)) return inputs;
    const opened = await openInputs(inputs.right);
    if (E.isLeft(opened)) return E.left(ofFileFailure(opened.left));
    const totalBytes = opened.right.reduce<number | null>(
      (sum, { source }) => (sum === null || source.totalBytes === null ? null : sum + source.totalBytes),
      0,
    );
    const checked = await checkInputs(
      opened.right,
      judgingOf(options),
      (error) => out(isJson ? `${JSON.stringify(error)}\n` : showError(error)),
      makeProgress(terminal, totalBytes),
    );
    return E.right(toFinished(checked));
  };

const EXAMPLES = [
  'carryover check sample',
  'carryover check notes.ndjson transactions.csv.gz --supplier ACME',
  'gzip -dc export.gz | carryover check --kind transactions -',
  'carryover check --json sample | tail -1',
];

export const checkCommand = (run: Runner): Command =>
  readingItems(command('check', EXAMPLES))
    .argument('<files...>', 'NDJSON or CSV files, may be compressed with gzip or zstd; a folder; - for standard input')
    .action((paths: ReadonlyArray<string>, options) => run(check(paths, options), options));
