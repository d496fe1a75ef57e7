import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ImportRequest } from '../import-request.ts';
import type { StoreFailure } from './store-failure.ts';

/** A request that was answered with an error. */
export type RefusedImport = {
  readonly request: ImportRequest;
  /** As sent, where the body could be read that far. */
  readonly supplierCode: string | null;
  readonly externalAccountNumber: string | null;
  readonly itemCount: number | null;
  readonly status: number;
  readonly code: string;
  /** The first error's sentence and path. */
  readonly detail: string;
  readonly attr: string | null;
};

/** Keeps the import records of refused requests; those of accepted ones are kept with their rows (`Store.imports`). */
export type RefusedImports = { readonly record: (refused: RefusedImport) => TaskEither<StoreFailure, void> };
