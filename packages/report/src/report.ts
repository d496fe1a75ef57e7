/**
 * A column of a table. `code`: an identifier, shown exactly; `value`: the same, and never cut; `account`: the number of an
 * account; `import`: the id of an import record; `figure`: to the right; `bar`: a picture of a share.
 */
export type Column = {
  readonly title: string;
  readonly kind: 'text' | 'code' | 'value' | 'account' | 'import' | 'figure' | 'bar';
  /** Its cells may have personal data beyond the number of an account. */
  readonly isPersonal?: boolean;
};

const columnOf =
  (kind: Column['kind']) =>
  (title: string): Column => ({ title, kind });

export const text = columnOf('text');
export const code = columnOf('code');
export const value = columnOf('value');
export const account = columnOf('account');
export const importId = columnOf('import');
export const figure = columnOf('figure');
export const bar = columnOf('bar');

/** The columns of facts: names and values. */
const PAIRS = [text(''), text('')];

/** A text; null: a field that was left out; a value to be marked as rare; in a column of kind `bar`, a share from 0 to 1. */
export type Cell = string | null | { readonly rare: string } | { readonly share: number };
export type Row = ReadonlyArray<Cell>;

/** A sentence about the rows of an item. */
export type Note = {
  readonly text: string;
  /** The same without what may be personal data. */
  readonly brief: string;
  /** The import record that it is about. */
  readonly importId: string | null;
};

/** What is listed: one row, or several under a heading that belong together. */
export type Item = {
  readonly heading?: string;
  readonly rows: ReadonlyArray<Row>;
  readonly notes?: ReadonlyArray<Note>;
};

/** A chart: bars from one zero, one below the other. */
export type Chart = {
  readonly title: string;
  readonly bars: ReadonlyArray<{ readonly label: string; readonly figure: string; readonly value: number }>;
};

/** A part of a report under its own heading: a table, or names and values. */
export type Section = {
  readonly id: string;
  readonly title: string;
  readonly sentence?: string;
  /** On a page, the form of names and values; a table without it. */
  readonly pairs?: 'facts' | 'tiles' | 'terms';
  readonly columns: ReadonlyArray<Column>;
  /** The first of them: no browser opens a page of a million rows. */
  readonly items: ReadonlyArray<Item>;
  /** The number of items in all. */
  readonly count: number;
  /** What has all items, such as `the file made with --json`. */
  readonly complete: string;
  readonly charts?: ReadonlyArray<Chart>;
};

/** The number of items that are kept of a list. */
export const LISTED = 1_000;

/** A list of any length: the number of its items, and the first of them. */
export type Listed<A> = { readonly count: number; readonly first: ReadonlyArray<A> };

/** Returns the first {@link LISTED} items of a list. */
export const listed = <A>(items: ReadonlyArray<A>): Listed<A> => ({
  count: items.length,
  first: items.slice(0, LISTED),
});

type Heading = Omit<Section, 'items' | 'count' | 'complete'> & { readonly complete?: string };

/** Returns a section with the first items of a list; none if the list is empty. */
export const section = <A>(
  heading: Heading,
  { count, first }: Listed<A>,
  toItem: (item: A) => Item | Row,
): ReadonlyArray<Section> => {
  if (count === 0) return [];
  const items = first.map((item) => {
    const shown = toItem(item);
    return 'rows' in shown ? shown : { rows: [shown] };
  });
  return [{ complete: 'the file made with --json', ...heading, items, count }];
};

/** Returns a section of names and values. */
export const pairs = (
  heading: Omit<Heading, 'columns'>,
  entries: ReadonlyArray<readonly [string, string]>,
): ReadonlyArray<Section> => section({ pairs: 'facts', ...heading, columns: PAIRS }, listed(entries), (entry) => entry);

/** Returns the sentence below a list that is cut; null if it is not. */
export const cutSentence = ({ count, complete }: Section, shown: number): string | null =>
  count <= shown
    ? null
    : `The first ${shown.toLocaleString('en')} of ${count.toLocaleString('en')} are shown; all of them are in ${complete}.`;

/** A report for people who decide: the verdict, the figures that it follows from, and what differs. */
export type ReportView = {
  readonly title: string;
  readonly outcome: 'agree' | 'differ' | 'incomplete' | 'not_compared';
  /** The verdict in words. */
  readonly sentence: string;
  /** What else was found; `id` is that of a section. */
  readonly remarks: ReadonlyArray<{ readonly id: string; readonly sentence: string }>;
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>;
  /** What it covers, and what it does not. */
  readonly scope: string | null;
  readonly sections: ReadonlyArray<Section>;
};
