import { MAX_LENGTH } from '@carryover/contract/limits';
import { parseIdentifier } from '@carryover/domain/text';
import { differingText } from '@carryover/files/mapping/expectations';
import { beginReading } from '@carryover/files/read-rows';
import { readControlTotals } from '@carryover/files/rows/control-total-rows';
import { openSource } from '@carryover/files/source/source';
import { makeSpools, type Spools } from '@carryover/files/spool';
import { count, counted } from '@carryover/report/figures';
import { visible } from '@carryover/terminal/visible';
import { Command, InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import {
  type Action,
  EXIT,
  type Failure,
  type Invocation,
  ofFileFailure,
  type Runner,
  wrongUsage,
} from '../command.ts';
import { isReadOnce, notReadText, resolveInputs } from '../files/inputs.ts';
import { expectationsIn } from '../files/mappings.ts';
import {
  keepTotalsOfItems,
  makeKeptTotals,
  type RegisteredSupplier,
  registerTotals,
  TotalsRefused,
} from '../proof/register-totals.ts';
import { cutShortText, readFiles } from '../reading/read-files.ts';
import { checkReadable } from '../reading/refused-files.ts';
import { reach, type Service } from '../service/service.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { type ItemOptions, namingItems, namingOf } from './options.ts';
import { runWithService, type WaitOptions, waiting, waitMs } from './with-service.ts';

type Options = ItemOptions & WaitOptions & { readonly set?: string; readonly from?: string };
type KeptTotals = ReturnType<typeof makeKeptTotals>;

const refused = (code: string, detail: string): E.Either<Failure, never> =>
  E.left({ code, detail, exitCode: EXIT.rejected });

/** Keeps the totals of a control file. @returns Left with the first row that cannot be read. */
const keepTotalsOfFile = async (
  file: string,
  supplier: string | undefined,
  kept: KeptTotals,
): Promise<E.Either<Failure, void>> => {
  if (supplier === undefined) return E.left(wrongUsage('A control file does not say its supplier. Give --supplier.'));
  const source = await openSource(file)();
  if (E.isLeft(source)) return E.left(ofFileFailure(source.left));
  const rows = await beginReading(file, readControlTotals(source.right))();
  if (E.isLeft(rows)) return E.left(wrongUsage(`${visible(file)}: ${rows.left.detail}`));
  for await (const { line, row } of rows.right) {
    if (E.isLeft(row))
      return refused(row.left.code, `${visible(file)}:${line} ${row.left.detail} Nothing was registered.`);
    kept.add(supplier, row.right);
  }
  return E.right(undefined);
};

/** Keeps the totals of the items of files. @returns Left if not all of it could be read. */
const keepTotalsOfPaths = async (
  paths: ReadonlyArray<string>,
  options: Options,
  service: Service,
  { terminal }: Invocation,
  kept: KeptTotals,
): Promise<E.Either<Failure, void>> => {
  const naming = await namingOf(options);
  if (E.isLeft(naming)) return naming;
  const inputs = await resolveInputs(paths, naming.right);
  if (E.isLeft(inputs)) return inputs;
  const { inputs: own, notRead } = inputs.right;
  if (own.some(({ file }) => isReadOnce(file)))
    return E.left(wrongUsage('Standard input and pipes are not read: a registration must be possible again.'));
  if (notRead.length > 0) return refused('not_read', `${notReadText(notRead)}Nothing was registered.`);
  const readable = await checkReadable(own, options.supplier ?? null);
  if (E.isLeft(readable)) return readable;
  const files = await readFiles(own, options.supplier ?? null, terminal);
  try {
    if (files.cutShort.length > 0) return refused('not_read', `${cutShortText(files.cutShort)}Nothing was registered.`);
    const differing = expectationsIn(files.inputs, files.tallies).filter(({ agree }) => !agree);
    if (differing.length > 0)
      return refused(
        'expectations_differ',
        `${differingText(differing)}Nothing was registered: the totals would not be those of the source.`,
      );
    for (const kind of files.kinds)
      for (const { file, line, repeat, why } of files.rejections(kind))
        if (repeat?.verdict !== 'repeated')
          return refused(
            why.code,
            `${visible(files.names[file]!)}:${line} ${why.detail} Nothing was registered: the totals would not be those of the items. To see all errors, use carryover check.`,
          );
    await keepTotalsOfItems(service, files.store, kept);
    return E.right(undefined);
  } finally {
    files.store.close();
  }
};

const textOf = ({ supplier, set, totals, sha256 }: RegisteredSupplier): string =>
  `${visible(supplier)}: the set ${visible(set)} is registered with ${counted(totals, 'total', 'totals')}, SHA-256 ${sha256}.\n`;

const register =
  (paths: ReadonlyArray<string>, options: Options): Action =>
  (invocation) =>
    runWithService(invocation, async (server) => {
      if ((options.from === undefined) === (paths.length === 0))
        return E.left(wrongUsage('Give files or a folder with items, or --from with a control file.'));
      const spools: Spools = makeSpools();
      try {
        const kept = makeKeptTotals(spools);
        const service = await reach(
          { ...server, waitMs: waitMs(options) },
          { onAttempt: () => {} },
          invocation.terminal,
        );
        const read =
          options.from === undefined
            ? await keepTotalsOfPaths(paths, options, service, invocation, kept)
            : await keepTotalsOfFile(options.from, options.supplier, kept);
        if (E.isLeft(read)) return read;
        const registered = await registerTotals(service, kept, spools, options.set ?? null);
        if (registered.length === 0) return E.left(wrongUsage('There are no items, so there is no total to register.'));
        return E.right({
          text: registered.map(textOf).join(''),
          json: { registered, totals: registered.reduce((sum, { totals }) => sum + totals, 0) },
          exitCode: EXIT.done,
        });
      } catch (error) {
        if (error instanceof TotalsRefused) return refused(error.code, error.message);
        throw error;
      } finally {
        spools.close();
      }
    });

const setName = (text: string): string => {
  const name = parseIdentifier(MAX_LENGTH.identifier)(text);
  if (E.isLeft(name))
    throw new InvalidArgumentError(`Must have 1 to ${count(MAX_LENGTH.identifier)} characters, not only white space.`);
  return name.right;
};

const HELP = `
Examples:
  carryover totals register sample
  carryover totals register --supplier ACME --from totals.csv --set FINAL-2026-11

The operator's reconciliation compares what is stored with the set that was completed last. Without --set, the name follows from the
totals. The same command may be run again at any time: nothing is registered twice, and a registered total is never changed.

Exit codes: 0 registered, 1 something is wrong with the items or totals, and no set was completed, 2 wrong usage, or a file cannot be
read, 3 authentication failed, 4 server unreachable.`;

export const totalsCommand = (run: Runner): Command =>
  new Command('totals').description(DESCRIPTIONS.totals).addCommand(
    waiting(namingItems(new Command('register')))
      .description('register the control totals of files, or of a control file, with your own API key')
      .option('--json', 'print JSON, for scripts')
      .argument('[files...]', 'NDJSON or CSV files with items, may be compressed with gzip or zstd, or a folder')
      .option('--set <name>', 'name of the set', setName)
      .option('--from <file>', 'control file with the totals of your own system, .csv or .ndjson; needs --supplier')
      .addHelpText('after', HELP)
      .action((paths: ReadonlyArray<string>, options) => run(register(paths, options), options)),
  );
