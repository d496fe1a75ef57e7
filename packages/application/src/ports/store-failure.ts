import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The store failed. Nothing of the request is stored. */
export type StoreFailure =
  /** The store is unavailable: the same request may succeed later. */
  | { readonly kind: 'store_unavailable'; readonly cause: unknown }
  /** Any other failure: a defect, or a commit whose outcome is unknown. */
  | { readonly kind: 'store_failure'; readonly cause: unknown };

/** A read or a write of the store. */
export type Stored<A> = TaskEither<StoreFailure, A>;
