type CapacityLimits = {
  /** Requests of one organisation at once, waiting ones included. */
  readonly maxRequests: number;
  /** Bytes of all bodies of one organisation, however slowly they arrive. */
  readonly maxBytes: number;
  /** Bytes of all bodies that are processed at once, of small ones and of larger ones each. */
  readonly maxProcessedBytes: number;
};

/** Requests and bytes in use, by one organisation or in all. */
type Usage = { requests: number; bytes: number };

/** The part of the capacity that one organisation cannot use: an eighth of its share is kept for others. */
const FOR_OTHERS = 1 / 8;

const withOthers = (share: number): number => share + Math.ceil(share * FOR_OTHERS);

/** So many requests at once leave the processors nothing over. */
const BUSY = 8;
/** A process stays busy for so long: between two requests of many connections, there may be few for a moment. */
const STILL_BUSY_MS = 500;

/** Number of bodies that are processed at once at any size: while one waits for the database, another is parsed. */
const ALWAYS = 2;
/** A body that is processed for longer waits for something else, an account's lock for example. */
const PROCESSING_MS = 500;
/** The bytes that may be set aside, as a multiple of those that may be processed. */
const ASIDE = 8;
/**
 * Bodies of this size and smaller are processed beside the larger ones: many large ones for one account, which wait for each other,
 * do not delay them.
 */
const SMALL_BYTES = 8_192;

/**
 * Bounds the bodies that are processed at once by their size, first come, first served: a parsed body takes many times the
 * memory of its bytes, and bytes do not cost the garbage collector any work.
 *
 * A body that waits for something else is set aside and no longer counts as processed, so that requests for one locked account
 * do not delay requests for other accounts (decisions 3).
 */
const makeProcessing = (maxBytes: number) => {
  const waiting: { readonly bytes: number; readonly start: (end: () => void) => void }[] = [];
  const processed = { bodies: 0, bytes: 0 };
  let bytesAside = 0;

  const count = (bodies: 1 | -1, bytes: number): void => {
    processed.bodies += bodies;
    processed.bytes += bodies * bytes;
  };
  /** Begins to process a body. @returns what is called at its end. */
  const begin = (bytes: number): (() => void) => {
    let isAside = false;
    const setAside = (): void => {
      if (bytesAside + bytes > ASIDE * maxBytes) return;
      clearInterval(timer);
      isAside = true;
      bytesAside += bytes;
      count(-1, bytes);
      startNext();
    };
    const timer = setInterval(setAside, PROCESSING_MS);
    count(1, bytes);
    return () => {
      clearInterval(timer);
      if (isAside) bytesAside -= bytes;
      else count(-1, bytes);
      startNext();
    };
  };
  const startNext = (): void => {
    const [next] = waiting;
    if (next === undefined || (processed.bodies >= ALWAYS && processed.bytes + next.bytes > maxBytes)) return;
    waiting.shift();
    next.start(begin(next.bytes));
    startNext();
  };
  /** Resolves when a body may be processed. */
  return (bytes: number): Promise<() => void> =>
    new Promise((resolve) => {
      waiting.push({ bytes, start: resolve });
      startNext();
    });
};

/** Bounds the requests and bodies that one process works on. Requests beyond it are answered at once instead of after a wait that ends in nothing. */
export const makeCapacity = ({ maxRequests, maxBytes, maxProcessedBytes }: CapacityLimits) => {
  const all: Usage = { requests: 0, bytes: 0 };
  const organisations = new Map<string, Usage>();
  const [small, large] = [makeProcessing(maxProcessedBytes), makeProcessing(maxProcessedBytes)];
  let busyAt = Number.NEGATIVE_INFINITY;

  const isAtCapacity = (usage: Usage): boolean =>
    usage.requests >= maxRequests || all.requests >= withOthers(maxRequests);
  const fits = (usage: Usage, bytes: number): boolean =>
    usage.bytes + bytes <= maxBytes && all.bytes + bytes <= withOthers(maxBytes);

  /** Returns the capacity that a request uses until it is answered; null at capacity, or if its organisation uses its whole share. */
  const admit = (organisationId: string) => {
    const organisation = organisations.get(organisationId) ?? { requests: 0, bytes: 0 };
    if (isAtCapacity(organisation)) return null;
    organisations.set(organisationId, organisation);
    const add = (requests: number, bytes: number): void => {
      for (const usage of [organisation, all]) {
        usage.requests += requests;
        usage.bytes += bytes;
      }
    };
    add(1, 0);
    if (all.requests >= BUSY) busyAt = performance.now();
    let reserved = 0;
    let endProcessing = (): void => undefined;
    return {
      /** Reserves memory for bytes of the body that have arrived. @returns false at capacity; what was reserved remains so. */
      reserve: (bytes: number): boolean => {
        if (!fits(organisation, bytes)) return false;
        add(0, bytes);
        reserved += bytes;
        return true;
      },
      /** Waits until a body of the reserved size may be processed. */
      process: async (): Promise<void> => {
        endProcessing = await (reserved > SMALL_BYTES ? large : small)(reserved);
      },
      release: (): void => {
        add(-1, -reserved);
        reserved = 0;
        if (organisation.requests === 0) organisations.delete(organisationId);
        endProcessing();
      },
    };
  };

  return {
    admit,
    /** The number of requests, whether they are running, being read or waiting. */
    admitted: () => all.requests,
    /** There were many requests at once just now. */
    isBusy: () => performance.now() - busyAt < STILL_BUSY_MS,
  };
};

export type Capacity = ReturnType<typeof makeCapacity>;
export type Permit = NonNullable<ReturnType<Capacity['admit']>>;
