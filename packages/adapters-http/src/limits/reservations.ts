import { setTimeout as delay } from 'node:timers/promises';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';

/** A number of events allowed within a window of time. */
export type Quota = {
  /** Its name in the `RateLimit` headers. */
  readonly name: string;
  readonly points: number;
  readonly windowSeconds: number;
};

/** The counter that all processes of all machines share, and what is told of its failures. */
export type SharedCounter = {
  readonly limiter: (options: IRateLimiterOptions) => RateLimiterAbstract;
  readonly onFailure: (error: unknown) => void;
};

/** Events of a key that one process may count by itself. */
export type Block = {
  left: number;
  /** Events of the window that no process has reserved. */
  readonly unreserved: number;
  /** The end of the window, by `performance.now()`. */
  readonly endsAt: number;
};

type Reservations = {
  readonly reserve: (key: string) => Promise<Block>;
  /** Returns an empty block. */
  readonly read: (key: string) => Promise<Block>;
};

/** A process reserves a hundredth of a quota at a time, so that ten idle processes keep less than a tenth of it from others. */
const BLOCKS = 100;

/** A process counts alone if the shared counter does not answer in this time. */
const COUNTED_WITHIN_MS = 1_000;

/** Consumes points; an exceeded quota is a result, not an exception. */
const consume = (limiter: RateLimiterAbstract, key: string, points: number): Promise<RateLimiterRes> =>
  limiter.consume(key, points).catch((exceeded: unknown) => {
    if (exceeded instanceof RateLimiterRes) return exceeded;
    throw exceeded;
  });

const inTime = <A>(counted: Promise<A>): Promise<A> =>
  Promise.race([
    counted,
    delay(COUNTED_WITHIN_MS, undefined, { ref: false }).then((): never => {
      throw new Error(`The shared counter did not answer within ${COUNTED_WITHIN_MS} ms.`);
    }),
  ]);

/**
 * Reserves events in blocks from the counter that all processes share (ADR 29).
 *
 * While that fails, each process counts alone: a limit must neither become an outage nor end.
 */
export const makeReservations = (
  { name, points, windowSeconds }: Quota,
  { limiter, onFailure }: SharedCounter,
): Reservations => {
  const options = { keyPrefix: name, points, duration: windowSeconds };
  const [together, alone] = [limiter(options), new RateLimiterMemory(options)];
  const blockSize = Math.max(1, Math.floor(points / BLOCKS));

  const orAlone = <A>(count: (limiter: RateLimiterAbstract) => Promise<A>): Promise<A> =>
    inTime(count(together)).catch((error: unknown) => {
      onFailure(error);
      return count(alone);
    });
  const toBlock = (counted: RateLimiterRes, reserved: number): Block => ({
    left: Math.max(0, reserved - Math.max(0, counted.consumedPoints - points)),
    unreserved: Math.max(0, points - counted.consumedPoints),
    endsAt: performance.now() + counted.msBeforeNext,
  });

  return {
    reserve: async (key) => toBlock(await orAlone((one) => consume(one, key, blockSize)), blockSize),
    read: async (key) => {
      const counted = await orAlone((one) => one.get(key));
      return toBlock(counted ?? new RateLimiterRes(points, windowSeconds * 1_000, 0), 0);
    },
  };
};
