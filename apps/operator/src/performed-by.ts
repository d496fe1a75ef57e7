import { hostname, userInfo } from 'node:os';

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** The person or program that runs a command: the one named by `--as`, else the user and host of the operating system. */
export const performedBy = (as: string | undefined): string => as ?? `${userName()}@${hostname()}`;
