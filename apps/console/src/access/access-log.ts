import type { Person } from '@carryover/domain/access';
import type { Logger } from 'pino';

/** The part of an address that says what was read: its pattern, and the ids in it. Texts that a person typed are not in it. */
type Read = { readonly path: string; readonly parameters: Readonly<Record<string, unknown>> };

type Identified = Pick<Person, 'subject' | 'issuer'>;

const who = ({ subject, issuer }: Identified) => ({ subject, issuer });

/**
 * Logs who comes, goes, is refused, and reads data of customers (docs/security.md). A person is named by their id at the
 * provider, never by name; an account or a payload by its id.
 */
export const makeAccessLog = (logger: Logger) => ({
  signedIn: (person: Identified): void => logger.info({ event: 'sign_in', ...who(person) }, 'signed in'),
  signedOut: (person: Identified): void => logger.info({ event: 'sign_out', ...who(person) }, 'signed out'),
  /** @param person null: nobody is signed in. */
  refused: (
    person: Identified | null,
    { method, path }: { readonly method: string; readonly path: string | null },
  ): void => logger.warn({ event: 'refused', ...(person === null ? {} : who(person)), method, path }, 'refused'),
  read: (person: Identified, { path, parameters }: Read): void =>
    logger.info({ event: 'read', ...who(person), path, parameters }, 'read'),
  endedSession: (person: Identified, session: Identified): void =>
    logger.warn({ event: 'session_ended', ...who(person), of: who(session) }, 'a session was ended'),
});

export type AccessLog = ReturnType<typeof makeAccessLog>;
