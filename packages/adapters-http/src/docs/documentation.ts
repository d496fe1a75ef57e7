import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Documented } from '@carryover/contract/openapi/endpoints';
import type { Request } from 'express';
import { type Answer, linkToErrors } from '../errors/rejection.ts';
import { ASSETS, assetOf, type Content, PAGES } from './addresses.ts';
import type { ServedAs } from './written-pages.ts';

/**
 * The content security policy of the documentation: load from here, call the service and search here, nothing else. Pictures in
 * the reference's style sheet are data.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page of the documentation, on which a person may type an API key. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** May change with the next version of the service, so browsers check it each time. */
const CHANGING = { 'Cache-Control': 'no-cache' };

const pageContent = (text: string): Content => ({
  type: 'text/html; charset=utf-8',
  bytes: Buffer.from(text),
  headers: { ...CHANGING, ...SECURITY_HEADERS },
});

/** Makes a value on the first call and keeps it; after a failure, the next call makes it again. */
const once = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
};

type ServeContent = (request: Request) => Promise<Answer>;

const compress = promisify(gzip);

/** Serves content that is made and compressed once, on the first request; compressed if the client accepts that. */
const serveContent = (make: () => Content | Promise<Content>): ServeContent => {
  const plain = once(async () => make());
  const compressed = once(async () => compress((await plain()).bytes));
  return async (request) => {
    const { type, bytes, headers } = await plain();
    const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
    const encoding = isCompressed ? { 'Content-Encoding': 'gzip' } : {};
    return {
      status: 200,
      headers: { ...headers, 'Content-Type': type, Vary: 'Accept-Encoding', ...encoding },
      body: isCompressed ? await compressed() : bytes,
    };
  };
};

/** The address of another version, which a page of another replica may name, gives the file too, but not forever. */
const serveAsset = (name: string): ServeContent => {
  const serve = serveContent(() => assetOf(name).content);
  return async (request) => {
    const sent = await serve(request);
    return request.params.version === assetOf(name).version
      ? sent
      : { ...sent, headers: { ...sent.headers, 'Cache-Control': 'no-cache' } };
  };
};

const serveUnknownPage = (isStart: boolean): ServeContent =>
  serveContent(async () => pageContent((await import('./page.ts')).renderUnknown(isStart)));
const pageAtStart = serveUnknownPage(true);
const pageElsewhere = serveUnknownPage(false);

/** Answers a browser at `/` with a page that leads to the documentation, and elsewhere with the same and 404. */
export const serveUnknown: ServeContent = async (request) => {
  const isStart = /^\/(?:\?|$)/.test(request.url);
  const { headers, ...page } = await (isStart ? pageAtStart : pageElsewhere)(request);
  const varied = { ...headers, Vary: 'Accept, Accept-Encoding' };
  return isStart
    ? { ...page, headers: varied }
    : { ...page, status: 404, code: 'not_found', headers: { ...varied, ...linkToErrors(['not_found']) } };
};

/** Returns the search query: the first `q` of the address. */
const queryOf = (url: string): string => new URLSearchParams(url.split('?')[1] ?? '').get('q') ?? '';

/** A path of the documentation, for GET. */
export type DocumentationAddress = { readonly path: string; readonly serve: ServeContent };

/** The schema of mappings, for editors that complete and check YAML (decisions 19). */
const mappingContent = async (): Promise<Content> => {
  const { mappingSchema } = await import('@carryover/contract/mapping/mapping');
  const bytes = Buffer.from(`${JSON.stringify(mappingSchema(), null, 2)}\n`);
  return { type: 'application/json', bytes, headers: CHANGING };
};

/** The documentation of a service. It is rendered on the first request for a part of it, so that the start does not wait for it. */
export const makeDocumentation = (documented: Documented, servedAs: ServedAs): ReadonlyArray<DocumentationAddress> => {
  const site = once(async () => (await import('./site.ts')).makeSite(documented, servedAs));
  const openApi = async (): Promise<Content> => {
    const bytes = Buffer.from((await site()).openApi);
    return { type: 'application/json', bytes, headers: CHANGING };
  };
  return [
    { path: '/openapi.json', serve: serveContent(openApi) },
    { path: '/schemas/mapping.json', serve: serveContent(mappingContent) },
    ...PAGES.map(({ name, address }) => ({
      path: `${address}/`,
      serve: serveContent(async () => pageContent((await site()).pages.get(name)!)),
    })),
    {
      path: '/docs/search/',
      serve: (request) => serveContent(async () => pageContent((await site()).search(queryOf(request.url))))(request),
    },
    ...ASSETS.map((name) => ({ path: `/docs/assets/:version/${name}`, serve: serveAsset(name) })),
  ];
};
