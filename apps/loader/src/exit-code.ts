/** Exit codes of every command (decisions 15). */
export const EXIT = {
  /** All accepted, and the totals agree. */
  done: 0,
  /** Some rejected, or totals differ. */
  rejected: 1,
  wrongUsage: 2,
  notAuthenticated: 3,
  unreachable: 4,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
