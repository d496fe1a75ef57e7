import type { IncomingMessage } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import type { DocumentationAddress } from './docs/documentation.ts';
import { toGraphQLAnswer } from './graphql.ts';
import { handleRequest, quietly, type ServeRequest, type ToAnswer } from './handle-request.ts';
import type { Onlookers } from './onlookers.ts';
import { notReady, refusal, toErrorAnswer } from './refusal.ts';
import type { Served, ServedEndpoint } from './serve-body.ts';

export type ServerParts = Onlookers & {
  readonly endpoints: ReadonlyArray<ServedEndpoint>;
  readonly graphql: (request: IncomingMessage, address: string) => Promise<Served>;
  readonly documentation: ReadonlyArray<DocumentationAddress>;
  /** Whether the database answers, its schema is current, and the service is not about to stop. */
  readonly isReady: () => Promise<boolean>;
  /** In Prometheus' text format. */
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** Addresses and networks whose `X-Forwarded-For` counts (decisions 10). */
  readonly trustedProxies: ReadonlyArray<string>;
};

const live: ServeRequest = async () => quietly({ status: 200, body: JSON.stringify({ status: 'live' }) });

const ready =
  (isReady: () => Promise<boolean>): ServeRequest =>
  async () =>
    quietly((await isReady()) ? { status: 200, body: JSON.stringify({ status: 'ready' }) } : toErrorAnswer(notReady));

const scrape =
  (metrics: ServerParts['metrics']): ServeRequest =>
  async () => {
    const { contentType, text } = await metrics();
    return quietly({ status: 200, headers: { 'Content-Type': contentType }, body: text });
  };

const nowhere: ServeRequest = async () => quietly(toErrorAnswer(refusal(404, 'not_found')));

/** The service's addresses. The path without its trailing slash works as with it (decisions 3). */
export const makeServer = (parts: ServerParts): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('case sensitive routing', true);
  app.set('trust proxy', [...parts.trustedProxies]);

  const add = (
    at: { readonly path: string | RegExp; readonly methods: ReadonlyArray<string>; readonly name: string },
    serve: ServeRequest,
    toAnswer: ToAnswer = toErrorAnswer,
  ) => {
    const serveIt = handleRequest(parts, at.name, serve, toAnswer);
    const notAllowed = refusal(405, 'method_not_allowed', { headers: { Allow: at.methods.join(', ') } });
    const wrongMethod = handleRequest(parts, at.name, async () => quietly(toAnswer(notAllowed)), toAnswer);
    app.all(at.path, (request: Request, response: Response) =>
      at.methods.includes(request.method) ? serveIt(request, response) : wrongMethod(request, response),
    );
  };
  const addPage = (path: string | RegExp, name: string, serve: ServeRequest) =>
    add({ path, methods: ['GET', 'HEAD'], name }, serve);

  for (const { name, serve, toAnswer } of parts.endpoints)
    add({ path: `/v1/data-import/${name}/`, methods: ['POST'], name }, serve, toAnswer);
  add(
    { path: '/v1/graphql/', methods: ['POST'], name: 'graphql' },
    (request) => parts.graphql(request, (request as Request).ip ?? ''),
    toGraphQLAnswer,
  );
  for (const { path, serve } of parts.documentation)
    addPage(path, 'documentation', async (request) => quietly(await serve(request)));
  addPage('/livez', 'livez', live);
  addPage('/readyz', 'readyz', ready(parts.isReady));
  // This path and no other, so that a proxy that hides it hides it all.
  addPage(/^\/metrics$/, 'metrics', scrape(parts.metrics));

  const serveNowhere = handleRequest(parts, 'unknown', nowhere);
  app.use(serveNowhere);
  // What the router itself refuses, a path that can't be decoded for instance, leads nowhere either.
  app.use((_error: unknown, request: Request, response: Response, _next: unknown) => serveNowhere(request, response));
  return app;
};
