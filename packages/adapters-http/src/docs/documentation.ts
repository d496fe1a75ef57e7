import type { Documented } from '@carryover/contract/openapi/endpoints';
import type { Request } from 'express';
import { linkToErrors } from '../responses/error-links.ts';
import { ASSETS, type Asset } from './assets.ts';
import { pageContent, type ServeContent, sendContent, serveContent } from './content.ts';
import { once } from './once.ts';
import { PAGES } from './pages/page.ts';
import type { ServedAs } from './served-as.ts';

/** A path of the documentation, for GET. */
export type DocumentationAddress = { readonly path: string; readonly serve: ServeContent };

/** The address of another version, which a page of another replica may name, gives the file too, but not forever. */
const serveAsset = ({ read }: Asset): ServeContent => {
  const serve = serveContent(async () => (await read()).content);
  return async (request) => {
    const { version } = await read();
    const sent = await serve(request);
    return (request as Request).params.version === version
      ? sent
      : { ...sent, headers: { ...sent.headers, 'Cache-Control': 'no-cache' } };
  };
};

const pageAtStart = serveContent(async () =>
  pageContent(await (await import('./pages/unknown-page.ts')).renderUnknown(true)),
);
const pageElsewhere = serveContent(async () =>
  pageContent(await (await import('./pages/unknown-page.ts')).renderUnknown(false)),
);

/** Answers a browser at `/` with a page that leads to the documentation, and elsewhere with the same and 404. */
export const serveUnknown: ServeContent = async (request) => {
  const isStart = /^\/(?:\?|$)/.test(request.url ?? '');
  const { headers, ...page } = await (isStart ? pageAtStart : pageElsewhere)(request);
  const varied = { ...headers, Vary: 'Accept, Accept-Encoding' };
  return isStart
    ? { ...page, headers: varied }
    : { ...page, status: 404, code: 'not_found', headers: { ...varied, ...linkToErrors(['not_found']) } };
};

/** Returns the search query: the first `q` of the address. */
const queryOf = (url = ''): string => new URLSearchParams(url.split('?')[1] ?? '').get('q') ?? '';

/** The documentation of a service. Its builders are loaded by the first request for a page, so that the start does not wait for them. */
export const makeDocumentation = (documented: Documented, servedAs: ServedAs): ReadonlyArray<DocumentationAddress> => {
  const documents = once(async () => (await import('./documents.ts')).makeDocuments(documented, servedAs));
  return [
    { path: '/openapi.json', serve: serveContent(async () => (await documents()).openApi()) },
    ...PAGES.map(({ name, address }) => ({
      path: `${address}/`,
      serve: serveContent(async () => (await documents()).page(name)),
    })),
    {
      path: '/docs/search/',
      serve: async (request) => sendContent(request, await (await documents()).search(queryOf(request.url))),
    },
    ...ASSETS.map((asset) => ({ path: `/docs/assets/:version/${asset.name}`, serve: serveAsset(asset) })),
  ];
};
