import type { Terminal } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, EXIT, type Runner, wrongUsage } from '../command.ts';
import { isReadOnce, resolveInputs } from '../files/inputs.ts';
import { conversionsOf } from '../proof/conversion.ts';
import { MAX_LISTED, prove } from '../proof/prove.ts';
import { proveTotals } from '../proof/prove-totals.ts';
import { readFiles, type StoredFiles } from '../reading/read-files.ts';
import { checkReadable } from '../reading/refused-files.ts';
import { isProven, type Report, toJson } from '../report/proof-report.ts';
import { proofText } from '../report/proof-view.ts';
import { reach, type Service } from '../service/service.ts';
import {
  ALLOW_REPEATED,
  checkReports,
  type ItemOptions,
  namingItems,
  namingOf,
  type ReportOptions,
  reporting,
  writeReports,
} from './options.ts';
import { runWithService, type WaitOptions, waiting, waitMs } from './with-service.ts';

type Options = ItemOptions &
  ReportOptions &
  WaitOptions & { readonly totalsOnly?: boolean; readonly exclusive?: boolean; readonly allowRepeated?: boolean };

/** Returns the rows that are not compared. */
const notComparedIn = ({ kinds, names, rejections }: StoredFiles): Pick<Report, 'notCompared' | 'repeats'> => {
  const notCompared = { unreadable: 0, repeated: 0, duplicates: 0 };
  const first: Report['repeats']['first'][number][] = [];
  let count = 0;
  for (const kind of kinds)
    for (const { file, line, repeat, why } of rejections(kind)) {
      if (repeat === undefined) notCompared.unreadable += 1;
      else if (repeat.verdict === 'repeated') notCompared.repeated += 1;
      else notCompared.duplicates += 1;
      if (repeat === undefined) continue;
      const { code, path, detail } = why;
      count += 1;
      if (first.length < MAX_LISTED) first.push({ file: names[file]!, line, code, path, detail });
    }
  return { notCompared, repeats: { count, first } };
};

const compare = async (
  service: Service,
  files: StoredFiles,
  { totalsOnly = false }: Options,
  terminal: Terminal,
): Promise<Pick<Report, 'proof' | 'notCompared' | 'cutShort' | 'repeats' | 'conversions'>> => {
  const proof = totalsOnly ? await proveTotals(service, files.store, terminal) : await prove(service, files, terminal);
  return { proof, ...notComparedIn(files), cutShort: files.cutShort, conversions: conversionsOf(files, !totalsOnly) };
};

const verify =
  (paths: ReadonlyArray<string>, options: Options): Action =>
  (invocation) =>
    runWithService(invocation, async (server) => {
      const reports = checkReports(options);
      if (E.isLeft(reports)) return reports;
      if (options.totalsOnly === true && options.exclusive === true)
        return E.left(wrongUsage('Leave out --totals-only or --exclusive: counts and sums are of all items anyway.'));
      const naming = await namingOf(options);
      if (E.isLeft(naming)) return naming;
      const inputs = await resolveInputs(paths, naming.right);
      if (E.isLeft(inputs)) return inputs;
      const { inputs: own, notRead } = inputs.right;
      if (own.some(({ file }) => isReadOnce(file)))
        return E.left(wrongUsage('Standard input and pipes cannot be verified: files may have to be read twice.'));
      const readable = await checkReadable(own, options.supplier ?? null);
      if (E.isLeft(readable)) return readable;
      const service = await reach({ ...server, waitMs: waitMs(options) }, { onAttempt: () => {} }, invocation.terminal);
      const files = await readFiles(own, options.supplier ?? null, invocation.terminal);
      const compared = await compare(service, files, options, invocation.terminal).finally(() => files.store.close());
      const report: Report = {
        title: 'Verification',
        service: server.baseUrl,
        madeAt: new Date(),
        counts: null,
        notRead,
        outputs: [],
        allowsRepeated: options.allowRepeated === true,
        isExclusive: options.exclusive === true,
        ...compared,
      };
      const exitCode = isProven(report) ? EXIT.done : EXIT.rejected;
      writeReports(options, report);
      return E.right({ text: proofText(report), json: toJson(report), exitCode });
    });

const EXAMPLES = [
  'carryover verify sample',
  'carryover verify transactions.ndjson --html report.html',
  'carryover verify sample --exclusive',
];

const COMPARED = `
Each row is compared with all its fields. The reference of a payment instruction is not disclosed: the service says if it
is another one. A transaction whose date was moved agrees, and is listed.`;

export const verifyCommand = (run: Runner): Command =>
  waiting(reporting(namingItems(command('verify', EXAMPLES))))
    .argument('<files...>', 'NDJSON or CSV files, may be compressed with gzip or zstd, or a folder')
    .option('--totals-only', 'compare only counts and sums, not single items')
    .option('--exclusive', 'exit with 1 if the same accounts have items of others too')
    .option(...ALLOW_REPEATED)
    .addHelpText('after', COMPARED)
    .action((paths: ReadonlyArray<string>, options) => run(verify(paths, options), options));
