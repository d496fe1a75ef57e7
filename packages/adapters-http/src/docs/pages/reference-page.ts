import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import type { ServedAs } from '../served-as.ts';
import { inline } from './markdown.ts';
import { renderPage } from './page.ts';
import { responseHeadersOf } from './response-headers.ts';
import { render } from './templates.ts';

/** The reference: rendered in the browser from `/openapi.json`; the headers of responses are described once for all operations. */
export const renderReference = (openApi: OpenApiDocument, { isDemo, isStatic }: ServedAs): Promise<string> =>
  renderPage({
    name: 'reference',
    title: 'Reference',
    description: 'Every endpoint, field, answer and limit, to be tried against this service.',
    places: [],
    styles: ['swagger-ui.css', 'reference.css', 'token.css'],
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
    content: render('reference', { isDemo, isStatic, headers: responseHeadersOf(openApi), inline }),
  });
