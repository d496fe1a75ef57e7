import { createHash, randomBytes } from 'node:crypto';
import type { Session, Sessions } from '@carryover/application/ports/access';
import type { Person } from '@carryover/domain/access';
import type { Request, Response } from 'express';
import { readCookie, setCookie } from '../web/cookie.ts';
import { orProblem } from '../web/problem.ts';

const MINUTE = 60_000;
/** A session ends after this time without a request. */
const IDLE_MS = 30 * MINUTE;
/** A session ends after this time in any case. */
export const ABSOLUTE_MS = 12 * 60 * MINUTE;
/** The time of the last request is stored at most this often. */
const TOUCH_MS = MINUTE;

/** Changes that cannot be taken back ask for a sign-in of this time. */
export const FRESH_MS = 15 * MINUTE;

export const isFresh = ({ authenticatedAt }: Pick<Session, 'authenticatedAt'>): boolean =>
  authenticatedAt !== null && Date.now() < authenticatedAt.getTime() + FRESH_MS;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Keeps the sessions of browsers. */
export type SessionKeeper = {
  /** Returns the session of a request; null if nobody is signed in. */
  readonly find: (request: Request) => Promise<Session | null>;
  /** Returns true if the browser had a session, which has ended by itself. */
  readonly hasEnded: (request: Request) => Promise<boolean>;
  /**
   * Signs a person in, with a new id. The session that the browser had ends.
   *
   * @param authenticatedAt the time at which the person proved who they are; null: unknown.
   */
  readonly start: (request: Request, response: Response, person: Person, authenticatedAt: Date | null) => Promise<void>;
  readonly end: (request: Request, response: Response) => Promise<void>;
  /** Ends a session of any browser, at once on all processes of the console. */
  readonly endOther: (session: Session) => Promise<void>;
  /** The sessions that have not ended, of all processes of the console. */
  readonly list: () => Promise<ReadonlyArray<Session>>;
};

/** Returns true while a session of this console has not ended. */
const isLiveSession = (session: Session, { issuer, baseUrl }: KeeperOptions): boolean => {
  const isOurs = session.issuer === issuer && (session.console ?? baseUrl) === baseUrl;
  return isOurs && Date.now() < Math.min(session.expiresAt.getTime(), session.lastSeenAt.getTime() + IDLE_MS);
};

type KeeperOptions = {
  /** Another one for each port of a host, since browsers do not tell them apart. */
  readonly cookieName: string;
  readonly isSecure: boolean;
  /** The identity provider; null without one. Sessions that another one, or a link, began are no sessions. */
  readonly issuer: string | null;
  /**
   * The address of the console. Sessions of other consoles are no sessions: a browser sends the cookies of one port to the
   * programs on all other ports of the host.
   */
  readonly baseUrl: string;
};

export const makeSessionKeeper = (sessions: Sessions, options: KeeperOptions): SessionKeeper => {
  const { cookieName, isSecure, baseUrl } = options;
  const keyOf = (request: Request): string | null => {
    const id = readCookie(request, cookieName);
    return id === undefined ? null : sha256(id);
  };
  const live = async (request: Request): Promise<Session | null> => {
    const key = keyOf(request);
    const session = key === null ? null : await orProblem(sessions.find(key));
    return session !== null && isLiveSession(session, options) ? session : null;
  };
  const endStored = async (request: Request): Promise<void> => {
    const key = keyOf(request);
    if (key !== null) await orProblem(sessions.end(key));
  };
  return {
    find: async (request) => {
      const session = await live(request);
      if (session !== null && Date.now() - session.lastSeenAt.getTime() > TOUCH_MS)
        await orProblem(sessions.touch(session.idSha256, new Date()));
      return session;
    },
    hasEnded: async (request) => {
      const key = keyOf(request);
      return key !== null && (await orProblem(sessions.find(key))) !== null && (await live(request)) === null;
    },
    start: async (request, response, { subject, issuer, name, grants }, authenticatedAt) => {
      await endStored(request);
      const id = randomBytes(32).toString('base64url');
      const at = new Date();
      const expiresAt = new Date(at.getTime() + ABSOLUTE_MS);
      await orProblem(
        sessions.add({
          idSha256: sha256(id),
          console: baseUrl,
          subject,
          issuer,
          name,
          grants,
          createdAt: at,
          authenticatedAt,
          lastSeenAt: at,
          expiresAt,
        }),
      );
      setCookie(response, cookieName, id, { sameSite: 'strict', isSecure });
    },
    endOther: ({ idSha256 }) => orProblem(sessions.end(idSha256)),
    list: async () => (await orProblem(sessions.list(new Date()))).filter((one) => isLiveSession(one, options)),
    end: async (request, response) => {
      await endStored(request);
      setCookie(response, cookieName, '', { sameSite: 'strict', isSecure });
    },
  };
};
