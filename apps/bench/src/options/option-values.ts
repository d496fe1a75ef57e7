import { CONTENDERS, type ContenderName } from '../contenders/contender.ts';
import { MAX_SERIES } from '../load/places.ts';
import { SCENARIOS, type Scenario } from '../scenarios.ts';

/** The command line is wrong, and how. */
export class WrongUsage extends Error {}

const list = (text: string): ReadonlyArray<string> =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

export const choice =
  <A extends string>(choices: ReadonlyArray<A>) =>
  (text: string): A => {
    const known = choices.find((one) => one === text);
    if (known === undefined) throw new WrongUsage(`"${text}" is none of ${choices.join(', ')}.`);
    return known;
  };

export const number = (text: string): number => {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new WrongUsage(`"${text}" is not a number greater than zero.`);
  return value;
};

export const whole = (text: string): number => {
  const value = number(text);
  if (!Number.isInteger(value)) throw new WrongUsage(`"${text}" is not a whole number.`);
  return value;
};

/** A kind selects all its scenarios. */
export const scenarios = (text: string): ReadonlyArray<Scenario> =>
  list(text).flatMap((name) => {
    const found = SCENARIOS.filter((one) => one.name === name || one.kind === name);
    if (found.length === 0) throw new WrongUsage(`There is no scenario "${name}".`);
    return found;
  });

/** In their own order, whatever the order of their names. */
export const contenders = (text: string): ReadonlyArray<ContenderName> => {
  const names = list(text).map(choice(CONTENDERS));
  return CONTENDERS.filter((known) => names.includes(known));
};

/** Each size is measured twice, and the number of series is limited. */
const MAX_SIZES = MAX_SERIES / 2;

/** Numbers of rows, from numbers of millions. */
export const millions = (text: string): ReadonlyArray<number> => {
  const sizes = list(text).map((one) => Math.round(number(one) * 1_000_000));
  if (sizes.length === 0 || sizes.length > MAX_SIZES) throw new WrongUsage(`Name one to ${MAX_SIZES} sizes.`);
  return sizes.toSorted((a, b) => a - b);
};
