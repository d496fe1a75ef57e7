import type { ImportRequest } from '../imports/import-request.ts';
import type { Stored } from './store-failure.ts';

type Attempt = {
  readonly request: ImportRequest;
  /** As sent, if the body could be read that far. */
  readonly supplierCode: string | null;
  readonly externalAccountNumber: string | null;
  readonly itemCount: number | null;
  readonly status: number;
  /** The path of the first error. */
  readonly attr: string | null;
  /** The beginning of the value there as JSON text, keys masked; null if there is none or it is not kept. */
  readonly attrValue: string | null;
};

/** An import that was answered with an error: the first error's code and sentence. */
export type RefusedImport = Attempt & { readonly code: string; readonly detail: string };

/** A dry run; code and sentence are the first error's, null if it found none. */
export type DryRun = Attempt & { readonly code: string | null; readonly detail: string | null };

/** Stores the import records of refused requests; those of accepted ones are stored with their rows (`Store.imports`). */
export type RefusedImports = { readonly record: (refused: RefusedImport) => Stored<void> };

/** Stores the import records of dry runs, which store nothing else (decisions 13). */
export type DryRuns = { readonly record: (dryRun: DryRun) => Stored<void> };
