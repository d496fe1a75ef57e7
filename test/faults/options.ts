import { parseArgs } from 'node:util';
import { SCENARIOS } from './scenarios/index.ts';

export type Options = {
  readonly short: boolean;
  /** Names of the scenarios to run; null: all. */
  readonly only: ReadonlyArray<string> | null;
  /** Length of the long load. */
  readonly minutes: number;
  /** The file for all figures; null: none. */
  readonly json: string | null;
  readonly seed: number;
  readonly list: boolean;
};

/** The command line is wrong, and how. */
export class WrongUsage extends Error {}

export const USAGE = `Usage: npm run test:faults -- [options]

Breaks what the service depends on, in real processes and under load, and compares what is stored with what was acknowledged,
to the last item. Starts and stops everything it needs.

  --short              every fault in few rounds, three scenarios at a time, about two minutes in all
  --only <names>       these scenarios, by commas
  --minutes <number>   length of the long load (default: 10, with --short 1)
  --json <file>        write all figures there
  --seed <number>      make the same requests and faults again; each run prints its own
  --list               name the scenarios and end
  --help

  npm run test:faults -- --short
  npm run test:faults -- --only service-killed,database-killed
  npm run test:faults -- --json .carryover/faults.json

Exit codes: 0 nothing disagreed (scenarios that can't be run here are named), 1 something did, 2 wrong usage.
`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const NAMES = { short: FLAG, only: TEXT, minutes: TEXT, json: TEXT, seed: TEXT, list: FLAG, help: FLAG } as const;

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], options: NAMES, strict: true }).values;
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
};

const names = (text: string): ReadonlyArray<string> => {
  const asked = text.split(',').map((one) => one.trim());
  const unknown = asked.filter((one) => !SCENARIOS.some(({ name }) => name === one));
  if (unknown.length > 0) throw new WrongUsage(`There is no scenario "${unknown.join('", "')}".`);
  return asked;
};

const number = (text: string): number => {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new WrongUsage(`"${text}" is not a number above zero.`);
  return value;
};

const whole = (text: string): number => {
  const value = number(text);
  if (!Number.isSafeInteger(value)) throw new WrongUsage(`"${text}" is not a whole number.`);
  return value;
};

/** Reads the command line; null if help is asked for. Throws {@link WrongUsage}. */
export const readOptions = (args: ReadonlyArray<string>): Options | null => {
  const given = parse(args);
  if (given.help === true) return null;
  const short = given.short === true;
  return {
    short,
    only: given.only === undefined ? null : names(given.only),
    minutes: given.minutes === undefined ? (short ? 1 : 10) : number(given.minutes),
    json: given.json ?? null,
    seed: given.seed === undefined ? 1 + Math.floor(Math.random() * 2 ** 31) : whole(given.seed),
    list: given.list === true,
  };
};
