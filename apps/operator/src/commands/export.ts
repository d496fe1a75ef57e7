import {
  EXPORT_FORMATS,
  EXPORTED_VALUES,
  type ExportedValues,
  type ExportFormat,
} from '@carryover/adapters-persistence/export/columns';
import type { Exported } from '@carryover/operations/export/export-supplier';
import { count, counted } from '@carryover/report/figures';
import { table } from '@carryover/terminal/output';
import { makeProgressLine } from '@carryover/terminal/progress';
import type { Command } from 'commander';
import {
  changing,
  choice,
  command,
  type Finished,
  forSupplier,
  identifier,
  type Runner,
  type SupplierOptions,
  supplierName,
} from '../command.ts';

type Options = SupplierOptions & {
  readonly out: string;
  readonly account?: string;
  readonly format: ExportFormat;
  readonly values: ExportedValues;
  readonly after?: string;
  readonly resume?: boolean;
};

/** The time between lines of progress where there is no terminal. */
const PLAIN_EVERY_MS = 10_000;

const rate = (bytes: number, ms: number): string => (ms === 0 ? '' : `, ${count(Math.round(bytes / ms / 1e3))} MB/s`);

const removedText = ({ removed }: Exported): string => {
  if (removed === null || removed.undone + removed.erased === 0) return '';
  return `Since the cursor, ${counted(removed.undone, 'import')} undone and ${counted(removed.erased, 'account')} erased: what is removed is in the feed, and not in the files.\n`;
};

const toFinished = (exported: Exported, out: string): Finished => {
  const { manifest, kept, removed } = exported;
  return {
    text: [
      table(
        ['FILE', 'ROWS', 'BYTES', 'SHA-256'],
        manifest.files.map(({ name, rows, bytes, sha256 }) => [name, count(rows), count(bytes), sha256]),
        '',
      ),
      '\n',
      table(
        ['TYPE', 'COUNT', 'SUM'],
        manifest.totals.map((total) => [total.type, count(total.count), total.sum ?? '']),
        '',
      ),
      `\nWritten to ${out}${kept === 0 ? '' : `, of which ${counted(kept, 'file')} before the interruption`}. Next: --after ${manifest.cursor}\n`,
      removedText(exported),
    ].join(''),
    json: { ...manifest, out, kept_files: kept, removed_since: removed },
  };
};

const RULES = `
Writes accounts, notes, transactions, statements, billing-documents and payment-instructions, in the form that \`account import\` and the loader read,
and manifest.json, which is written last: rows, bytes and SHA-256 of each file, totals by type, and the cursor of the feed up to which everything is
in the files. Everything is of one moment; on a Citus cluster, everything of an account is.
--after CURSOR writes what came since that of an earlier export, or of the feed.

--values submitted (default): transactions as clients sent them. Loaded into an empty installation, they are moved again where they must be.
--values stored: transactions that were moved into a statement period with their new date and note.

Erased accounts and notes that the service added are left out. The files are readable by their owner only. If the command was interrupted, the same
command with --resume goes on: complete files are kept, and nothing is added that came after the cursor.
Exit codes: 0 done, 1 failed (disk full, something was removed meanwhile), 2 wrong usage (the folder is not empty, no cursor of this database).`;

/** Writes what is stored for a supplier to files. */
export const exportCommand = (run: Runner): Command =>
  changing(forSupplier(command('export', 'write what is stored for a supplier to files, with a proof')))
    .requiredOption('--out <folder>', 'folder to write to: new or empty')
    .option('--account <number>', 'only of this account', identifier)
    .addOption(choice('--format <format>', 'form of the files', EXPORT_FORMATS).default(EXPORT_FORMATS[0]))
    .option('--after <cursor>', 'only what came behind this cursor of the feed')
    .addOption(
      choice('--values <values>', 'moved transactions as sent or as stored', EXPORTED_VALUES).default(
        EXPORTED_VALUES[0],
      ),
    )
    .option('--resume', 'go on with an export that was interrupted')
    .addHelpText('after', RULES)
    .action((options: Options) =>
      run(
        options,
        ({ exportSupplier }, { actor, terminal }) => {
          const progress = makeProgressLine(terminal, { plainEveryMs: PLAIN_EVERY_MS });
          let [before, current, name]: [number, number, string] = [0, 0, ''];
          const onProgress = (file: string, bytes: number): void => {
            if (file !== name) [before, name] = [before + current, file];
            current = bytes;
            progress.update((ms) => `Writing ${name}: ${count(Math.round(bytes / 1e6))} MB${rate(before + bytes, ms)}`);
          };
          const { account = null, format, values, after = null, resume: isResumed = false, out } = options;
          const asked = { supplier: supplierName(options), account, format, values, after, out, isResumed };
          const write = exportSupplier({ ...asked, onProgress, actor });
          return () => write().finally(progress.end);
        },
        (exported) => toFinished(exported, options.out),
      ),
    );
