import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, type Runner } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { wrongUsage } from '../failures.ts';
import { isReadOnce, resolveInputs } from '../inputs.ts';
import { type ItemOptions, namingItems } from '../judging-options.ts';
import { filesOf } from '../loading/load-inputs.ts';
import { connect, WAIT_MS } from '../loading/service/service.ts';
import { allItems, expectedOf } from '../proof/own-rows.ts';
import { prove } from '../proof/prove.ts';
import { isProven, type Report, toJson } from '../report/proof-report.ts';
import { proofText } from '../report/proof-text.ts';
import { cutShort } from '../steps/item.ts';
import { type ReportOptions, reporting, writeReports } from './report-options.ts';
import { runWithService } from './run-with-service.ts';

const verify =
  (paths: ReadonlyArray<string>, options: ItemOptions & ReportOptions): Action =>
  (invocation) =>
    runWithService(invocation, async (server) => {
      const inputs = await resolveInputs(paths, options.kind ?? null);
      if (E.isLeft(inputs)) return inputs;
      if (inputs.right.some(({ file }) => isReadOnce(file)))
        return E.left(wrongUsage('Standard input and pipes cannot be verified: files may have to be read twice.'));
      const files = filesOf(inputs.right, options.supplier ?? null);
      const service = connect({ ...server, waitMs: WAIT_MS }, { onAttempt: () => {} });
      await service.probe();
      let unreadable = 0;
      const notReadToEnd: string[] = [];
      const counted = allItems(files, (of, rejected) => {
        unreadable += rejected.length;
        notReadToEnd.push(...cutShort(of, rejected));
      });
      const proof = await prove(service, expectedOf(counted), () => allItems(files, () => {}), invocation.terminal);
      const report: Report = {
        title: 'Verification',
        service: server.baseUrl,
        madeAt: new Date(),
        counts: null,
        unreadable,
        cutShort: notReadToEnd,
        outputs: [],
        proof,
      };
      const exitCode = isProven(report) ? EXIT.done : EXIT.rejected;
      return E.map(() => ({ text: proofText(report), json: toJson(report), exitCode }))(writeReports(options, report));
    });

const EXAMPLES = ['carryover verify sample', 'carryover verify transactions.ndjson --html report.html'];

export const verifyCommand = (run: Runner): Command =>
  reporting(namingItems(command('verify', EXAMPLES)))
    .argument('<files...>', 'NDJSON or CSV files, may be compressed with gzip or zstd, or a folder')
    .action((paths: ReadonlyArray<string>, options) => run(verify(paths, options), options));
