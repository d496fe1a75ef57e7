import { closeSync, rmSync, statSync } from 'node:fs';
import { differingText } from '@carryover/files/mapping/expectations';
import { writeWhole } from '@carryover/files/source/file-failure';
import { list } from '@carryover/terminal/output';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { causesJson, showCauses, showHints } from '../check/show-check.ts';
import { type Action, command, EXIT, type Runner, wrongUsage } from '../command.ts';
import { dryRun } from '../dry-run/dry-run.ts';
import { isReadOnce, notReadJson, notReadText, READ_TWICE, resolveInputs } from '../files/inputs.ts';
import { expectationsIn, expectedJson } from '../files/mappings.ts';
import { checkNew, openNew } from '../files/new-file.ts';
import { makeConcurrency, makeObserver } from '../loading/concurrency.ts';
import { cutShortText, readFiles } from '../reading/read-files.ts';
import { checkReadable } from '../reading/refused-files.ts';
import { reach } from '../service/service.ts';
import { ALLOW_REPEATED, type ItemOptions, NO_MOVED_DATES, namingItems, namingOf } from './options.ts';
import { runWithService, type WaitOptions, waiting, waitMs } from './with-service.ts';

const MAX_CONCURRENCY = 16;

type Options = ItemOptions &
  WaitOptions & { readonly out: string; readonly movedDates: boolean; readonly allowRepeated?: boolean };

const run =
  (paths: ReadonlyArray<string>, options: Options): Action =>
  (invocation) =>
    runWithService(invocation, async (server) => {
      const { out, supplier } = options;
      const isNew = checkNew(out);
      if (E.isLeft(isNew)) return isNew;
      const naming = await namingOf(options);
      if (E.isLeft(naming)) return naming;
      const inputs = await resolveInputs(paths, naming.right);
      if (E.isLeft(inputs)) return inputs;
      if (inputs.right.inputs.some(({ file }) => isReadOnce(file))) return E.left(wrongUsage(READ_TWICE));
      const readable = await checkReadable(inputs.right.inputs, supplier ?? null);
      if (E.isLeft(readable)) return readable;
      const concurrency = makeConcurrency(MAX_CONCURRENCY);
      const service = await reach(
        { ...server, waitMs: waitMs(options), movesDates: options.movedDates },
        makeObserver(concurrency),
        invocation.terminal,
      );
      const files = await readFiles(inputs.right.inputs, supplier ?? null, invocation.terminal);
      const descriptor = openNew(out);
      let isFinished = false;
      const { notRead } = inputs.right;
      const { cutShort } = files;
      const expected = expectationsIn(files.inputs, files.tallies);
      try {
        const { summary, repeated, causes } = await dryRun(files, service, concurrency, (record) => {
          writeWhole(out, descriptor, Buffer.from(`${JSON.stringify(record)}\n`));
        });
        const text = list([
          ['rows', summary.items],
          ['would be rejected', summary.failing],
          ['repeated', repeated],
          ['would be moved to another date', summary.moved],
          ['written to', out],
        ]);
        isFinished = true;
        const isDone =
          summary.failing + cutShort.length + notRead.length === 0 &&
          expected.every(({ agree }) => agree) &&
          (repeated === 0 || options.allowRepeated === true);
        if (invocation.isJson && summary.failing + repeated > 0)
          invocation.out(`${JSON.stringify({ repeated, ...causesJson(causes) })}\n`);
        return E.right({
          text: `${text}${differingText(expected)}${showCauses(causes)}${showHints(causes)}${cutShortText(cutShort)}${notReadText(notRead)}`,
          json: {
            ...summary,
            ...(cutShort.length === 0 ? {} : { not_read_to_end: cutShort.map(({ name }) => name) }),
            ...expectedJson(expected),
            ...notReadJson(notRead),
          },
          exitCode: isDone ? EXIT.done : EXIT.rejected,
        });
      } finally {
        files.store.close();
        closeSync(descriptor);
        // Part of a run is of no use, and would be in the way of the next.
        if (!isFinished && statSync(out).isFile()) rmSync(out);
      }
    });

const EXAMPLES = [
  'carryover dry-run sample --out before.ndjson',
  'carryover dry-run transactions.ndjson --supplier ACME --out after.ndjson',
];

export const dryRunCommand = (runner: Runner): Command =>
  waiting(namingItems(command('dry-run', EXAMPLES)))
    .argument('<files...>', 'NDJSON or CSV files, may be compressed with gzip or zstd, or a folder')
    .requiredOption('--out <file>', 'file of the rows that would be rejected or moved, for diff')
    .option(...NO_MOVED_DATES)
    .option(...ALLOW_REPEATED)
    .action((paths: ReadonlyArray<string>, options) => runner(run(paths, options), options));
