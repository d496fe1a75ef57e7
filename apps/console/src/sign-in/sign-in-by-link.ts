import type { Sessions } from '@carryover/application/ports/console/sessions';
import type { Request, RequestHandler } from 'express';
import type { SessionKeeper } from '../access/session-keeper.ts';
import { orProblem } from '../web/parameter.ts';
import { Problem } from '../web/problem.ts';
import { LOCAL_OPERATOR, takeLink } from './one-time-link.ts';

/** A browser that loads a page before anybody opens it says so. */
const isPrefetch = ({ headers }: Request): boolean =>
  /prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`);

const used = (): Problem =>
  new Problem(
    403,
    'This link does not sign in',
    'A sign-in link works once, for 24 hours. This one was used, has expired, or was not copied as a whole.',
    'To get a new one, run: npm run console -- link',
  );

/** Signs in the browser that opens the one-time link. */
export const signInByLink =
  (sessions: Sessions, keeper: SessionKeeper, toOverview: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    if (request.method !== 'GET' || isPrefetch(request)) {
      response.status(204).end();
      return;
    }
    const link = new URL(request.originalUrl, 'http://console').searchParams.get('link');
    if (link === null || !(await orProblem(takeLink(sessions, link, new Date())))) throw used();
    await keeper.start(request, response, LOCAL_OPERATOR);
    return toOverview(request, response, next);
  };
