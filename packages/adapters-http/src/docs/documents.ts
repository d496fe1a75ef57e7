import { makeOpenApi } from '@carryover/contract/openapi/document';
import type { Documented } from '@carryover/contract/openapi/endpoints';
import { type Content, jsonContent, pageContent } from './content.ts';
import { once } from './once.ts';
import { renderErrors } from './pages/errors-page.ts';
import type { PageName } from './pages/page.ts';
import { renderReference } from './pages/reference-page.ts';
import { readWrittenPages, renderWrittenPage } from './pages/written-pages.ts';
import { makeSearch } from './search/search.ts';
import { searchEntries } from './search/search-entries.ts';
import { renderSearch } from './search/search-page.ts';
import type { ServedAs } from './served-as.ts';

/** The parts of the documentation, each built on demand. */
export type Documents = {
  readonly openApi: () => Promise<Content>;
  readonly page: (name: PageName) => Promise<Content>;
  readonly search: (query: string) => Promise<Content>;
};

export const makeDocuments = (documented: Documented, servedAs: ServedAs): Documents => {
  const openApi = makeOpenApi(documented);
  const written = once(() => readWrittenPages(documented, servedAs));
  const search = once(async () => makeSearch(searchEntries(openApi, await written())));
  const render = async (name: PageName): Promise<string> => {
    if (name === 'reference') return renderReference(openApi, servedAs);
    if (name === 'errors') return renderErrors(openApi);
    return renderWrittenPage((await written()).find((page) => page.name === name)!);
  };
  return {
    openApi: async () => jsonContent(JSON.stringify(openApi)),
    page: async (name) => pageContent(await render(name)),
    search: async (query) => pageContent(await renderSearch((await search())(query))),
  };
};
