import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The store could not say whether a document exists: never to be read as "it does not exist". */
export type DocumentStoreUnavailable = { readonly kind: 'document_store_unavailable'; readonly reason: string };

/** Where the documents lie that notes and statements refer to (decisions 9). */
export type DocumentStore = {
  /**
   * Which of these full locations (root and path, joined) hold no document.
   * Asks with bounded parallelism; each distinct location once; order as given.
   *
   * @returns Left if any of them could not be determined.
   */
  readonly missing: (locations: ReadonlyArray<string>) => TaskEither<DocumentStoreUnavailable, ReadonlyArray<string>>;
};
