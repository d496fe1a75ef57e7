import type { Person } from '@carryover/domain/access/role';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { StoreFailure } from '../store-failure.ts';

/** A session of the console. */
export type Session = Person & {
  /** SHA-256 of the id in hexadecimal. The id itself is known only to the browser. */
  readonly idSha256: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The session ends then, however often it is used. */
  readonly expiresAt: Date;
};

/** The sessions and the one-time sign-in links of all processes of the console. */
export type Sessions = {
  readonly add: (session: Session) => TaskEither<StoreFailure, void>;
  /** null: there is none, or it was ended. */
  readonly find: (idSha256: string) => TaskEither<StoreFailure, Session | null>;
  readonly touch: (idSha256: string, seenAt: Date) => TaskEither<StoreFailure, void>;
  readonly end: (idSha256: string) => TaskEither<StoreFailure, void>;
  /** Removes sessions and links that have expired. */
  readonly clear: (before: Date) => TaskEither<StoreFailure, void>;

  readonly addLink: (tokenSha256: string, expiresAt: Date) => TaskEither<StoreFailure, void>;
  /** Uses a link up. @returns false if there is none, it has expired or was used. */
  readonly useLink: (tokenSha256: string, at: Date) => TaskEither<StoreFailure, boolean>;
};
