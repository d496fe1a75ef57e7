import type { Documented } from '@carryover/contract/openapi/endpoints';
import type { Request } from 'express';
import { ASSETS, type Asset } from './assets.ts';
import { type ServeContent, serveContent } from './content.ts';
import type { Documents } from './documents.ts';
import { once } from './once.ts';

/** An address of the documentation, to be got. */
export type DocumentationAddress = { readonly path: string; readonly serve: ServeContent };

/** The address of another version, which a page of another replica may name, gives the file too, but not for ever. */
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

/** The documentation of a service. What makes it is loaded when it is first asked for: starting does not wait for it. */
export const makeDocumentation = (documented: Documented): ReadonlyArray<DocumentationAddress> => {
  const documents = once(async () => (await import('./documents.ts')).makeDocuments(documented));
  const serve = (name: keyof Documents): ServeContent => serveContent(async () => (await documents())[name]());
  return [
    { path: '/openapi.json', serve: serve('openApi') },
    { path: '/docs/', serve: serve('guide') },
    { path: '/docs/reference/', serve: serve('reference') },
    { path: '/docs/errors/', serve: serve('errors') },
    ...ASSETS.map((asset) => ({ path: `/docs/assets/:version/${asset.name}`, serve: serveAsset(asset) })),
  ];
};
