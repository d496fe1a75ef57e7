import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { measureAll } from './all.ts';
import { measureConsole } from './console.ts';
import { measureExport } from './export.ts';
import { measureFeed } from './feed.ts';
import { measureImports } from './imports.ts';
import { measureLarge } from './large.ts';
import { measureListing } from './listing.ts';
import { measureLoader } from './loader.ts';
import { measureMapped } from './mapped.ts';
import { measureReconciliation } from './reconcile.ts';
import { SCENARIOS } from './requests.ts';
import { measureRetention } from './retention.ts';
import { measureUndo } from './undo.ts';
import { measureStorageCheck } from './verify-storage.ts';
import { onWorkbench, type Workbench, WrongUsage } from './workbench.ts';

type Numbers = Readonly<Record<string, number>>;

/** A benchmark: what it measures, its options with their defaults, and how. `run` returns false if something was wrong. */
type Benchmark<N extends Numbers> = {
  readonly about: string;
  readonly defaults: N;
  readonly run: (bench: Workbench, numbers: N) => Promise<boolean>;
};

const benchmark = <N extends Numbers>(of: Benchmark<N>): Benchmark<Numbers> => of as unknown as Benchmark<Numbers>;

const BENCHMARKS: Readonly<Record<string, Benchmark<Numbers>>> = {
  loader: benchmark({
    about: 'carryover load beside prepared requests, from sorted and shuffled files',
    defaults: { transactions: 1_000_000, rounds: 3, seconds: 10 },
    run: measureLoader,
  }),
  mapped: benchmark({
    about: 'carryover load --map of an export beside plain CSV of the same items, shuffled',
    defaults: { transactions: 200_000, rounds: 3 },
    run: measureMapped,
  }),
  large: benchmark({
    about:
      'check --map and load --map (--load 0: not) of one shuffled export, with notes of so many characters; per gigabyte, 1 to 3.5 of disk',
    defaults: { gigabytes: 10, note: 500, load: 1 },
    run: measureLarge,
  }),
  reconcile: benchmark({
    about:
      'reconciles with totals that differ, by each cause for so many accounts, each of which must be named; 500 bytes of disk per transaction',
    defaults: { transactions: 5_000_000, seeds: 1_000 },
    run: measureReconciliation,
  }),
  'verify-storage': benchmark({
    about: 'verifies what is stored, and all seals; 500 bytes of disk per transaction',
    defaults: { transactions: 1_000_000 },
    run: measureStorageCheck,
  }),
  export: benchmark({
    about: 'exports what is stored as NDJSON; 700 bytes of disk per transaction',
    defaults: { transactions: 1_000_000 },
    run: measureExport,
  }),
  listing: benchmark({
    about: 'pages of the list of import records for each kind of filter; 1 kB of disk per record',
    defaults: { records: 2_000_000, rounds: 20 },
    run: measureListing,
  }),
  console: benchmark({
    about: 'every kind of page of the console; 500 bytes of disk per transaction',
    defaults: { transactions: 50_000_000, rounds: 20 },
    run: measureConsole,
  }),
  feed: benchmark({
    about: 'reads the feed, offers items a second to a reader, and imports beside three readers and two webhooks',
    defaults: { seconds: 10, rounds: 6, offered: 5_000 },
    run: measureFeed,
  }),
  retention: benchmark({
    about:
      'imports while the service removes payloads that are kept no longer, of a year of records; 700 bytes of disk per record, and its payload',
    defaults: { records: 10_000_000, due: 27_400, payload: 100, rounds: 3, seconds: 10 },
    run: measureRetention,
  }),
  undo: benchmark({
    about: 'undoes imports of 50 transactions by one command, and counts what is left',
    defaults: { imports: 20_000 },
    run: measureUndo,
  }),
};

/** Sizes of the benchmarks that take longest, when all are run. */
const ALL = { transactions: 50_000_000, gigabytes: 10 };

const optionsOf = (defaults: Numbers): string =>
  Object.entries(defaults)
    .map(([name, value]) => `[--${name} ${value}]`)
    .join(' ');

const USAGE = `npm run bench -- [--quick] [--scenarios NAME,…] [--rounds 5] [--seconds 3] [--json FILE] [--folder DIR]

Measures the service beside the floor: a minimal handler over the driver that locks the account, looks for known ids and
inserts, without validation, authentication or import records. Both are loaded by turns, with 16 connections. --quick: the
first three scenarios, two rounds. Writes all figures to FILE (default .carryover/bench.json).
Scenarios: ${Object.keys(SCENARIOS).join(', ')}

${Object.entries(BENCHMARKS)
  .map(([name, { about, defaults }]) => `npm run bench -- ${name} ${optionsOf(defaults)}\n  ${about}`)
  .join('\n')}

npm run bench -- all ${optionsOf(ALL)} [--out FILE]
  all but listing, one after another, and writes what they say to FILE (default .carryover/bench.txt); two hours, 60 GB

All of them take --folder DIR (default ${tmpdir()}), where the database is, and remove everything at the end. With --keep, it stays in
DIR/carryover-bench, and reconcile, verify-storage, export and console with the same --transactions use what one of them filled.
`;

const toNumbers = (values: Readonly<Record<string, unknown>>, defaults: Numbers): Numbers =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, otherwise]) => {
      const number = values[name] === undefined ? otherwise : Number(values[name]);
      if (!Number.isInteger(number) || number < 0) throw new WrongUsage(`--${name} must be a whole number.`);
      return [name, number];
    }),
  );

const numeric = (defaults: Numbers) =>
  Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' } as const]));

const parsed = (
  args: ReadonlyArray<string>,
  options: NonNullable<ParseArgsConfig['options']>,
): Readonly<Record<string, unknown>> => {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.replace(/\.$/, '')}.`);
  }
};

const PLACE = { folder: { type: 'string', default: tmpdir() }, keep: { type: 'boolean', default: false } } as const;

const placeOf = ({ folder, keep }: Readonly<Record<string, unknown>>) => ({
  parent: String(folder),
  isKept: keep === true,
});

const runImports = async (args: ReadonlyArray<string>): Promise<boolean> => {
  const own = { quick: { type: 'boolean' }, scenarios: { type: 'string' }, json: { type: 'string' } } as const;
  const defaults = { rounds: 5, seconds: 3 };
  const values = parsed(args, { ...own, ...numeric(defaults), ...PLACE });
  const options = toNumbers(values, values.quick === true ? { rounds: 2, seconds: 3 } : defaults);
  const all = Object.keys(SCENARIOS);
  const names =
    values.scenarios === undefined
      ? all.slice(0, values.quick === true ? 3 : all.length)
      : String(values.scenarios).split(',');
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new WrongUsage(`There is no scenario ${unknown}.`);
  const startedAt = new Date();
  const { isRight, figures } = await onWorkbench(placeOf(values), (bench) =>
    measureImports(bench, names, { rounds: options.rounds!, seconds: options.seconds! }),
  );
  const file = values.json === undefined ? '.carryover/bench.json' : String(values.json);
  const machine = { processors: availableParallelism(), model: cpus()[0]?.model, node: process.version };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ startedAt, endedAt: new Date(), machine, options, figures }, null, 2)}\n`);
  process.stdout.write(`\nAll figures: ${file}\n`);
  return isRight;
};

const runAll = (args: ReadonlyArray<string>): Promise<boolean> => {
  const place = { folder: PLACE.folder, out: { type: 'string', default: '.carryover/bench.txt' } } as const;
  const values = parsed(args, { ...place, ...numeric(ALL) });
  const { transactions, gigabytes } = toNumbers(values, ALL);
  return measureAll(
    { parent: String(values.folder), file: String(values.out) },
    { transactions: transactions!, gigabytes: gigabytes! },
  );
};

const run = async (args: ReadonlyArray<string>): Promise<boolean> => {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return true;
  }
  const [name = '', ...rest] = args;
  if (name === '' || name.startsWith('-')) return runImports(args);
  if (name === 'all') return runAll(rest);
  const chosen = BENCHMARKS[name];
  if (chosen === undefined) throw new WrongUsage(`There is no benchmark ${name}.`);
  const values = parsed(rest, { ...numeric(chosen.defaults), ...PLACE });
  const numbers = toNumbers(values, chosen.defaults);
  return onWorkbench(placeOf(values), (bench) => chosen.run(bench, numbers));
};

let exitCode = 1;
try {
  exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  const isUsage = error instanceof WrongUsage;
  process.stderr.write(isUsage ? `${error.message} --help shows what is possible.\n` : `\n${(error as Error).stack}\n`);
  exitCode = isUsage ? 2 : 1;
}
// Work that was interrupted would go on.
process.exit(exitCode);
