import type { Task } from 'fp-ts/lib/Task.js';
import type { Caller } from '../imports/import-request.ts';

export type AccessToken = { readonly token: string; readonly expiresAt: Date };

/** Signed tokens that identify their caller (decisions 10). */
export type AccessTokens = {
  readonly issue: (caller: Caller, now: Date) => Task<AccessToken>;
  /** null if the token is not one of ours, was changed, or has expired. */
  readonly verify: (token: string, now: Date) => Task<Caller | null>;
};
