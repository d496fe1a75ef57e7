import { type Counts, NO_COUNTS } from '../journal/read-journal.ts';

/**
 * Returns the object with which the output of `load --json` ends (decisions 15).
 *
 * @param agree true exactly if the exit code is 0.
 */
export const summaryOf = (
  { accepted, already_existed, repeated, rejected, conflicts, moved, requests, retried }: Counts,
  seconds: number,
  agree: boolean,
): object => ({
  accepted,
  already_existed,
  repeated,
  rejected,
  conflicts,
  moved,
  requests,
  retried,
  seconds: Number(seconds.toFixed(3)),
  agree,
});

/** The summary of a command line that is wrong. */
export const NOTHING_LOADED = summaryOf(NO_COUNTS, 0, false);
