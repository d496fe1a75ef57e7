import { type Html, html } from './markup.ts';

/** What the words of the report mean: it is read by people who do not know the service. */
export const HOW_TO_READ: Html = html`<section aria-labelledby="reading">
<h2 id="reading">How to read this report</h2>
<dl class="reading">
<div><dt>Total</dt><dd>How many transactions of one type are on one ledger of one account, and the sum of their amounts. Notes, statements and billing documents are only counted. Sums are exact decimals: nothing is rounded.</dd></div>
<div><dt>Control total</dt><dd>The same figure as the migrating client says it was sent.</dd></div>
<div><dt>Stored</dt><dd>Recorded by this service, durably, by the time the report was made.</dd></div>
<div><dt>Verdict</dt><dd><b>Agree</b>: every control total was read, and every total agrees. <b>Differ</b>: at least one total differs. <b>Incomplete</b>: at least one control total could not be read, so that nothing is proven.</dd></div>
<div><dt>Import</dt><dd>The record of one request: when, by whom, what was sent and what became of it. <code>carryover-operator imports show --id</code> shows it.</dd></div>
<div><dt>\\u{…}, \\n</dt><dd>A character that cannot be seen, such as a space at the end of an identifier, is spelled out.</dd></div>
<div><dt>Where the rest is</dt><dd>Every total, also those that agree, is in the file made with <code>--csv</code>; everything is in the one made with <code>--json</code>.</dd></div>
</dl>
</section>
`;
