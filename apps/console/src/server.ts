import { type Access, includes, scopeOf } from '@carryover/domain/access/access';
import type { Person } from '@carryover/domain/access/role';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import type { SessionKeeper } from './access/session-keeper.ts';
import { asset, assets } from './assets/assets.ts';
import { formatOf } from './view/format.ts';
import { render } from './view/render.ts';
import { makeFlash } from './web/flash.ts';
import { badRequest, notFound, Problem } from './web/problem.ts';
import { respond, type Surroundings } from './web/respond.ts';
import type { PageGroup, Route } from './web/route.ts';
import { refuseForeign } from './web/same-site.ts';
import { securityHeaders } from './web/security-headers.ts';

type ServerParts = {
  readonly groups: ReadonlyArray<PageGroup>;
  readonly keeper: SessionKeeper;
  /** Signs in at `/sign-in`. */
  readonly signIn: (toOverview: RequestHandler) => RequestHandler;
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

  const layoutOf = (request: Request, person: Person | null, message: string | null): Surroundings => {
    const navigation = groups
      .flatMap(({ navigation: entry }) => (entry === undefined ? [] : [entry]))
      .filter(({ access }) => person !== null && includes(scopeOf(person, access)))
      .map(({ title, path }) => ({
        title,
        path,
        isCurrent: path === '/' ? request.path === '/' : request.path === path || request.path.startsWith(`${path}/`),
      }));
    const roles = person?.grants.map(({ role, organisation }) =>
      organisation === null ? role : `${role}@${organisation}`,
    );
    return {
      f: formatOf(request.headers['accept-language']),
      layout: {
        asset,
        navigation,
        person: person === null ? null : { name: person.name, roles: roles?.join(', ') },
        flash: message,
        version: manifest.version,
        refresh: null,
      },
    };
  };

  const sendProblem = (request: Request, response: Response, problem: Problem, person: Person | null): void => {
    const { f, layout } = layoutOf(request, person, null);
    const { title, message: detail, hint, status } = problem;
    const body = render('view/problem', { detail, hint });
    response
      .status(status)
      .type('html')
      .send(render('view/layout', { ...layout, f, title, body }));
  };

  /** A page that leads on by itself: the browser then counts as coming from the console, and sends its cookie. */
  const sendOn = (request: Request, response: Response, to: string): void => {
    const { f, layout } = layoutOf(request, null, null);
    const body = render('view/problem', { detail: 'One moment.', hint: 'If nothing happens, go to the overview.' });
    response.type('html').send(render('view/layout', { ...layout, f, title: 'Signing in', body, refresh: to }));
  };
  const comesFromElsewhere = ({ headers }: Request): boolean =>
    !['none', 'same-origin', undefined].includes(headers['sec-fetch-site'] as string | undefined);
  const toOverview: RequestHandler = (request, response) =>
    comesFromElsewhere(request) ? sendOn(request, response, '/') : response.redirect(303, '/');

  const visit =
    ({ access, handle }: Route): RequestHandler =>
    async (request, response) => {
      const session = await keeper.find(request);
      if (session === null) {
        // A link on another site: the browser withheld the cookie, and sends it when the console's own page asks again.
        if (request.method === 'GET' && comesFromElsewhere(request))
          return sendOn(request, response, request.originalUrl);
        throw new Problem(
          401,
          'Sign in',
          'You are not signed in, or your session has ended.',
          'Open the sign-in link that the console printed when it started. To get a new one, run: npm run console -- link',
        );
      }
      response.locals.person = session;
      const scope = scopeOf(session, access);
      if (!includes(scope))
        throw new Problem(
          403,
          'Not allowed',
          `Your roles do not include this page. It needs one of the roles that may use ${access}.`,
          'Ask the administrator of your identity provider for a role that includes it.',
        );
      const may = (other: Access, organisation?: string) => includes(scopeOf(session, other), organisation);
      const query = new URL(request.originalUrl, 'http://console').searchParams;
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const answer = await handle({ request, person: session, scope, may, form, query });
      await respond(request, response, answer, {
        surroundings: (message) => layoutOf(request, session, message),
        isSignedIn: () => keeper.isLive(request),
        keepFlash: (text) => flash.keep(response, text),
        takeFlash: () => flash.take(request, response),
      });
    };

  app.use(securityHeaders(isSecure), refuseForeign(baseUrl), assets());
  app.all('/sign-in', signIn(toOverview));
  app.post('/sign-out', async (request, response) => {
    await keeper.end(request, response);
    response.redirect(303, '/');
  });
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
    sendProblem(request, response, problem, response.locals.person ?? null);
  };
  app.use(onError);
  return app;
};
