import { makeOpenApi } from '@carryover/contract/openapi/document';
import type { Documented } from '@carryover/contract/openapi/endpoints';
import { type Content, jsonContent, pageContent } from './content.ts';
import { renderErrors } from './errors-page.ts';
import { renderGuide } from './guide-page.ts';
import { renderReference } from './reference-page.ts';

/** What the documentation consists of, each made when it is called for. */
export type Documents = {
  readonly openApi: () => Promise<Content>;
  readonly guide: () => Promise<Content>;
  readonly reference: () => Promise<Content>;
  readonly errors: () => Promise<Content>;
};

export const makeDocuments = (documented: Documented): Documents => {
  const openApi = makeOpenApi(documented);
  return {
    openApi: async () => jsonContent(JSON.stringify(openApi)),
    guide: async () => pageContent(await renderGuide(documented)),
    reference: async () => pageContent(await renderReference()),
    errors: async () => pageContent(await renderErrors(openApi)),
  };
};
