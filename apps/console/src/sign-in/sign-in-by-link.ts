import type { Sessions } from '@carryover/application/ports/access';
import express, { type Request } from 'express';
import type { AccessLog } from '../access/access-log.ts';
import type { SessionKeeper } from '../access/session-keeper.ts';
import { orProblem, Problem } from '../web/problem.ts';
import { LOCAL_OPERATOR, takeLink } from './one-time-link.ts';
import type { SignIn } from './sign-in.ts';

const NEW_LINK = 'To get a new link, run: npm run console -- link (in the image: console link)';

/** A browser that loads a page before anybody opens it says so. */
const isPrefetch = ({ headers }: Request): boolean =>
  /prefetch|prerender/i.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`);

/** Signs in the browser that opens the one-time link. */
export const signInByLink = (sessions: Sessions, keeper: SessionKeeper, log: AccessLog): SignIn => ({
  again: () => ({ hint: `${NEW_LINK}. Open it in this browser.` }),
  ask: () =>
    new Problem(
      401,
      'Sign in',
      'You are not signed in, or your session has ended.',
      `Open the sign-in link that the console printed when it started. ${NEW_LINK}`,
    ),
  routes: (goOn) =>
    express.Router().get('/sign-in', async (request, response) => {
      // A HEAD request reads no page either.
      if (request.method !== 'GET' || isPrefetch(request)) {
        response.status(204).end();
        return;
      }
      const link = new URL(request.originalUrl, 'http://console').searchParams.get('link');
      if (link === null || !(await orProblem(takeLink(sessions, link, new Date()))))
        throw new Problem(
          403,
          'This link does not sign in',
          'A sign-in link works once, for 24 hours. This one was used, has expired, or was not copied as a whole.',
          NEW_LINK,
        );
      await keeper.start(request, response, LOCAL_OPERATOR, new Date());
      log.signedIn(LOCAL_OPERATOR);
      goOn(request, response, '/');
    }),
});
