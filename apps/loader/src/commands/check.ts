import { makeProgress } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { checkInputs } from '../check/check-inputs.ts';
import { showError, toFinished } from '../check/show-check.ts';
import { type Action, command, type Runner } from '../command.ts';
import { isReadOnce, resolveInputs } from '../files/inputs.ts';
import { opened } from '../reading/read-items.ts';
import { checkReadable } from '../reading/refused-files.ts';
import { ALLOW_REPEATED, type JudgingOptions, judgingOf, namingOf, readingItems } from './options.ts';

/** Errors that are printed for a reader: one mistake may be in every row. */
const ERRORS_SHOWN = 1_000;

const check =
  (paths: ReadonlyArray<string>, options: JudgingOptions & { readonly allowRepeated?: boolean }): Action =>
  async ({ out, terminal, isJson }) => {
    const naming = await namingOf(options);
    if (E.isLeft(naming)) return naming;
    const inputs = await resolveInputs(paths, naming.right);
    if (E.isLeft(inputs)) return inputs;
    const files = inputs.right.inputs.filter(({ file }) => !isReadOnce(file));
    const readable = await checkReadable(files, options.supplier ?? null);
    if (E.isLeft(readable)) return readable;
    const all = await Promise.all(inputs.right.inputs.map(opened));
    const totalBytes = all.reduce<number | null>(
      (sum, { source }) => (sum === null || source.totalBytes === null ? null : sum + source.totalBytes),
      0,
    );
    let errors = 0;
    const checked = await checkInputs(
      all,
      judgingOf(options),
      (error) => {
        errors += 1;
        if (isJson) out(`${JSON.stringify(error)}\n`);
        else if (errors <= ERRORS_SHOWN) out(showError(error));
        else if (errors === ERRORS_SHOWN + 1) out('Further errors are counted below. --json prints all of them.\n');
      },
      makeProgress(terminal, { total: totalBytes }),
    );
    return E.right(toFinished(checked, inputs.right.notRead, options.allowRepeated === true));
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
    .option(...ALLOW_REPEATED)
    .action((paths: ReadonlyArray<string>, options) => run(check(paths, options), options));
