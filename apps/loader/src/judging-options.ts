import { KINDS, type Kind } from '@carryover/contract/item-files';
import { MAX_LENGTH } from '@carryover/contract/limits';
import { parseIdentifier } from '@carryover/domain/text';
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { Judging } from './check/decode-item.ts';
import type { Naming } from './files/inputs.ts';

export type ItemOptions = {
  readonly kind?: Kind;
  readonly supplier?: string;
  readonly leaveOut: ReadonlyArray<string>;
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

/** Adds the options that say what the rows of files are. */
export const namingItems = (of: Command): Command =>
  of
    .addOption(
      new Option('--kind <kind>', 'what the items are, if the names of the files do not say it').choices(KINDS),
    )
    .option('--supplier <code>', 'import supplier of rows that have no import_supplier', supplierCode)
    .option(
      '--leave-out <pattern>',
      'files of a folder that are not read on purpose, such as "*.md"; may be repeated',
      (pattern: string, patterns: ReadonlyArray<string>) => [...patterns, pattern],
      [],
    );

export const namingOf = ({ kind, leaveOut }: ItemOptions): Naming => ({ kind: kind ?? null, leaveOut });

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
