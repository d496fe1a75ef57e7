import { count } from '../figures.ts';
import { type Content, type Html, html, NOTHING } from './markup.ts';

/** No table has more rows than this: a page of a million rows is read by nobody, and opened by no browser. */
export const ROWS_SHOWN = 1_000;

/** `code`: an identifier, shown exactly; `import`: an import's id; `figure`: to the right; `bar`: a picture of a figure. */
export type Column = { readonly title: string; readonly kind: 'text' | 'code' | 'import' | 'figure' | 'bar' };

/** The roles say again what the elements are: on a phone rows become cards, and browsers then forget it. */
export const columnHeader = ({ title, kind }: Column): Html =>
  html`<th role="columnheader" scope="col" class="${kind}">${title}</th>`;

export const cell = ({ title, kind }: Column, content: Content): Html =>
  html`<td role="cell" class="${kind}" data-label="${title}">${content}</td>`;

export const rowHeader = ({ title, kind }: Column, content: Content): Html =>
  html`<th role="rowheader" scope="row" class="${kind}" data-label="${title}">${content}</th>`;

/** A row, its first cell the row's header. */
export const row = (
  columns: ReadonlyArray<Column>,
  cells: ReadonlyArray<Content>,
): Html => html`<tr role="row">${cells.map((content, i) => (i === 0 ? rowHeader : cell)(columns[i]!, content))}</tr>
`;

export type Table<A> = {
  readonly labelledBy: string;
  readonly columns: ReadonlyArray<Column>;
  readonly items: ReadonlyArray<A>;
  readonly toCells: (item: A) => ReadonlyArray<Content>;
};

/** A table of the first {@link ROWS_SHOWN} items. */
export const table = <A>({
  labelledBy,
  columns,
  items,
  toCells,
}: Table<A>): Html => html`<table role="table" aria-labelledby="${labelledBy}">
<thead role="rowgroup"><tr role="row">${columns.map(columnHeader)}</tr></thead>
<tbody role="rowgroup">
${items.slice(0, ROWS_SHOWN).map((item) => row(columns, toCells(item)))}</tbody>
</table>
`;

/** What stands under a list that is cut; nothing where it is whole. */
export const onlyTheFirst = (total: number, shown: number, where: string): Html =>
  total <= shown
    ? NOTHING
    : html`<p class="more">The first ${count(shown)} of ${count(total)} are shown; all of them are in the file made with <code>${where}</code>.</p>
`;
