import { type Html, html } from './markup.ts';

/** What the words of the report mean: it is read by people who do not know the service. */
export const HOW_TO_READ: Html = html`<section aria-labelledby="reading">
<h2 id="reading">How to read this report</h2>
<dl class="reading">
<div><dt>Total</dt><dd>The number of transactions of one type on one ledger of one account, and the sum of their amounts. For notes, statements and billing documents, only the number. Sums are exact decimals and never rounded.</dd></div>
<div><dt>Control total</dt><dd>The same figure as given by the migrating client.</dd></div>
<div><dt>Stored</dt><dd>Recorded durably by this service when the report was made.</dd></div>
<div><dt>Verdict</dt><dd><b>Agree</b>: every control total was read, and every total agrees. <b>Differ</b>: at least one total differs. <b>Incomplete</b>: at least one control total could not be read, so the report proves nothing.</dd></div>
<div><dt>Import</dt><dd>The record of one request: time, sender, content and outcome. To see it, use <code>carryover-operator imports show --id</code>.</dd></div>
<div><dt>\\u{…}, \\n</dt><dd>An escape for an invisible character, such as a space at the end of an identifier.</dd></div>
<div><dt>Complete lists</dt><dd>The file made with <code>--csv</code> has every total, including those that agree. The file made with <code>--json</code> has everything.</dd></div>
</dl>
</section>
`;
