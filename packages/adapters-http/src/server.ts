import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
import { v7 as makeId } from 'uuid';
import type { DocumentationAddress } from './docs/documentation.ts';
import { toGraphQLAnswer } from './graphql.ts';
import { checkProtocol } from './protocol-guard.ts';
import { type Answer, type Refusal, refusal, toErrorAnswer, unexpected } from './refusal.ts';
import { logRequest } from './request-log.ts';
import { respond, type Sendable } from './respond.ts';
import type { Served, ServedEndpoint } from './serve-body.ts';

type ToAnswer = (refused: Refusal) => Answer;
/** Serves one request whose address and method are right. */
type Serve = (request: IncomingMessage, id: string) => Promise<Omit<Served, 'answer'> & { readonly answer: Sendable }>;

export type ServerParts = {
  readonly endpoints: ReadonlyArray<ServedEndpoint>;
  readonly graphql: (request: IncomingMessage, address: string) => Promise<Served>;
  readonly documentation: ReadonlyArray<DocumentationAddress>;
  /** Whether the database answers and its schema is current. */
  readonly isReady: () => Promise<boolean>;
  readonly logger: Logger;
  /** Addresses and networks whose `X-Forwarded-For` counts (decisions 10). */
  readonly trustedProxies: ReadonlyArray<string>;
};

const quietly = <A extends Sendable>(answer: A) => ({ answer, caller: null, cause: undefined });

/** Answers with what `serve` makes of the request, and logs how it ended; an exception is a defect and answered 500. */
const handle =
  (logger: Logger, serve: Serve, toAnswer: ToAnswer = toErrorAnswer) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = makeId();
    const startedAt = performance.now();
    response.setHeader('X-Request-Id', id);
    const protocol = checkProtocol(request);
    const served = E.isLeft(protocol)
      ? quietly(toAnswer(protocol.left))
      : await serve(request, id).catch((cause: unknown) => ({
          answer: toAnswer(unexpected(cause)),
          caller: null,
          cause,
        }));
    respond(response, served.answer);
    logRequest(logger, request, response, { id, startedAt, ...served });
  };

/** The service's addresses. The path without its trailing slash works as with it (decisions 3). */
export const makeServer = ({
  endpoints,
  graphql,
  documentation,
  isReady,
  logger,
  trustedProxies,
}: ServerParts): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('case sensitive routing', true);
  app.set('trust proxy', [...trustedProxies]);

  const addRoute = (path: string, methods: ReadonlyArray<string>, serve: Serve, toAnswer: ToAnswer = toErrorAnswer) => {
    const serveIt = handle(logger, serve, toAnswer);
    const wrongMethod = handle(logger, async () =>
      quietly(toAnswer(refusal(405, 'method_not_allowed', { headers: { Allow: methods.join(', ') } }))),
    );
    app.all(path, (request: Request, response: Response) =>
      methods.includes(request.method) ? serveIt(request, response) : wrongMethod(request, response),
    );
  };

  for (const { name, serve, toAnswer } of endpoints) addRoute(`/v1/data-import/${name}/`, ['POST'], serve, toAnswer);
  addRoute('/v1/graphql/', ['POST'], (request) => graphql(request, (request as Request).ip ?? ''), toGraphQLAnswer);
  for (const { path, serve } of documentation)
    addRoute(path, ['GET', 'HEAD'], async (request) => quietly(await serve(request)));
  addRoute('/livez', ['GET', 'HEAD'], async () => quietly({ status: 200, body: JSON.stringify({ status: 'live' }) }));
  addRoute('/readyz', ['GET', 'HEAD'], async () =>
    quietly(
      (await isReady())
        ? { status: 200, body: JSON.stringify({ status: 'ready' }) }
        : toErrorAnswer(refusal(503, 'service_unavailable', { headers: { 'Retry-After': '1' } })),
    ),
  );

  app.use(handle(logger, async () => quietly(toErrorAnswer(refusal(404, 'not_found')))));
  // What the router itself refuses, a path that can't be decoded for instance, leads nowhere either.
  app.use((_error: unknown, request: Request, response: Response, _next: unknown) =>
    handle(logger, async () => quietly(toErrorAnswer(refusal(404, 'not_found'))))(request, response),
  );
  return app;
};
