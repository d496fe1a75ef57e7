/** Random numbers that are the same for the same seed: a run that failed can be run again. */
export type Random = {
  /** From 0 to below 1. */
  readonly fraction: () => number;
  /** A whole number from 0 to `below` - 1. */
  readonly whole: (below: number) => number;
  readonly between: (least: number, most: number) => number;
  readonly pick: <A>(from: ReadonlyArray<A>) => A;
  readonly sentence: (words: number) => string;
};

const WORDS =
  'account arrears balance bank bill café card charge credit date debit due électricité estimate final gas meter month naïve opening payment period plan price quote\' reading refund "sent" statement supply tariff unit Übertrag year €'.split(
    ' ',
  );

export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0;
  // mulberry32: small, fast and good enough to make requests of.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number): number => Math.floor(fraction() * below);
  const pick = <A>(from: ReadonlyArray<A>): A => from[whole(from.length)]!;
  return {
    fraction,
    whole,
    between: (least, most) => least + whole(most - least + 1),
    pick,
    sentence: (words) => Array.from({ length: words }, () => pick(WORDS)).join(' '),
  };
};

/** Returns a separate seed for each part of a run. */
export const seedOf = (seed: number, part: string): number => {
  let mixed = seed >>> 0;
  for (const character of part) mixed = (Math.imul(mixed ^ character.codePointAt(0)!, 0x01000193) + 0x9e37) >>> 0;
  return mixed;
};
