import { html } from './html.ts';
import { renderPage } from './page.ts';

/** The reference: rendered in the browser from `/openapi.json`, which is all that it knows. */
export const renderReference = (): Promise<string> =>
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
sent with every request you make on this page, until you leave it. Where the demo's key is, the <a href="/docs#quick-start">quick start</a> says.</p>
<form id="token-form" class="token" autocomplete="off" hidden>
  <label for="api-key">API key</label>
  <input class="field" id="api-key" type="password" required spellcheck="false" autocapitalize="off" autocomplete="off">
  <button type="submit">Obtain a token</button>
  <p id="token-status" role="status"></p>
</form>
<noscript><p>The reference needs JavaScript. <a href="/openapi.json">openapi.json</a> says the same to any OpenAPI tool.</p></noscript>
<div id="reference"></div>`,
  });
