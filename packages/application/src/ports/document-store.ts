import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The store could not determine if a document exists. This must never be treated as "it does not exist". */
export type DocumentStoreUnavailable = { readonly kind: 'document_store_unavailable'; readonly reason: string };

/**
 * The store of the documents that notes and statements refer to (decisions 9), by full location: the supplier's root and the path,
 * joined. No link in the store leads out of the root.
 */
export type DocumentStore = {
  /**
   * Returns those of these locations that have no document. Checks each distinct location once, with bounded parallelism, and keeps
   * the given order.
   *
   * @returns Left if any of them could not be determined.
   */
  readonly missing: (
    root: string,
    locations: ReadonlyArray<string>,
  ) => TaskEither<DocumentStoreUnavailable, ReadonlyArray<string>>;
  /**
   * Opens a document, for people who look at an account. Its bytes are read as they are asked for; an iteration that ends early closes it.
   *
   * @returns null if the store has no such document; Left if that could not be determined.
   */
  readonly open: (
    root: string,
    location: string,
  ) => TaskEither<DocumentStoreUnavailable, AsyncIterable<Uint8Array> | null>;
};
