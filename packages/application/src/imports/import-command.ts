import type { AccountRef } from '@carryover/domain/account';
import type { ImportRequest, Submission } from './import-request.ts';
import type { Judge } from './judge.ts';

/** The part of a command that all imports have in common. */
export type ImportCommand<Failure> = {
  readonly request: ImportRequest;
  readonly submission: Submission;
  readonly account: AccountRef;
  readonly judge: Judge<Failure>;
  /** False for a dry run: everything is read and decided, nothing is stored (decisions 13). */
  readonly commit: boolean;
};
