import type { SentForms } from '@carryover/adapters-persistence/sent-forms';
import { type Access, isInScope, ROLES_OF, scopeOf } from '@carryover/domain/access';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { AccessLog } from './access/access-log.ts';
import { isFresh, type SessionKeeper } from './access/session-keeper.ts';
import { assets } from './assets/assets.ts';
import type { GoOn, SignIn } from './sign-in/sign-in.ts';
import { ownPath } from './view/address.ts';
import { KEPT_PATH, makeFrame } from './view/frame.ts';
import { makeFlash } from './web/cookie.ts';
import { makeFormPageOf } from './web/form-page.ts';
import { readForm, requireText } from './web/input.ts';
import { makeOnce } from './web/once.ts';
import { badRequest, notFound, Problem, SessionEnded, SignInAgain } from './web/problem.ts';
import type { makeFindRenamed } from './web/renamed.ts';
import { respond } from './web/respond.ts';
import type { PageGroup, Route } from './web/route.ts';
import { comesFromElsewhere, refuseForeign, securityHeaders } from './web/security.ts';

type ServerParts = {
  readonly groups: ReadonlyArray<PageGroup>;
  readonly keeper: SessionKeeper;
  readonly sentForms: SentForms;
  readonly signIn: SignIn;
  /** The address that users open; null: loopback. */
  readonly baseUrl: string | null;
  readonly cookiePrefix: string;
  /** The location of the database, for the log of pages that fail. */
  readonly database: string;
  readonly logger: Logger;
  readonly log: AccessLog;
  readonly findRenamed: ReturnType<typeof makeFindRenamed>;
};

/** An error of Express about a request: a form that is too large, ended early, or in an unknown encoding; an address. */
const isRequestError = (error: unknown): error is Error & { readonly status: number } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

const toProblem = (error: unknown): Problem | null => {
  if (error instanceof Problem) return error;
  return isRequestError(error) ? badRequest(error.message, undefined, error.status) : null;
};

/** The console's addresses. */
export const makeServer = ({
  groups,
  keeper,
  sentForms,
  signIn,
  baseUrl,
  cookiePrefix,
  database,
  logger,
  log,
  findRenamed,
}: ServerParts): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  const isSecure = baseUrl?.startsWith('https:') === true;
  const flash = makeFlash(`${cookiePrefix}_flash`, isSecure);

  const once = makeOnce(sentForms);
  const frame = makeFrame(groups);
  const routes = groups.flatMap((group) => group.routes);
  const formPageOf = makeFormPageOf(routes);
  const goOn: GoOn = (request, response, to) =>
    comesFromElsewhere(request) ? frame.sendOn(request, response, to) : response.redirect(303, ownPath(to));

  /** Reads a body only when it knows that the person may send it. */
  const visit =
    ({ method, path, access, handle, receive, isLogged = false }: Route): RequestHandler =>
    async (request, response) => {
      const session = await keeper.find(request);
      if (session === null) {
        // A link on another site: the browser withheld the cookie, and sends it when the console's own page asks again.
        if (request.method === 'GET' && comesFromElsewhere(request))
          return frame.sendOn(request, response, request.originalUrl);
        // What somebody typed while their session ended is kept; of anybody else, no body is read.
        if (method === 'POST' && receive === undefined && (await keeper.hasEnded(request))) {
          const problem = new SessionEnded(formPageOf(request));
          const form = await readForm(request, response);
          return frame.sendSignInAgain(request, response, null, { problem, form, again: signIn.again(problem.from) });
        }
        const asked = signIn.ask(request);
        if (asked instanceof Problem) throw asked;
        // Only a page is led to the provider. A form may lead to the console alone (`form-action`), and what a script
        // asks for would begin another sign-in beside the one that the person is about to finish.
        if (method === 'POST' || request.get('hx-request') !== undefined)
          throw new Problem(
            401,
            'Sign in',
            'Nothing was changed: you are not signed in, or your session has ended.',
            'Sign in from the overview, then open this page again.',
          );
        if (!request.complete) response.set('Connection', 'close');
        return response.redirect(303, asked.address);
      }
      response.locals.person = session;
      const scope = scopeOf(session, access);
      if (!isInScope(scope))
        throw new Problem(
          403,
          'Not allowed',
          `Your roles do not include this page. It is for: ${ROLES_OF[access].join(', ')}.`,
          'Ask the administrator of your identity provider for one of these roles.',
        );
      const may = (other: Access, organisation?: string) => isInScope(scopeOf(session, other), organisation);
      const query = new URL(request.originalUrl, 'http://console').searchParams;
      const renamed = method === 'GET' ? await findRenamed(request, path, scope) : null;
      if (renamed !== null) return response.redirect(303, ownPath(renamed));
      const upload = (await receive?.(request)) ?? null;
      const form = upload?.fields ?? (method === 'GET' ? new URLSearchParams() : await readForm(request, response));
      let isHandled = false;
      const isRecent = isFresh(session);
      const asked = { request, person: session, isFresh: isRecent, scope, may, form, upload, query };
      const run = async () => {
        requireText(request, form);
        // Only now: the form that renames it, sent again, leads to its page.
        if (method === 'POST') await findRenamed(request, path, scope, form);
        isHandled = true;
        return handle(asked);
      };
      const sent = { path: request.originalUrl, fields: form, file: upload?.sha256 ?? null };
      const answered = once(session, sent, run).finally(() => (isHandled ? undefined : upload?.remove()));
      const answer = await answered.catch((error: unknown) => {
        if (!(error instanceof SignInAgain)) throw error;
        frame.sendSignInAgain(request, response, session, { problem: error, form, again: signIn.again(error.from) });
        return null;
      });
      if (answer === null) return;
      if (isLogged || answer.kind === 'download') log.read(session, { path, parameters: request.params });
      await respond(request, response, answer, {
        surroundings: (message) => frame.surroundings(request, session, message),
        // Who watches figures is active.
        isSignedIn: async () => (await keeper.find(request)) !== null,
        keepFlash: (text) => flash.keep(response, text),
        takeFlash: () => flash.take(request, response),
        keptForm: response.locals.keptForm ?? null,
      });
    };

  app.use(securityHeaders(isSecure), refuseForeign(baseUrl), assets());
  app.use(signIn.routes(goOn));
  app.post('/sign-out', async (request, response) => {
    const session = await keeper.find(request);
    await keeper.end(request, response);
    // The next person at this browser may have other roles.
    flash.take(request, response);
    if (session !== null) log.signedOut(session);
    response.redirect(303, '/signed-out');
  });
  app.get('/signed-out', (request, response) => frame.sendSignedOut(request, response));
  // Shows the page of a form with the values that were sent when the session had ended.
  app.post(KEPT_PATH, async (request, response, next) => {
    if ((await keeper.find(request)) === null)
      throw new Problem(
        401,
        'Sign in',
        'You are not signed in yet.',
        'Sign in in another tab, then come back to this one and reload it.',
      );
    const query = new URL(request.originalUrl, 'http://console').searchParams;
    response.locals.keptForm = { action: query.get('action'), fields: await readForm(request, response) };
    request.method = 'GET';
    request.url = ownPath(query.get('to'));
    request.originalUrl = request.url;
    next();
  });
  for (const route of routes) {
    if (route.method === 'GET') app.get(route.path, visit(route));
    else app.post(route.path, visit(route));
  }
  app.use(() => {
    throw notFound();
  });

  const onError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const known = toProblem(error);
    if (known?.status === 403)
      log.refused(response.locals.person ?? response.locals.refused ?? null, {
        method: request.method,
        path: request.route?.path ?? null,
      });
    if (known === null || known.status >= 500)
      logger.error({ path: request.path, database, error: String(known?.cause ?? error) }, 'a page failed');
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
