import { hostname, userInfo } from 'node:os';
import type { ActingOperator } from '@carryover/application/ports/operator/operator-actions';
import type { Environment } from '@carryover/settings/environment';
import type { Ask } from '@carryover/terminal/ask-on-terminal';

/** Options of the commands that change something. */
export type ChangeOptions = { readonly as?: string; readonly reason?: string };

/** The operator who runs a command, the way to ask them, and the environment variables. */
export type Invocation = { readonly by: ActingOperator; readonly ask: Ask; readonly environment: Environment };

/** A user without an entry in the password file, as in some containers, has a number only. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

export const makeInvocation = ({ as, reason }: ChangeOptions, ask: Ask, environment: Environment): Invocation => ({
  by: { performedBy: as ?? `${userName()}@${hostname()}`, reason: reason ?? null },
  ask,
  environment,
});
