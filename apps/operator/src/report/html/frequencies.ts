import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import { count } from '../figures.ts';
import { type FieldVocabulary, type Value, vocabularies } from '../vocabulary.ts';
import { smallBar } from './chart.ts';
import { type Content, type Html, html, NOTHING } from './markup.ts';
import { meaningOf } from './meaning.ts';
import { section } from './section.ts';
import { type Column, onlyTheFirst, ROWS_SHOWN, table } from './table.ts';

/** Of one field. The rarest are among them: a typing error is never what is cut. */
const VALUES_SHOWN = 24;

const VALUES: ReadonlyArray<Column> = [
  { title: 'Value', kind: 'code' },
  { title: 'Count', kind: 'figure' },
  { title: 'Share of the most frequent', kind: 'bar' },
];

const RARE: Html = html` <span class="rare">rare</span>`;

const valueCells =
  (most: number) =>
  ({ value, count: times, isRare }: Value): ReadonlyArray<Content> => [
    html`${value}${isRare ? RARE : NOTHING}`,
    count(times),
    smallBar(times, most),
  ];

const whatIsShown = ({ frequent, left, rarest }: FieldVocabulary): Html =>
  left === 0
    ? NOTHING
    : html`<p class="more">The ${count(frequent.length)} most frequent and the ${count(rarest.length)} rarest of ${count(frequent.length + left + rarest.length)} values are shown; all of them are in the file made with <code>--json</code>.</p>
`;

const ofField = (vocabularyOfField: FieldVocabulary): Html => {
  const { field, frequent, rarest, most } = vocabularyOfField;
  const id = `values-${field}`;
  return html`<h3 id="${id}"><code>${field}</code></h3>
${table({ labelledBy: id, columns: VALUES, items: [...frequent, ...rarest], toCells: valueCells(most) })}${whatIsShown(vocabularyOfField)}`;
};

/** Every value of the open vocabularies and how often it stands. */
export const vocabulary = (reconciliation: Reconciliation): Html =>
  reconciliation.vocabulary.length === 0
    ? NOTHING
    : section(
        'vocabulary',
        'Values of open fields',
        'These fields accept any value. A rare value that resembles a frequent one may be a typing error.',
        html`<div class="fields">${vocabularies(reconciliation.vocabulary, VALUES_SHOWN).map((each) => html`<div>${ofField(each)}</div>\n`)}</div>
`,
      );

const REFUSALS: ReadonlyArray<Column> = [
  { title: 'Code', kind: 'code' },
  { title: 'Meaning', kind: 'text' },
  { title: 'Requests', kind: 'figure' },
  { title: 'Share of the most frequent', kind: 'bar' },
];

/** Refused requests by their code, the most frequent first. */
export const refusals = ({ refusals: all }: Reconciliation): Html =>
  all.length === 0
    ? NOTHING
    : section(
        'refusals',
        'Rejected requests',
        'A rejected request stores nothing on the account. The client may have sent it again in a corrected form.',
        html`${table({
          labelledBy: 'refusals',
          columns: REFUSALS,
          items: all,
          toCells: ({ code, count: times }) => [code, meaningOf(code), count(times), smallBar(times, all[0]!.count)],
        })}${onlyTheFirst(all.length, ROWS_SHOWN, '--json')}`,
      );
