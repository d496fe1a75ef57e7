import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import { toDateTime } from '@carryover/domain/date-time';
import { COUNTS } from '../counts.ts';
import { count } from '../figures.ts';
import { remarks } from '../remarks.ts';
import type { Report } from '../report.ts';
import { scopeOf } from '../scope.ts';
import { type Outcome, outcomeOf, verdict } from '../verdict.ts';
import { type Html, html, NOTHING, trusted } from './markup.ts';

/** A tick, an unequal sign, an exclamation mark, a dash: the outcome without its colour. */
const SIGNS: Readonly<Record<Outcome, Html>> = {
  agree: trusted('<path d="M13 25l7 7 15-16"/>'),
  differ: trusted('<path d="M13 19h22M13 29h22M30 11L18 37"/>'),
  incomplete: trusted('<path d="M24 11v16M24 35v1"/>'),
  not_compared: trusted('<path d="M14 24h20"/>'),
};

const WORDS: Readonly<Record<Outcome, string>> = {
  agree: 'Verdict: agree',
  differ: 'Verdict: differ',
  incomplete: 'Verdict: incomplete',
  not_compared: 'Not compared',
};

/** Whose migration this is, who made the report when and with what, and what it covers. */
export const pageHeader = (report: Report): Html => html`<header>
<p class="kind">Carryover</p>
<h1>Reconciliation of ${report.supplierCode}</h1>
<dl class="facts">
<div><dt>Organisation</dt><dd>${report.organisation}</dd></div>
<div><dt>Import supplier</dt><dd>${report.supplierCode}</dd></div>
<div><dt>Migration</dt><dd>${report.supplierStatus}</dd></div>
<div><dt>Made at (UTC)</dt><dd>${toDateTime(report.madeAt)}</dd></div>
<div><dt>Made by</dt><dd>${report.madeBy}</dd></div>
<div><dt>Made with</dt><dd>carryover-operator ${report.version}</dd></div>
<div><dt>Report</dt><dd class="import">${report.reportId}</dd></div>
</dl>
<p class="scope">${scopeOf(report)}</p>
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

export const tiles = ({ counts }: Reconciliation): Html => html`<section aria-labelledby="stored">
<h2 id="stored">What is stored</h2>
<dl class="tiles">
${COUNTS.map(([title, field]) => html`<div><dt>${title}</dt><dd>${count(counts[field])}</dd></div>\n`)}</dl>
</section>
`;
