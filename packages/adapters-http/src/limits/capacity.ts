/** The capacity that one admitted request uses until it is answered. */
export type Permit = {
  /** Reserves memory for bytes of the body that have arrived. @returns false at capacity; what was reserved remains so. */
  readonly reserve: (bytes: number) => boolean;
  /** Waits until a body of the reserved size may be processed. */
  readonly process: () => Promise<void>;
  readonly release: () => void;
};

/** The requests and bodies that one process works on. Requests beyond it are answered at once instead of after a wait that ends in nothing. */
export type Capacity = {
  /** null at capacity, or if the organisation uses its whole share. */
  readonly admit: (organisationId: string) => Permit | null;
  /** Admitted requests, whether they are running, being read or waiting. */
  readonly admitted: () => number;
};

type CapacityLimits = {
  /** Requests of one organisation at once, waiting ones included. */
  readonly maxRequests: number;
  /** Bytes of all bodies of one organisation, however slowly they arrive. */
  readonly maxBytes: number;
  /** Bytes of all bodies that are processed at once. */
  readonly maxProcessedBytes: number;
};

/** Requests and bytes in use, by one organisation or in all. */
type Usage = { requests: number; bytes: number };

/** The part of the capacity that one organisation cannot use: an eighth of its share is kept for others. */
const FOR_OTHERS = 1 / 8;

const withOthers = (share: number): number => share + Math.ceil(share * FOR_OTHERS);

/** A body whose processing has begun. If it is set aside, it waits for something else and no longer counts as processed. */
type Body = { readonly bytes: number; readonly startedAt: number; isAside: boolean };

/** Number of bodies that are processed at once at any size: while one waits for the database, another is parsed. */
const ALWAYS = 2;
/** A body that is processed for longer waits for something else, an account's lock for example. */
const PROCESSING_MS = 500;
/** The interval between two attempts to set bodies aside. */
const POLL_MS = 100;
/** The bytes that may be set aside, as a multiple of those that may be processed. */
const ASIDE = 8;

/**
 * Bounds the bodies that are processed at once by their size, first come, first served: a parsed body takes many times the
 * memory of its bytes, and bytes do not cost the garbage collector any work.
 *
 * A body that waits for something else is set aside, so that requests for one locked account do not delay requests for other
 * accounts (decisions 3).
 */
const makeProcessing = (maxBytes: number) => {
  const waiting: { readonly bytes: number; readonly start: (body: Body) => void }[] = [];
  /** In the order of their start. */
  const processed = new Set<Body>();
  let bytesProcessed = 0;
  let bytesAside = 0;
  let timer: NodeJS.Timeout | undefined;

  const setAside = (now: number): void => {
    for (const body of processed) {
      if (now - body.startedAt < PROCESSING_MS || bytesAside + body.bytes > ASIDE * maxBytes) return;
      body.isAside = true;
      processed.delete(body);
      bytesProcessed -= body.bytes;
      bytesAside += body.bytes;
    }
  };
  /** Polls while bodies wait: the oldest one being processed may have begun to wait, too. */
  const poll = (now: number): void => {
    const [first] = processed;
    if (waiting.length === 0 || first === undefined || timer !== undefined) return;
    const startAgain = () => {
      timer = undefined;
      startNext();
    };
    timer = setTimeout(startAgain, Math.max(POLL_MS, first.startedAt + PROCESSING_MS - now));
  };
  const startNext = (): void => {
    const now = performance.now();
    setAside(now);
    for (
      let next = waiting[0];
      next !== undefined && (processed.size < ALWAYS || bytesProcessed + next.bytes <= maxBytes);
      next = waiting[0]
    ) {
      waiting.shift();
      const body = { bytes: next.bytes, startedAt: now, isAside: false };
      processed.add(body);
      bytesProcessed += body.bytes;
      next.start(body);
    }
    poll(now);
  };

  return {
    start: (bytes: number): Promise<Body> =>
      new Promise((resolve) => {
        waiting.push({ bytes, start: resolve });
        startNext();
      }),
    end: (body: Body): void => {
      if (body.isAside) bytesAside -= body.bytes;
      else {
        processed.delete(body);
        bytesProcessed -= body.bytes;
      }
      startNext();
    },
  };
};

export const makeCapacity = ({ maxRequests, maxBytes, maxProcessedBytes }: CapacityLimits): Capacity => {
  const all: Usage = { requests: 0, bytes: 0 };
  const organisations = new Map<string, Usage>();
  const processing = makeProcessing(maxProcessedBytes);

  const isAtCapacity = (usage: Usage): boolean =>
    usage.requests >= maxRequests || all.requests >= withOthers(maxRequests);
  const fits = (usage: Usage, bytes: number): boolean =>
    usage.bytes + bytes <= maxBytes && all.bytes + bytes <= withOthers(maxBytes);

  return {
    admit: (organisationId) => {
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
      let reserved = 0;
      let body: Body | null = null;
      return {
        reserve: (bytes) => {
          if (!fits(organisation, bytes)) return false;
          add(0, bytes);
          reserved += bytes;
          return true;
        },
        process: async () => {
          body = await processing.start(reserved);
        },
        release: () => {
          add(-1, -reserved);
          reserved = 0;
          if (organisation.requests === 0) organisations.delete(organisationId);
          if (body !== null) processing.end(body);
        },
      };
    },
    admitted: () => all.requests,
  };
};
