import type { Person } from '@carryover/domain/access';
import type { Stored } from '../store-failure.ts';

/** A session of the console. */
export type Session = Person & {
  /** SHA-256 of the id in hexadecimal. The id itself is known only to the browser. */
  readonly idSha256: string;
  /** The address of the console at which it began; null if it was not stored: then it is of any. */
  readonly console: string | null;
  readonly createdAt: Date;
  /** The time at which the person proved who they are; null if the provider does not say. */
  readonly authenticatedAt: Date | null;
  readonly lastSeenAt: Date;
  /** The session ends then, however often it is used. */
  readonly expiresAt: Date;
};

/** The sessions and the one-time sign-in links of all processes of the console. */
export type Sessions = {
  readonly add: (session: Session) => Stored<void>;
  /** null: there is none, or it was ended. */
  readonly find: (idSha256: string) => Stored<Session | null>;
  readonly touch: (idSha256: string, seenAt: Date) => Stored<void>;
  readonly end: (idSha256: string) => Stored<void>;
  /** All sessions that have not expired, the last used first. */
  readonly list: (at: Date) => Stored<ReadonlyArray<Session>>;
  /** Removes sessions and links that have expired. */
  readonly clear: (before: Date) => Stored<void>;

  readonly addLink: (tokenSha256: string, expiresAt: Date) => Stored<void>;
  /** Uses a link up. @returns false if there is none, it has expired or was used. */
  readonly useLink: (tokenSha256: string, at: Date) => Stored<boolean>;
};
