import type { DocumentStore, DocumentStoreUnavailable } from '@carryover/application/ports/document-store';
import { isInsideRoot, parseDocumentPath } from '@carryover/domain/document-path';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** Returns true if a location has a document. Throws if that cannot be determined. */
export type HoldsDocument = (location: string) => Promise<boolean>;

/** The part that differs between kinds of stores. */
export type Lookup = {
  /** Begins one call, with checks that serve all its locations below a root (does the bucket exist?). Aborting the signal ends it. */
  readonly begin: (root: string, signal: AbortSignal) => HoldsDocument;
  /** Describes what `begin` or a look-up has thrown, without credentials and file names. */
  readonly reasonOf: (error: unknown) => string;
  /** Maximum number of concurrent look-ups, over all calls. */
  readonly maxParallel: number;
  /** The time one call may take, in milliseconds; {@link MS_PER_LOCATION} is added for each location. */
  readonly deadlineMs: number;
};

/** Lets 10,000 locations, the most a request may name, take 20 s longer than one. */
const MS_PER_LOCATION = 2;

export const unavailable = (reason: string): DocumentStoreUnavailable => ({
  kind: 'document_store_unavailable',
  reason,
});

/** A root that is absolute, or contains `..` or empty segments, would lead out of the store, so it is never looked up. */
export const isLocationBelow =
  (root: string) =>
  (location: string): boolean =>
    E.isRight(parseDocumentPath(location)) && isInsideRoot(root)(location);

/** Bounds the number of concurrent tasks over all callers; further tasks wait in order of arrival. */
type Gate = {
  /**
   * Runs the task once a permit is free, and releases the permit when it settles.
   * A task that never settles keeps its permit, so that hanging tasks do not pile up.
   *
   * @throws what the task throws; the signal's reason if it was aborted before the task began.
   */
  readonly run: <A>(signal: AbortSignal, task: () => Promise<A>) => Promise<A>;
};

/** @param maxParallel the number of concurrent tasks, 1 or more. */
export const makeGate = (maxParallel: number): Gate => {
  // A Set keeps the order of arrival and allows removal from the middle.
  const waiting = new Set<() => void>();
  let running = 0;

  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(go);
        reject(signal.reason);
      };
      const go = () => {
        waiting.delete(go);
        signal.removeEventListener('abort', giveUp);
        running += 1;
        resolve();
      };
      if (signal.aborted) return reject(signal.reason);
      if (running < maxParallel) return go();
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(go);
    });

  const leave = () => {
    running -= 1;
    const [next] = waiting;
    next?.();
  };

  return {
    run: async (signal, task) => {
      await enter(signal);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
};

/** Runs a bounded number of loops over one list, so that 10,000 locations do not become 10,000 pending look-ups. */
const lookUpAll = async (
  gate: Gate,
  maxParallel: number,
  signal: AbortSignal,
  holdsDocument: HoldsDocument,
  locations: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const isMissing = new Array<boolean>(locations.length).fill(false);
  const remaining = locations.entries();
  const work = async () => {
    for (const [i, location] of remaining) {
      isMissing[i] = !(await gate.run(signal, () => holdsDocument(location)));
    }
  };
  // The first look-up that throws ends the call here; the abort that follows ends the other loops.
  await Promise.all(Array.from({ length: Math.min(maxParallel, locations.length) }, work));
  return locations.filter((_, i) => isMissing[i]);
};

/** Returns the outcome of the work, or Left `deadline`. Aborts the signal in both cases, so that no work continues. */
const within =
  <A>(
    deadlineMs: number,
    reasonOf: (error: unknown) => string,
    work: (signal: AbortSignal) => Promise<A>,
  ): TaskEither<DocumentStoreUnavailable, A> =>
  () =>
    new Promise((resolve) => {
      const controller = new AbortController();
      const settle = (outcome: E.Either<DocumentStoreUnavailable, A>) => {
        clearTimeout(timer);
        resolve(outcome);
        controller.abort();
      };
      const timer = setTimeout(() => settle(E.left(unavailable('deadline'))), deadlineMs);
      work(controller.signal).then(
        (value) => settle(E.right(value)),
        (error) => settle(E.left(unavailable(reasonOf(error)))),
      );
    });

/**
 * Makes `DocumentStore.missing` for one kind of store (ADR 8): looks each distinct location up once, and returns a missing
 * one once, at its first position.
 *
 * @returns Left as soon as one look-up fails, at the deadline (`deadline`), and for a location outside the store
 * or the root (`location_not_allowed`), before any look-up.
 */
export const findMissing = (lookup: Lookup): DocumentStore['missing'] => {
  const gate = makeGate(lookup.maxParallel);
  return (root, locations) => {
    const distinct = [...new Set(locations)];
    if (!distinct.every(isLocationBelow(root))) return async () => E.left(unavailable('location_not_allowed'));
    return within(lookup.deadlineMs + distinct.length * MS_PER_LOCATION, lookup.reasonOf, (signal) =>
      lookUpAll(gate, lookup.maxParallel, signal, lookup.begin(root, signal), distinct),
    );
  };
};
