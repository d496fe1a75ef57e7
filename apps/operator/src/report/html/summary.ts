import type { Reconciliation } from '@carryover/application/reconciliation';
import { toDateTime } from '@carryover/domain/date-time';
import { COUNTS } from '../counts.ts';
import { count } from '../figures.ts';
import { remarks } from '../remarks.ts';
import { type Outcome, outcomeOf, verdict } from '../verdict.ts';
import { type Html, html, NOTHING, trusted } from './markup.ts';

/** A tick, an unequal sign, a dash: the outcome without its colour. */
const SIGNS: Readonly<Record<Outcome, Html>> = {
  agree: trusted('<path d="M13 25l7 7 15-16"/>'),
  differ: trusted('<path d="M13 19h22M13 29h22M30 11L18 37"/>'),
  not_compared: trusted('<path d="M14 24h20"/>'),
};

const WORDS: Readonly<Record<Outcome, string>> = { agree: 'Agreed', differ: 'Differing', not_compared: 'Not compared' };

/** Whose migration this is, and when it was looked at. */
export const pageHeader = (reconciliation: Reconciliation): Html => html`<header>
<p class="kind">Carryover</p>
<h1>Reconciliation of ${reconciliation.supplierCode}</h1>
<dl class="facts">
<div><dt>Organisation</dt><dd>${reconciliation.organisation}</dd></div>
<div><dt>Import supplier</dt><dd>${reconciliation.supplierCode}</dd></div>
<div><dt>Migration</dt><dd>${reconciliation.supplierStatus}</dd></div>
<div><dt>Made at (UTC)</dt><dd>${toDateTime(reconciliation.madeAt)}</dd></div>
</dl>
</header>
`;

const remarkList = (reconciliation: Reconciliation): Html => {
  const found = remarks(reconciliation);
  if (found.length === 0) return NOTHING;
  return html`<p>Also found:</p>
<ul>
${found.map(({ id, sentence }) => html`<li><a href="#${id}">${sentence}</a></li>\n`)}</ul>
`;
};

/** The verdict, and what else a reader has to know. */
export const banner = (reconciliation: Reconciliation): Html => {
  const outcome = outcomeOf(reconciliation);
  return html`<section class="verdict ${outcome}" aria-labelledby="verdict">
<svg role="img" aria-label="${WORDS[outcome]}" width="48" height="48" viewBox="0 0 48 48"><circle cx="24" cy="24" r="23"/>${SIGNS[outcome]}</svg>
<div>
<h2 id="verdict">${verdict(reconciliation)}</h2>
${remarkList(reconciliation)}</div>
</section>
`;
};

export const tiles = ({ counts }: Reconciliation): Html => html`<section aria-labelledby="landed">
<h2 id="landed">What has landed</h2>
<dl class="tiles">
${COUNTS.map(([title, field]) => html`<div><dt>${title}</dt><dd>${count(counts[field])}</dd></div>\n`)}</dl>
</section>
`;
