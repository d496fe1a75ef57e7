/** Random numbers that are the same in every run: two runs send the same requests. */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  readonly whole: (below: number) => number;
  readonly pick: <A>(from: ReadonlyArray<A>) => A;
  readonly sentence: (words: number) => string;
};

const WORDS =
  'account address agreed arrears balance bank billing call card charge collected customer credit date debit direct due electricity email estimate final gas instalment letter meter month moved opening paid payment period phone plan postal previous queried reading received refund reminder requested sent standing statement supplier supply tariff transfer unit usage week winter year'.split(
    ' ',
  );

export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0;
  // mulberry32: small, fast, and good enough for texts that do not compress to nothing.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  const pick = <A>(from: ReadonlyArray<A>): A => from[whole(from.length)]!;
  return { whole, pick, sentence: (words) => Array.from({ length: words }, () => pick(WORDS)).join(' ') };
};
