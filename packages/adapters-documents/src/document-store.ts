import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentStore, DocumentStoreUnavailable } from '@carryover/application/ports/document-store';
import { isInsideRoot, parseDocumentPath } from '@carryover/domain/document-path';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';

/** Returns true if a location has a document. Throws if that cannot be determined. */
type HoldsDocument = (location: string) => Promise<boolean>;

/** The part that differs between kinds of stores. */
export type Lookup = {
  /** Begins one call, with checks that serve all its locations below a root (does the bucket exist?). Aborting the signal ends it. */
  readonly begin: (root: string, signal: AbortSignal) => HoldsDocument;
  /** Opens a document; null if there is none. Throws if that cannot be determined. */
  readonly open: (root: string, location: string) => Promise<AsyncIterable<Uint8Array> | null>;
  /** Describes what a look-up has thrown, without credentials and file names. */
  readonly reasonOf: (error: unknown) => string;
  /** Maximum number of concurrent look-ups, over all calls. */
  readonly maxParallel: number;
  /** The time one call may take, in milliseconds; {@link MS_PER_LOCATION} is added for each location. */
  readonly deadlineMs: number;
};

/** Lets 10,000 locations, the most a request may name, take 20 s longer than one. */
const MS_PER_LOCATION = 2;

const unavailable = (reason: string): DocumentStoreUnavailable => ({ kind: 'document_store_unavailable', reason });

/** A root that is absolute, or contains `..` or empty segments, would lead out of the store, so it is never looked up. */
const isLocationBelow =
  (root: string) =>
  (location: string): boolean =>
    E.isRight(parseDocumentPath(location)) && isInsideRoot(root)(location);

/** Look-ups that may wait; further ones fail. A look-up that hangs keeps its permit, and those that waited for it are kept. */
const MAX_WAITING = 10_000;

/** Runs a bounded number of loops over one list, so that 10,000 locations do not become 10,000 pending look-ups. */
const lookUpAll = async (
  permits: BulkheadPolicy,
  loops: number,
  signal: AbortSignal,
  holdsDocument: HoldsDocument,
  locations: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const isMissing = new Array<boolean>(locations.length).fill(false);
  const remaining = locations.entries();
  const work = async () => {
    for (const [index, location] of remaining)
      isMissing[index] = !(await permits.execute(() => holdsDocument(location), signal));
  };
  // The first look-up that throws ends the call here; the abort that follows ends the other loops.
  await Promise.all(Array.from({ length: Math.min(loops, locations.length) }, work));
  return locations.filter((_, index) => isMissing[index]);
};

/** Returns the outcome of the work, or Left `deadline`. Aborts the signal in both cases, so that no work continues. */
const within =
  <A>(
    deadlineMs: number,
    reasonOf: (error: unknown) => string,
    work: (signal: AbortSignal) => Promise<A>,
  ): TE.TaskEither<DocumentStoreUnavailable, A> =>
  async () => {
    const controller = new AbortController();
    const { signal } = controller;
    try {
      const deadline = delay(deadlineMs, E.left(unavailable('deadline')), { signal });
      return await Promise.race([work(signal).then(E.right), deadline]);
    } catch (error) {
      return E.left(unavailable(reasonOf(error)));
    } finally {
      controller.abort();
    }
  };

/**
 * Makes a store of documents of one kind (ADR 8). `missing` looks each distinct location up once, and returns a missing one once,
 * at its first position.
 *
 * @returns Left as soon as one look-up fails, at the deadline (`deadline`), and for a location outside the store
 * or the root (`location_not_allowed`), before any look-up.
 */
export const makeDocumentStore = (lookup: Lookup): DocumentStore => {
  const { begin, open, reasonOf, maxParallel, deadlineMs } = lookup;
  const permits = bulkhead(maxParallel, MAX_WAITING);
  const notAllowed = TE.left(unavailable('location_not_allowed'));
  return {
    missing: (root, locations) => {
      const distinct = [...new Set(locations)];
      if (!distinct.every(isLocationBelow(root))) return notAllowed;
      return within(deadlineMs + distinct.length * MS_PER_LOCATION, reasonOf, (signal) =>
        lookUpAll(permits, maxParallel, signal, begin(root, signal), distinct),
      );
    },
    open: (root, location) =>
      isLocationBelow(root)(location)
        ? TE.tryCatch(
            () => open(root, location),
            (error) => unavailable(reasonOf(error)),
          )
        : notAllowed,
  };
};

/** Never reports a document as missing. */
export const noDocumentStore: DocumentStore = {
  missing: () => TE.left(unavailable('no document store is configured')),
  open: () => TE.left(unavailable('no document store is configured')),
};
