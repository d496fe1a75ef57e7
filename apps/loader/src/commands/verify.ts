import type { Terminal } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, type Runner } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { wrongUsage } from '../failures.ts';
import { isReadOnce, resolveInputs } from '../inputs.ts';
import { ALLOW_REPEATED, type ItemOptions, namingItems, namingOf } from '../judging-options.ts';
import { filesOf } from '../loading/load-inputs.ts';
import { checkReadable } from '../loading/refused-files.ts';
import type { Files } from '../loading/run-steps.ts';
import { reach, type Service } from '../loading/service/service.ts';
import type { Place } from '../own/places.ts';
import { namesOf, readOwnRows, withoutRepeats } from '../own/read-own-rows.ts';
import { findRepeats, type Repeats, reasonOfRepeat } from '../own/repeats.ts';
import { expectedByFiles } from '../proof/own-accounts.ts';
import { MAX_LISTED, prove } from '../proof/prove.ts';
import { proveTotals } from '../proof/prove-totals.ts';
import { isProven, type Report, toJson } from '../report/proof-report.ts';
import { proofText } from '../report/proof-view.ts';
import { cutShort } from '../steps/item.ts';
import { checkReports, type ReportOptions, reporting, writeReports } from './report-options.ts';
import { runWithService, type WaitOptions, waiting, waitMs } from './run-with-service.ts';

type Options = ItemOptions &
  ReportOptions &
  WaitOptions & { readonly totalsOnly?: boolean; readonly exclusive?: boolean; readonly allowRepeated?: boolean };

type Compared = Pick<Report, 'proof' | 'notCompared' | 'cutShort' | 'repeats'>;

const listed = (repeats: Repeats, names: ReadonlyArray<string>): Report['repeats'] => ({
  count: repeats.size,
  first: [
    ...repeats
      .all()
      .take(MAX_LISTED)
      .map(([{ file, line }, repeat]) => ({ file: names[file]!, line, ...reasonOfRepeat(repeat, names) })),
  ],
});

const compare = async (
  service: Service,
  allFiles: Files,
  { totalsOnly = false }: Options,
  terminal: Terminal,
): Promise<Compared> => {
  const notCompared = { unreadable: 0, repeated: 0, duplicates: 0 };
  const notReadToEnd: string[] = [];
  const rows = await readOwnRows(allFiles, terminal);
  try {
    const repeats = findRepeats(rows);
    const files = withoutRepeats(allFiles, repeats);
    const expected = expectedByFiles(files, (of, rejected) => {
      for (const { repeat } of rejected)
        if (repeat === undefined) notCompared.unreadable += 1;
        else if (repeat.verdict === 'repeated') notCompared.repeated += 1;
        else notCompared.duplicates += 1;
      notReadToEnd.push(...cutShort(of, rejected));
    });
    const own = { names: namesOf(files), rows, isExcluded: (place: Place) => repeats.of(place) !== undefined };
    const proof = totalsOnly
      ? await proveTotals(service, expected, terminal)
      : await prove(service, expected, own, terminal);
    return { proof, notCompared, cutShort: notReadToEnd, repeats: listed(repeats, own.names) };
  } finally {
    rows.close();
  }
};

const verify =
  (paths: ReadonlyArray<string>, options: Options): Action =>
  (invocation) =>
    runWithService(invocation, async (server) => {
      const reports = checkReports(options);
      if (E.isLeft(reports)) return reports;
      if (options.totalsOnly === true && options.exclusive === true)
        return E.left(wrongUsage('Leave out --totals-only or --exclusive: counts and sums are of all items anyway.'));
      const inputs = await resolveInputs(paths, namingOf(options));
      if (E.isLeft(inputs)) return inputs;
      const { inputs: own, notRead } = inputs.right;
      if (own.some(({ file }) => isReadOnce(file)))
        return E.left(wrongUsage('Standard input and pipes cannot be verified: files may have to be read twice.'));
      const readable = await checkReadable(own, options.supplier ?? null);
      if (E.isLeft(readable)) return readable;
      const files = filesOf(own, options.supplier ?? null);
      const service = await reach({ ...server, waitMs: waitMs(options) }, { onAttempt: () => {} }, invocation.terminal);
      const report: Report = {
        title: 'Verification',
        service: server.baseUrl,
        madeAt: new Date(),
        counts: null,
        notRead,
        outputs: [],
        allowsRepeated: options.allowRepeated === true,
        isExclusive: options.exclusive === true,
        ...(await compare(service, files, options, invocation.terminal)),
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
