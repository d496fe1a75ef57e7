import type { JsonLimits } from './exact-json.ts';

/** Bounds on the JSON of a request's body. */
export const BODY_LIMITS = {
  /** Nested arrays and objects, the outermost counting 1 (decisions 3). */
  maxDepth: 32,
  /** More than any body of 16 MiB has whose values have names; a list of ones would be eight million objects. */
  maxValues: 1_500_000,
  /** A hundred times what any object of the interface has, for suppliers that send more than it knows. */
  maxKeys: 10_000,
  /** A body repeats its few names in every item; reading only different names would take seconds. */
  maxDifferentKeys: 100_000,
} as const satisfies JsonLimits;
