import { join } from 'node:path';
import { messageOf } from '@carryover/files/source/file-failure';
import { shellWord } from '@carryover/settings/shell-word';
import { list } from '@carryover/terminal/output';
import { type Command, InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type Action, command, EXIT, type Finished, type Invocation, type Runner, wrongUsage } from '../command.ts';
import { SAMPLE_FILES } from '../files/own-files.ts';
import { fileOf, type WrittenSample, writeSample } from '../sample/write-sample.ts';
import { supplierCode, wholeNumber } from './options.ts';

type Options = {
  readonly out: string;
  readonly accounts: number;
  readonly itemsPerAccount: number;
  readonly faults: number;
  readonly seed: number;
  readonly supplier: string;
  readonly json?: boolean;
};

const percent = (text: string): number => {
  const number = /^(\d{1,3}(?:\.\d{1,6})?)%?$/.exec(text)?.[1];
  if (number !== undefined && Number(number) <= 100) return Number(number);
  throw new InvalidArgumentError('Must be a percentage from 0 to 100, such as 0.5%.');
};

/** The programs by the names that work where this one was started: in the repository by npm, else as commands. */
const nextCommands = ({ out, supplier }: Options, { environment }: Invocation): string => {
  const [loader, operator] =
    environment.npm_lifecycle_event === 'load'
      ? ['npm run load --', 'npm run operator --']
      : ['carryover', 'carryover-operator'];
  return [
    'To load it and to prove that all of it arrived:',
    '',
    `  ${operator} account import --supplier ${shellWord(supplier)} --file ${shellWord(join(out, SAMPLE_FILES.accounts))}`,
    `  ${loader} load ${shellWord(out)}`,
    `  ${operator} reconcile --supplier ${shellWord(supplier)} --expected ${shellWord(join(out, SAMPLE_FILES.totals))}`,
    '',
  ].join('\n');
};

const toFinished = (options: Options, { rows, faults }: WrittenSample, invocation: Invocation): Finished => {
  const counts = Object.entries(rows);
  const files = list(counts.map(([kind, count]) => [fileOf(kind as keyof typeof rows), count]));
  const faulty = faults === 0 ? '' : `Rows with a fault, listed in faults.ndjson: ${faults}\n`;
  return {
    text: `${files}${faulty}\n${nextCommands(options, invocation)}`,
    json: { out: options.out, accounts: options.accounts, rows, faults },
    exitCode: EXIT.done,
  };
};

const sample =
  (options: Options): Action =>
  async (invocation) => {
    try {
      const written = await writeSample(options.out, { ...options, faultPercent: options.faults });
      return E.right(toFinished(options, written, invocation));
    } catch (error) {
      return E.left(wrongUsage(`The sample cannot be written to ${options.out}: ${messageOf(error)}`));
    }
  };

const EXAMPLES = [
  'carryover sample --out sample --accounts 100',
  'carryover sample --out large --accounts 20000 --items-per-account 60',
  'carryover sample --out faulty --accounts 500 --faults 1% --seed 7 --supplier ACME',
];

const FILES = `
Writes accounts.ndjson and totals.csv for the operator, a file of items per kind, and with --faults faults.ndjson, which
names file, line and code of each faulty row. The same options give the same bytes. totals.csv has the totals of the rows
without a fault. Payment instructions are those of the vendor sandbox.`;

export const sampleCommand = (run: Runner): Command =>
  command('sample', EXAMPLES)
    .requiredOption('--out <folder>', 'folder of the files')
    .requiredOption('--accounts <number>', 'number of accounts', wholeNumber(1, 100_000_000))
    .option('--items-per-account <number>', 'rows of each account, of all kinds together', wholeNumber(1, 100_000), 20)
    .option('--faults <percent>', 'share of the rows that the service rejects', percent, 0)
    .option('--seed <number>', 'another number gives other data of other accounts', wholeNumber(0, 999_999_999), 1)
    .option('--supplier <code>', 'import supplier of the rows', supplierCode, 'DEMO_SUPPLIER')
    .addHelpText('after', FILES)
    .action((options: Options) => run(sample(options), options));
