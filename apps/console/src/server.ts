import { type Access, includes, ROLES_OF, scopeOf } from '@carryover/domain/access/access';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { SessionKeeper } from './access/session-keeper.ts';
import { assets } from './assets/assets.ts';
import type { GoOn, SignIn } from './sign-in/sign-in.ts';
import { makeFrame } from './view/frame.ts';
import { makeFlash } from './web/flash.ts';
import { badRequest, notFound, Problem } from './web/problem.ts';
import { respond } from './web/respond.ts';
import type { PageGroup, Route } from './web/route.ts';
import { comesFromElsewhere, refuseForeign } from './web/same-site.ts';
import { securityHeaders } from './web/security-headers.ts';

type ServerParts = {
  readonly groups: ReadonlyArray<PageGroup>;
  readonly keeper: SessionKeeper;
  readonly signIn: SignIn;
  /** The address that users open; null: loopback. */
  readonly baseUrl: string | null;
  readonly cookiePrefix: string;
  readonly logger: Logger;
};

const FORM_BYTES = 256 * 1024;

/** An error of Express about a form: too large, ended early, in an unknown encoding. */
const isBodyError = (error: unknown): error is Error =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

/** The console's addresses. */
export const makeServer = ({ groups, keeper, signIn, baseUrl, cookiePrefix, logger }: ServerParts): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  const isSecure = baseUrl?.startsWith('https:') === true;
  const flash = makeFlash(`${cookiePrefix}_flash`, isSecure);

  const frame = makeFrame(groups);
  const goOn: GoOn = (request, response, to) =>
    comesFromElsewhere(request) ? frame.sendOn(request, response, to) : response.redirect(303, to);

  const visit =
    ({ access, handle }: Route): RequestHandler =>
    async (request, response) => {
      const session = await keeper.find(request);
      if (session === null) {
        // A link on another site: the browser withheld the cookie, and sends it when the console's own page asks again.
        if (request.method === 'GET' && comesFromElsewhere(request))
          return frame.sendOn(request, response, request.originalUrl);
        const asked = signIn.ask(request);
        if (asked instanceof Problem) throw asked;
        return response.redirect(303, request.method === 'GET' ? asked.address : '/sign-in');
      }
      response.locals.person = session;
      const scope = scopeOf(session, access);
      if (!includes(scope))
        throw new Problem(
          403,
          'Not allowed',
          `Your roles do not include this page. It is for: ${ROLES_OF[access].join(', ')}.`,
          'Ask the administrator of your identity provider for one of these roles.',
        );
      const may = (other: Access, organisation?: string) => includes(scopeOf(session, other), organisation);
      const query = new URL(request.originalUrl, 'http://console').searchParams;
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const answer = await handle({ request, person: session, scope, may, form, query });
      await respond(request, response, answer, {
        surroundings: (message) => frame.surroundings(request, session, message),
        isSignedIn: () => keeper.isLive(request),
        keepFlash: (text) => flash.keep(response, text),
        takeFlash: () => flash.take(request, response),
      });
    };

  app.use(securityHeaders(isSecure), refuseForeign(baseUrl), assets());
  app.use(signIn.routes(goOn));
  app.post('/sign-out', async (request, response) => {
    await keeper.end(request, response);
    response.redirect(303, '/signed-out');
  });
  app.get('/signed-out', (request, response) => frame.sendSignedOut(request, response));
  const readForm = express.text({ type: 'application/x-www-form-urlencoded', limit: FORM_BYTES });
  for (const route of groups.flatMap(({ routes }) => routes)) {
    if (route.method === 'GET') app.get(route.path, visit(route));
    else app.post(route.path, ...(route.isUpload === true ? [] : [readForm]), visit(route));
  }
  app.use(() => {
    throw notFound();
  });

  const onError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const known = error instanceof Problem ? error : isBodyError(error) ? badRequest(error.message) : null;
    if (known === null || known.status >= 500)
      logger.error({ path: request.path, error: String(known?.cause ?? error) }, 'a page failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const problem =
      known ??
      new Problem(
        500,
        'The console failed',
        'This page failed for a reason that the console does not know.',
        'Try again. If it fails again, look at the log of the console.',
      );
    // Nobody reads the rest of a body that was refused.
    if (!request.complete) response.set('Connection', 'close');
    frame.sendProblem(request, response, problem, response.locals.person ?? null);
  };
  app.use(onError);
  return app;
};
