import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { LoadedMapping } from '@carryover/files/mapping/mapping-files';
import { beginReading } from '@carryover/files/read-rows';
import { rejectsFormOf } from '@carryover/files/rejects/mapped-rejects';
import { openRejects } from '@carryover/files/rejects/rejects';
import { REASONS } from '@carryover/files/rows/reasons';
import { fingerprinted } from '@carryover/files/source/fingerprint';
import type { Source } from '@carryover/files/source/source';
import { accountMapping, openAccounts } from '@carryover/operations/files/account-mapping';
import { readAccountRows } from '@carryover/operations/files/account-rows';
import { countsOf, type ImportedFile, importAccounts, rejectsText } from '@carryover/operations/import-accounts';
import { makeProgress } from '@carryover/terminal/progress';
import { type Command, Option } from 'commander';
import { identity, pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  changing,
  command,
  type Finished,
  forSupplier,
  type Runner,
  type SupplierOptions,
  supplierName,
  type Work,
} from '../command.ts';

type Options = SupplierOptions & {
  readonly file: string;
  readonly map: ReadonlyArray<string>;
  readonly dryRun?: boolean;
};

const toFinished = (done: ImportedFile, rejectsFile: string, isDryRun: boolean): Finished => {
  const { created, updated, unchanged, rejected } = countsOf(done);
  const counts = `Accounts: ${created} created, ${updated} updated, ${unchanged} unchanged. Rows rejected: ${rejected}.\n`;
  const prefix = isDryRun ? 'Dry run: nothing was stored.\n' : '';
  return {
    text: `${prefix}${counts}${rejectsText(done.rejects, rejectsFile)}`,
    json: {
      ...countsOf(done),
      rejects_file: rejected === 0 ? null : rejectsFile,
      ...(isDryRun ? { dry_run: true } : {}),
    },
    isRefusal: rejected > 0,
  };
};

type ImportInput = {
  readonly supplier: NamedSupplier;
  readonly mapping: LoadedMapping | null;
  readonly opened: Source;
};

const importOpened =
  ({ file, dryRun: isDryRun = false }: Options, { supplier, mapping, opened }: ImportInput): Work<Finished> =>
  ({ accounts, recordRun }, { actor, terminal }) =>
    pipe(
      TE.Do,
      TE.let('source', () => fingerprinted(opened)),
      TE.bindW('rows', ({ source }) => beginReading(file, readAccountRows(source, mapping?.compiled ?? null))),
      TE.bindW('form', () =>
        TE.fromTask(() =>
          mapping === null ? Promise.resolve(null) : rejectsFormOf(mapping.compiled, REASONS, opened.path ?? file),
        ),
      ),
      TE.let('rejects', ({ form }) => openRejects(file, REASONS, form)),
      TE.chainW(({ source, rows, rejects }) => {
        const progress = makeProgress(terminal, { total: source.totalBytes });
        const work = importAccounts(accounts, { supplier, source, rows, rejects, progress, isDryRun });
        const run = {
          supplier,
          action: 'account import' as const,
          state: mapping === null ? { file } : { file, map: mapping.file, mapping: mapping.text },
          actor,
        };
        const recorded = recordRun(run, work, (done) => ({
          ...countsOf(done),
          sha256: source.sha256(),
        }));
        return pipe(
          isDryRun ? work : recorded,
          TE.map((done) => toFinished(done, rejects.file, isDryRun)),
        );
      }),
    );

const importFile =
  (options: Options): Work<Finished> =>
  (useCases, invocation) =>
    pipe(
      TE.Do,
      TE.bindW('supplier', () => useCases.suppliers.show(supplierName(options))),
      TE.bindW('mapping', () => () => accountMapping(options.file, options.map)),
      TE.chainW(({ supplier, mapping }) =>
        TE.bracketW(
          openAccounts(options.file, mapping),
          ({ source }) => importOpened(options, { supplier, mapping, opened: source })(useCases, invocation),
          ({ close }) => TE.fromIO(close),
        ),
      ),
    );

const ROW_FORMATS = `
NDJSON, one account per line:
  {"external_account_number":"E-1","status":"IMPORTED","ledgers":[{"ledger_number":"L-1","ledger_code":"ELECTRICITY",
   "main":true,"open_statement":{"from":"2026-11-01","to":"2026-11-30"},"has_finalized_billing_document":false}]}
CSV, one ledger per row, the rows of an account together:
  external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document

Either may be compressed with gzip or zstd. Importing the same file again changes nothing. A file that differs from what is stored adds new accounts,
ledgers and first open periods, and promotes staged accounts. A row that would change or remove what data depends on is rejected.

Rejected rows are written to F.rejected.csv or F.rejected.ndjson, or the next free F.rejected.2.csv: the row, then line, code and detail. Correct them there and
import that file; the three columns are ignored. Rows of standard input are written to stdin.rejected.ndjson, those of
CSV as text in the member raw. A CSV row that could not be read is kept whole in the first column, an NDJSON line that is not an object
in the member raw: both are rejected again until their values are in columns or members.`;

export const accountImportCommand = (run: Runner): Command =>
  changing(forSupplier(command('import', 'add accounts with their ledgers and open statement periods from a file')))
    .requiredOption('--file <file>', '.ndjson or .csv file, may be gzip or zstd; - for standard input')
    .addOption(
      new Option(
        '--map <file>',
        'mapping of a file of another form, kind accounts, as "carryover map init --kind accounts" guesses; may be repeated',
      )
        .argParser((value, values: ReadonlyArray<string>) => [...values, value])
        .default([], 'none'),
    )
    .option('--dry-run', 'check all rows and write the rejected ones, but store nothing')
    .addHelpText('after', ROW_FORMATS)
    .action((options: Options) => run(options, importFile(options), identity));
