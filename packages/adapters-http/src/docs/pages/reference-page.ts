import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import type { ServedAs } from '../served-as.ts';
import { type Html, html } from './html.ts';
import { inline } from './markdown.ts';
import { renderPage } from './page.ts';
import { type ResponseHeader, responseHeadersOf } from './response-headers.ts';

const headerRow = ({ name, description, statuses, isOnEvery }: ResponseHeader): Html => html`
<tr>
  <td><code>${name}</code></td>
  <td>${inline(description)}</td>
  <td>${isOnEvery ? 'all' : statuses.join(', ')}</td>
</tr>`;

/** The headers of responses, described once for all operations. */
const headerTable = (openApi: OpenApiDocument): Html => html`
<details class="headers">
  <summary>Headers of the responses</summary>
  <div class="table"><table>
    <thead><tr><th>Header</th><th>Meaning</th><th>Statuses</th></tr></thead>
    <tbody>${responseHeadersOf(openApi).map(headerRow)}</tbody>
  </table></div>
</details>`;

/** The reference: rendered in the browser from `/openapi.json`, which is all that it knows. */
export const renderReference = (openApi: OpenApiDocument, { isDemo }: ServedAs): Promise<string> =>
  renderPage({
    name: 'reference',
    title: 'Reference',
    description: 'Every endpoint, field, answer and limit, to be tried against this service.',
    places: [],
    styles: ['swagger-ui.css', 'reference.css', 'token.css'],
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
    content: html`
<h1>Reference</h1>
<p>Every endpoint, field, answer and limit, made from <a href="/openapi.json">openapi.json</a>. To try an endpoint against this service, obtain a token first: it is
sent with every request you make on this page, until you leave it. ${
      isDemo
        ? html`The <a href="/docs#first-request">guide</a> says where the API key of the demo is.`
        : html`The platform's operator issues the API key.`
    }</p>
<form id="token-form" class="token" autocomplete="off" hidden>
  <label for="api-key">API key</label>
  <input class="field" id="api-key" type="password" required spellcheck="false" autocapitalize="off" autocomplete="off">
  <button type="submit">Obtain a token</button>
  <p id="token-status" role="status"></p>
</form>
${headerTable(openApi)}
<noscript><p>The reference needs JavaScript. <a href="/openapi.json">openapi.json</a> says the same to any OpenAPI tool.</p></noscript>
<div id="reference"></div>`,
  });
