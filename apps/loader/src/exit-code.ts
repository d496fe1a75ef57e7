/** Exit codes of every command (decisions 15). */
export const EXIT = {
  /** Every row is stored exactly once as it was given. */
  done: 0,
  /** Some are not, or a file of a folder was not read. */
  rejected: 1,
  /** Wrong usage, or a file cannot be read or written. */
  wrongUsage: 2,
  notAuthenticated: 3,
  /** The server is unreachable, or something else answers. */
  unreachable: 4,
  /** Ended by Ctrl-C. */
  interrupted: 130,
  /** Ended by SIGTERM. */
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
