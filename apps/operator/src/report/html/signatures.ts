import type { Report } from '../report.ts';
import { type Html, html } from './markup.ts';

const LINES = ['Name', 'Position', 'Place and date', 'Signature'];

const party = (title: string): Html => html`<div>
<h3>${title}</h3>
<dl>
${LINES.map((line) => html`<div><dt>${line}</dt><dd></dd></div>\n`)}</dl>
</div>
`;

/** Lines to be signed on paper by both sides. */
export const signatures = ({
  reportId,
  organisation,
}: Report): Html => html`<section class="signing" aria-labelledby="signatures">
<h2 id="signatures">Signatures</h2>
<p class="intro">Signed for report <span class="import">${reportId}</span> and the verdict it states.</p>
<div class="parties">
${[party(`For the migrating client, ${organisation}`), party('For the platform operator')]}</div>
</section>
`;
