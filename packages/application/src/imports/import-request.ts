import type { AccountRef } from '@carryover/domain/account';
import type { ImportRequest, Submission } from '../ports/import-records.ts';

export type { Caller } from '../ports/access.ts';
export type { ImportEndpoint, ImportKind, ImportRequest } from '../ports/import-records.ts';

/** The part of a command that all imports have in common. */
export type ImportCommand = {
  readonly request: ImportRequest;
  readonly submission: Submission;
  readonly account: AccountRef;
  /** False for a dry run: everything is read and decided, nothing is stored (decisions 13). */
  readonly commit: boolean;
};
