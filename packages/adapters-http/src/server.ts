import express, { type Express } from 'express';
import { type DocumentationAddress, serveUnknown } from './docs/documentation.ts';
import { type Answer, notReady, rejection, type ToErrorAnswer, toErrorAnswer } from './errors/rejection.ts';
import { toGraphQLAnswer } from './graphql/endpoint.ts';
import { type DataImportRoute, type Reception, serveRoute } from './receive.ts';
import type { Telemetry } from './request.ts';
import { answerRejection, begin, type ErrorStep, respond, type Step } from './request.ts';

type ServerParts = {
  readonly telemetry: Telemetry;
  readonly routes: ReadonlyArray<DataImportRoute>;
  readonly reception: Reception;
  readonly graphql: Step;
  /** GET /v1/platform/changes/ */
  readonly changes: Step;
  readonly documentation: ReadonlyArray<DocumentationAddress>;
  /**
   * Returns null if the database answers, its schema is current, and the service is not about to stop; else the cause for the
   * log, if something failed.
   */
  readonly whyNotReady: () => Promise<{ readonly cause?: Error } | null>;
  /** The metrics in Prometheus' text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** Addresses and networks whose `X-Forwarded-For` is trusted (decisions 10). */
  readonly trustedProxies: ReadonlyArray<string>;
};

const methodNotAllowed =
  (allow: string): Step =>
  (_request, _response, next) =>
    next(rejection(405, 'method_not_allowed', { headers: { Allow: allow } }));

/** A browser, as opposed to a program, asks for HTML by name. */
const isForBrowser = (request: express.Request): boolean =>
  ['GET', 'HEAD'].includes(request.method) && request.accepts(['json', 'html']) === 'html';

/** Answers an address that the service does not have: a program with the error, a browser with a page. */
const notFound: Step = async (request, response, next) => {
  if (isForBrowser(request)) respond(response, await serveUnknown(request));
  else next(rejection(404, 'not_found', { headers: { Vary: 'Accept' } }));
};

/** The service's addresses. Each path works with and without its trailing slash (decisions 3). */
export const makeServer = (parts: ServerParts): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('case sensitive routing', true);
  app.set('trust proxy', [...parts.trustedProxies]);

  const route = (path: string | RegExp, name: string, toAnswer: ToErrorAnswer = toErrorAnswer) =>
    app.route(path).all(begin(parts.telemetry, name, toAnswer));
  const page = (path: string | RegExp, name: string, toAnswer: (request: express.Request) => Promise<Answer>) => {
    const get: Step = async (request, response) => respond(response, await toAnswer(request));
    route(path, name).get(get).all(methodNotAllowed('GET, HEAD'));
  };

  for (const endpoint of parts.routes)
    route(`/v1/data-import/${endpoint.name}/`, endpoint.name, endpoint.toErrorAnswer)
      .post(serveRoute(parts.reception, endpoint))
      .all(methodNotAllowed('POST'));

  route('/v1/graphql/', 'graphql', toGraphQLAnswer).post(parts.graphql).all(methodNotAllowed('POST'));
  route('/v1/platform/changes/', 'platform/changes').get(parts.changes).all(methodNotAllowed('GET, HEAD'));
  for (const { path, serve } of parts.documentation) page(path, 'documentation', serve);
  page('/livez', 'livez', async () => ({ status: 200, body: JSON.stringify({ status: 'live' }) }));
  page('/readyz', 'readyz', async () => {
    const why = await parts.whyNotReady();
    if (why !== null) throw { ...notReady, ...why };
    return { status: 200, body: JSON.stringify({ status: 'ready' }) };
  });
  // Exactly this path, so that a proxy can hide it with one rule.
  page(/^\/metrics$/, 'metrics', async () => {
    const { contentType, text } = await parts.metrics();
    return { status: 200, headers: { 'Content-Type': contentType }, body: text };
  });

  const beginUnknown = begin(parts.telemetry, 'unknown', toErrorAnswer);
  app.use(beginUnknown, notFound);
  /** The router rejects a path that it cannot decode before any step runs: respond 404. */
  const beginUndecodable: ErrorStep = (error, request, response, next) =>
    response.locals.id === undefined
      ? beginUnknown(request, response, (rejected) => (rejected ? next(rejected) : notFound(request, response, next)))
      : next(error);
  app.use(beginUndecodable, answerRejection);
  return app;
};
