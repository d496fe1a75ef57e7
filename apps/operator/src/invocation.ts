import { hostname, userInfo } from 'node:os';
import type { ActingOperator } from '@carryover/application/ports/administration';
import type { Ask } from '@carryover/terminal/ask-on-terminal';
import type { Surroundings as ProcessSurroundings } from '@carryover/terminal/surroundings';

/** Options of the commands that change something. */
export type ChangeOptions = { readonly as?: string; readonly reason?: string };

/** The process that runs a command, and the person at its terminal. */
export type Surroundings = ProcessSurroundings & { readonly ask: Ask };

/** The operator who runs a command, the way to ask and tell them, and the environment variables. */
export type Invocation = Pick<Surroundings, 'ask' | 'environment' | 'terminal'> & {
  readonly actor: ActingOperator;
  /** Tells something beside the result, at once. */
  readonly warn: (code: string, detail: string) => void;
};

/** A user without an entry in the password file, as in some containers, has a number only. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

export const makeInvocation = (
  { as, reason, json: isJson = false }: ChangeOptions & { readonly json?: boolean },
  { ask, environment, terminal, err }: Surroundings,
): Invocation => ({
  actor: {
    performedBy: as ?? `${userName()}@${hostname()}`,
    performedBySubject: null,
    performedByIssuer: null,
    reason: reason ?? null,
  },
  ask,
  environment,
  terminal,
  warn: (code, detail) => err(isJson ? `${JSON.stringify({ warning: { code, detail } })}\n` : `${detail}\n`),
});
