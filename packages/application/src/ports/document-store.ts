import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The store could not determine if a document exists. This must never be treated as "it does not exist". */
export type DocumentStoreUnavailable = { readonly kind: 'document_store_unavailable'; readonly reason: string };

/** The store of the documents that notes and statements refer to (decisions 9). */
export type DocumentStore = {
  /**
   * Returns those of these full locations (root and path, joined) that have no document.
   * Checks each distinct location once, with bounded parallelism, and keeps the given order.
   *
   * @returns Left if any of them could not be determined.
   */
  readonly missing: (locations: ReadonlyArray<string>) => TaskEither<DocumentStoreUnavailable, ReadonlyArray<string>>;
};
