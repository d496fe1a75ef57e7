import { createHash, randomBytes } from 'node:crypto';
import type { Session, Sessions } from '@carryover/application/ports/console/sessions';
import type { Person } from '@carryover/domain/access/role';
import type { Request, Response } from 'express';
import { readCookie, setCookie } from '../web/cookie.ts';
import { orProblem } from '../web/or-problem.ts';

const MINUTE = 60_000;
/** A session ends after this time without a request. */
const IDLE_MS = 30 * MINUTE;
/** A session ends after this time in any case. */
const ABSOLUTE_MS = 12 * 60 * MINUTE;
/** The time of the last request is stored at most this often. */
const TOUCH_MS = MINUTE;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Keeps the sessions of browsers. */
export type SessionKeeper = {
  /** Returns the session of a request; null if nobody is signed in. */
  readonly find: (request: Request) => Promise<Session | null>;
  /** Returns true while the session of a request has not ended, without counting as a request. */
  readonly isLive: (request: Request) => Promise<boolean>;
  /** Signs a person in, with a new id. The session that the browser had ends. */
  readonly start: (request: Request, response: Response, person: Person) => Promise<void>;
  readonly end: (request: Request, response: Response) => Promise<void>;
};

/**
 * @param cookieName another one for each port of a host, since browsers do not tell them apart.
 */
export const makeSessionKeeper = (
  sessions: Sessions,
  { cookieName, isSecure }: { readonly cookieName: string; readonly isSecure: boolean },
): SessionKeeper => {
  const keyOf = (request: Request): string | null => {
    const id = readCookie(request, cookieName);
    return id === undefined ? null : sha256(id);
  };
  const live = async (request: Request): Promise<Session | null> => {
    const key = keyOf(request);
    const session = key === null ? null : await orProblem(sessions.find(key));
    if (session === null) return null;
    const ends = Math.min(session.expiresAt.getTime(), session.lastSeenAt.getTime() + IDLE_MS);
    return Date.now() < ends ? session : null;
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
    isLive: async (request) => (await live(request)) !== null,
    start: async (request, response, { subject, name, grants }) => {
      await endStored(request);
      const id = randomBytes(32).toString('base64url');
      const at = new Date();
      const expiresAt = new Date(at.getTime() + ABSOLUTE_MS);
      await orProblem(
        sessions.add({ idSha256: sha256(id), subject, name, grants, createdAt: at, lastSeenAt: at, expiresAt }),
      );
      setCookie(response, cookieName, id, { sameSite: 'strict', isSecure });
    },
    end: async (request, response) => {
      await endStored(request);
      setCookie(response, cookieName, '', { sameSite: 'strict', isSecure });
    },
  };
};
