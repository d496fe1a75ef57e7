import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The store failed. Nothing of the request is stored, unless its outcome is said to be unknown. */
export type StoreFailure =
  /** The store is unavailable: the same request may succeed later. */
  | { readonly kind: 'store_unavailable'; readonly cause: unknown }
  /** Any other failure: a defect, or a commit whose outcome is unknown (`mayBeStored`). */
  | { readonly kind: 'store_failure'; readonly cause: unknown; readonly mayBeStored?: true };

/** A read or a write of the store. */
export type Stored<A> = TaskEither<StoreFailure, A>;

/** The cause of a failure to read a payload: its hash is not the one in its import record, so it is not what was received. */
export class PayloadAltered extends Error {
  constructor(importId: string, recorded: string, found: string | null) {
    const shown = found === null ? 'it cannot be decompressed' : `its SHA-256 is ${found}`;
    super(
      `The stored payload of the import ${importId} is not the one that was received: ${shown}, and the import record has ${recorded}. It was changed or damaged in the database. Compare the row of accepted_import with a backup.`,
    );
  }
}
