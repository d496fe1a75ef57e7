import { KINDS, type Kind } from '@carryover/contract/kinds';
import { MAX_LENGTH } from '@carryover/contract/limits';
import { parseIdentifier } from '@carryover/domain/text';
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Judging } from '../check/decode-item.ts';
import { type Failure, wrongUsage } from '../command.ts';
import type { Naming } from '../files/inputs.ts';
import { checkNew, writeNew } from '../files/new-file.ts';
import { type Report, toJson } from '../report/proof-report.ts';
import { proofHtml } from '../report/proof-view.ts';

/** Parses an option that is a whole number. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`);
  };

export type ItemOptions = {
  readonly kind?: Kind;
  readonly supplier?: string;
  readonly leaveOut: ReadonlyArray<string>;
  readonly map: ReadonlyArray<string>;
  readonly manifest?: string;
};

export type JudgingOptions = ItemOptions & {
  readonly supplyChargeArithmetic: Judging['supplyChargeArithmetic'];
  readonly unknownFields: Judging['unknownFields'];
};

export const supplierCode = (text: string): string => {
  const code = parseIdentifier(MAX_LENGTH.importSupplier)(text);
  if (E.isLeft(code))
    throw new InvalidArgumentError(`Must have 1 to ${MAX_LENGTH.importSupplier} characters, not only white space.`);
  return code.right;
};

/** The option of commands that send transactions, whose dates the service moves if nothing is said. */
export const NO_MOVED_DATES = [
  '--no-moved-dates',
  'have transactions rejected whose date is outside the open statement period',
] as const;

/** The option of commands that find repeated rows. */
export const ALLOW_REPEATED = ['--allow-repeated', 'rows that say the same as an earlier one are no error'] as const;

/** An option that may be repeated. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, description)
    .argParser((value, values: ReadonlyArray<string>) => [...values, value])
    .default([], 'none');

const TEMPORARY_FILES = `
Rows wait in temporary files in the folder TMPDIR: about 0.5 of the size of CSV,
and 0.2 of NDJSON, decompressed.`;

/** Adds the options that say what the rows of files are. */
export const namingItems = (of: Command): Command =>
  of
    .addOption(
      new Option('--kind <kind>', 'what the items are, if the names of the files do not say it').choices(KINDS),
    )
    .option('--supplier <code>', 'import supplier of rows that have no import_supplier', supplierCode)
    .addOption(
      repeatable(
        '--leave-out <pattern>',
        'files of a folder that are not read on purpose, such as "*.md"; may be repeated',
      ),
    )
    .addOption(repeatable('--map <file>', 'mapping of files of another form; may be repeated'))
    .option(
      '--manifest <file>',
      'JSON that names the files with rows, sums and SHA-256; default: manifest.json of a folder',
    )
    .addHelpText('after', TEMPORARY_FILES);

/** @returns Left if a mapping is wrong. Mappings are read only if there are some: they need the codecs. */
export const namingOf = async ({ kind, leaveOut, map, manifest }: ItemOptions): Promise<E.Either<Failure, Naming>> => {
  const mappings =
    map.length === 0 ? E.right([]) : await (await import('../files/read-mappings.ts')).readItemMappings(map);
  return E.map((all: Naming['mappings']) => ({
    kind: kind ?? null,
    leaveOut,
    mappings: all,
    manifest: manifest ?? null,
  }))(mappings);
};

/** Adds the options that say how the rows of files are read and judged. */
export const readingItems = (of: Command): Command =>
  namingItems(of)
    .addOption(
      new Option('--supply-charge-arithmetic <mode>', "as in the supplier's configuration")
        .choices(['report', 'enforce'])
        .default('report'),
    )
    .addOption(
      new Option('--unknown-fields <mode>', "as in the supplier's configuration")
        .choices(['refuse', 'report'])
        .default('refuse'),
    );

export const judgingOf = ({ supplier, supplyChargeArithmetic, unknownFields }: JudgingOptions): Judging => ({
  supplier: supplier ?? null,
  supplyChargeArithmetic,
  unknownFields,
});

export type ReportOptions = { readonly report?: string; readonly html?: string };

/** Adds the options of a command that compares with what is stored. */
export const reporting = (of: Command): Command =>
  of
    .option('--report <file>', 'write the comparison as JSON')
    .option('--html <file>', 'write the comparison as one HTML page');

/** Says that a report would overwrite a file, before anything is sent. */
export const checkReports = ({ report, html }: ReportOptions): E.Either<Failure, void> => {
  if (report !== undefined && report === html) return E.left(wrongUsage('--report and --html name the same file.'));
  return E.chain(() => (html === undefined ? E.right(undefined) : checkNew(html)))(
    report === undefined ? E.right(undefined) : checkNew(report),
  );
};

/** Writes the reports that the options ask for. @throws WriteFailed */
export const writeReports = ({ report, html }: ReportOptions, of: Report): void => {
  if (report !== undefined) writeNew(report, `${JSON.stringify(toJson(of), null, 2)}\n`);
  if (html !== undefined) writeNew(html, proofHtml(of));
};
