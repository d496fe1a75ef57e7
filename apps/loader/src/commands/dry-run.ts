import { closeSync, openSync } from 'node:fs';
import { STANDARD_INPUT } from '@carryover/files/source/source';
import { writeWhole, writing } from '@carryover/files/write-whole';
import { list } from '@carryover/terminal/output';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, type Runner } from '../command.ts';
import { dryRun } from '../dry-run/dry-run.ts';
import { EXIT } from '../exit-code.ts';
import { wrongUsage } from '../failures.ts';
import { resolveInputs } from '../inputs.ts';
import { type ItemOptions, namingItems } from '../judging-options.ts';
import { makeConcurrency } from '../loading/concurrency.ts';
import { filesOf } from '../loading/load-inputs.ts';
import { makeObserver } from '../loading/observer.ts';
import { connect, WAIT_MS } from '../loading/service/service.ts';
import { runWithService } from './run-with-service.ts';

const MAX_CONCURRENCY = 16;

type Options = ItemOptions & { readonly out: string };

const run =
  (paths: ReadonlyArray<string>, { out, kind, supplier }: Options): Action =>
  (invocation) =>
    runWithService(invocation, async (server) => {
      if (paths.includes(STANDARD_INPUT)) return E.left(wrongUsage('Give the name of a file instead of -.'));
      const inputs = await resolveInputs(paths, kind ?? null);
      if (E.isLeft(inputs)) return inputs;
      const concurrency = makeConcurrency(MAX_CONCURRENCY);
      const service = connect({ ...server, waitMs: WAIT_MS }, makeObserver(concurrency));
      await service.probe();
      const descriptor = writing(out, () => openSync(out, 'w', 0o600));
      const files = filesOf(inputs.right, supplier ?? null);
      try {
        const summary = await dryRun(files, service, concurrency, (record) => {
          writeWhole(out, descriptor, Buffer.from(`${JSON.stringify(record)}\n`));
        });
        const text = list([
          ['rows', summary.items],
          ['would be rejected', summary.failing],
          ['would be moved to another date', summary.moved],
          ['written to', out],
        ]);
        return E.right({ text, json: summary, exitCode: summary.failing === 0 ? EXIT.done : EXIT.rejected });
      } finally {
        closeSync(descriptor);
      }
    });

const EXAMPLES = [
  'carryover dry-run sample --out before.ndjson',
  'carryover dry-run transactions.ndjson --supplier ACME --out after.ndjson',
];

export const dryRunCommand = (runner: Runner): Command =>
  namingItems(command('dry-run', EXAMPLES))
    .argument('<files...>', 'NDJSON or CSV files, may be compressed with gzip or zstd, or a folder')
    .requiredOption('--out <file>', 'file of the rows that would be rejected or moved, for diff')
    .action((paths: ReadonlyArray<string>, options) => runner(run(paths, options), options));
