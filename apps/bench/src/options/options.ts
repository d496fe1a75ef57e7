import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ContenderName, DEFAULT_CONTENDERS } from '../contenders/contender.ts';
import type { Mix } from '../items/kind.ts';
import { SCENARIOS, type Scenario } from '../scenarios.ts';
import { choice, contenders, millions, number, scenarios, WrongUsage, whole } from './option-values.ts';

export type Options = {
  readonly scenarios: ReadonlyArray<Scenario>;
  readonly contenders: ReadonlyArray<ContenderName>;
  readonly seconds: number;
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  readonly accounts: number;
  readonly database: 'fresh' | 'analysed';
  readonly mix: Mix;
  /** Sizes of the table, in rows, for the measurement of growth; null: no such measurement. */
  readonly growth: ReadonlyArray<number> | null;
  /** Rows of a file for the measurement of the client's loader; null: no such measurement. */
  readonly loader: number | null;
  readonly json: string;
  readonly folder: string;
  readonly profiles: string | null;
};

/** The short form. */
const ROWS_FOR_LOADER = 100_000;

const TEXT = { type: 'string' } as const;
const NAMES = {
  scenarios: TEXT,
  contenders: TEXT,
  rounds: TEXT,
  'warm-up': TEXT,
  seconds: TEXT,
  connections: TEXT,
  accounts: TEXT,
  database: TEXT,
  mix: TEXT,
  growth: TEXT,
  loader: TEXT,
  json: TEXT,
  folder: TEXT,
  'cpu-prof': TEXT,
  quick: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], options: NAMES, strict: true }).values;
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
};

/** Reads the command line; null if help is asked for. Throws {@link WrongUsage}. */
export const readOptions = (args: ReadonlyArray<string>): Options | null => {
  const given = parse(args);
  if (given.help) return null;
  const isQuick = given.quick === true;
  const read = <A>(text: string | undefined, parseIt: (text: string) => A, fallback: A): A =>
    text === undefined ? fallback : parseIt(text);
  const isWhole = !isQuick && given.scenarios === undefined && given.growth === undefined;
  return {
    scenarios:
      given.loader === undefined
        ? read(given.scenarios, scenarios, isQuick ? SCENARIOS.filter((one) => one.isQuick) : SCENARIOS)
        : [],
    contenders: read(given.contenders, contenders, DEFAULT_CONTENDERS),
    seconds: read(given.seconds, number, isQuick ? 0.8 : 3),
    rounds: read(given.rounds, whole, isQuick ? 3 : 5),
    warmUpSeconds: read(given['warm-up'], number, isQuick ? 1 : 3),
    connections: read(given.connections, whole, 16),
    accounts: read(given.accounts, whole, isQuick ? 8_000 : 20_000),
    database: read(given.database, choice(['fresh', 'analysed']), 'fresh'),
    mix: read(given.mix, choice(['mixed', 'plain']), 'mixed'),
    growth: read(given.growth, millions, null),
    loader: read(given.loader, whole, isWhole ? ROWS_FOR_LOADER : null),
    json: resolve(given.json ?? '.carryover/bench.json'),
    folder: resolve(given.folder ?? tmpdir()),
    profiles: given['cpu-prof'] === undefined ? null : resolve(given['cpu-prof']),
  };
};
