import type { Numbers } from './template.ts';

/** Account ids start here, so that all of them have eight digits. */
export const FIRST_ACCOUNT = 10_000_000;

export const MAX_SERIES = 10;
const ITEMS_A_SERIES = 400_000_000;
const REQUESTS_A_SERIES = 10_000_000_000;

/** Requests never use item numbers from here on, so existing rows can have them. */
export const FIRST_FILLED_ITEM = MAX_SERIES * ITEMS_A_SERIES;

/**
 * The account of a request. Every `step`-th account of the database is used; the others may have been filled
 * before; each connection has its own accounts and fills one after another.
 */
export type Plan = {
  readonly connections: number;
  readonly itemsPerRequest: number;
  readonly requestsPerAccount: number;
  /** The number of accounts in use. */
  readonly accounts: number;
  readonly step: number;
  /** True if an account may be given more once all have had their share. */
  readonly mayStartOver: boolean;
  /** Counts the measurements of one database, below {@link MAX_SERIES}: each begins with other accounts and has ids of its own. */
  readonly series: number;
};

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** A step through 0…count-1 that meets every number once, far from the one before. */
const strideThrough = (count: number): number => {
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (greatestCommonDivisor(stride, count) !== 1) stride += 1;
  return stride;
};

/** The `position`-th of the accounts worked on. The order is not that of the ids: a client's own order is not either. */
export const workedOn = ({ accounts, step }: Pick<Plan, 'accounts' | 'step'>, position: number): number =>
  FIRST_ACCOUNT + ((position * strideThrough(accounts)) % accounts) * step;

/** The `position`-th of the accounts between those worked on; there are `accounts × (step - 1)` of them. */
export const between = ({ accounts, step }: Pick<Plan, 'accounts' | 'step'>, position: number): number => {
  const count = accounts * (step - 1);
  const index = (position * strideThrough(count)) % count;
  return FIRST_ACCOUNT + index + 1 + Math.floor(index / (step - 1));
};

/** The numbers of a connection's `sequence`-th request, all zero-based. Throws if there are not enough accounts. */
export const numbersOf = (plan: Plan, connection: number, sequence: number): Numbers => {
  const { connections, itemsPerRequest, requestsPerAccount, accounts, mayStartOver, series } = plan;
  const own = Math.floor(accounts / connections);
  const turn = Math.floor(sequence / requestsPerAccount);
  if (turn >= own && !mayStartOver)
    throw new Error('There are no accounts left: prepare more, or measure for less time.');
  const first = Math.floor((own * series) / MAX_SERIES);
  const request = sequence * connections + connection;
  return {
    account: workedOn(plan, connection * own + ((first + turn) % own)),
    request: series * REQUESTS_A_SERIES + request,
    firstItem: series * ITEMS_A_SERIES + request * itemsPerRequest,
  };
};
