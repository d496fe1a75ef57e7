import { withoutCurrency } from './decimal-text.ts';

/** A cell of a column, or a line. */
export type Cell = { readonly line: number; readonly text: string };
export type CellsOfLine = {
  readonly line: number;
  readonly cells: ReadonlyArray<string>;
  /** As it is in the file; missing: it is a row of a sheet. */
  readonly text?: string;
};
/** The rows of the beginning of a file, before anything is known of them. */
export type Start = {
  readonly rows: ReadonlyArray<CellsOfLine>;
  /** The lines of a mapping that say how these rows are read, without those of the header. */
  readonly form: ReadonlyArray<string>;
  readonly dialect: ReadonlyArray<string>;
  /** Of columns of fixed widths; null: they have a delimiter. */
  readonly widths: ReadonlyArray<number> | null;
  /** Cells are typed: a number has no leading zeros. */
  readonly isSheet: boolean;
};

/** What is not certain, for people. */
export type Doubts = string[];

/** Returns a text as YAML has it in double quotes; characters that cannot be seen are spelled out. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\p{Cf}\p{Zl}\p{Zp}]/gu,
    (one) => `\\U${one.codePointAt(0)!.toString(16).padStart(8, '0')}`,
  );

const NEGATIVE = /^[-(]|(?:-|CR?|H)$/i;

const POSITIVE_ARE = 'Payments, credits and charges of items are positive: to change the sign, add reverse:';

/**
 * Returns the doubts of amounts that are all, or for the most part, negative: those of rows of one type.
 *
 * @param type the column of types; null: there is none.
 */
export const signDoubts = (
  rows: ReadonlyArray<CellsOfLine>,
  header: ReadonlyArray<string>,
  {
    type,
    amount,
    currency,
  }: { readonly type: string | null; readonly amount: string; readonly currency: string | null },
): ReadonlyArray<string> => {
  const [typeAt, amountAt] = [type === null ? -1 : header.indexOf(type), header.indexOf(amount)];
  const byType = Map.groupBy(
    rows.filter(({ cells }) => /[1-9]/.test(cells[amountAt] ?? '')),
    ({ cells }) => cells[typeAt]?.trim() ?? '',
  );
  const found = [...byType].flatMap(([value, own]) => {
    const positive = own.filter(({ cells }) => !NEGATIVE.test(withoutCurrency(cells[amountAt]!.trim(), currency)));
    return positive.length < own.length / 2 ? [{ value, positive }] : [];
  });
  if (found.length > 20) return [];
  const [all, most] = [true, false].map((areAll) => found.filter(({ positive }) => (positive.length === 0) === areAll));
  const doubt = (share: string, some: typeof found): ReadonlyArray<string> => {
    if (some.length === 0) return [];
    const [exception] = some[0]!.positive;
    const values = some.map(({ value }) => quoted(value)).join(', ');
    const which = type === null ? `${share} numbers` : `${share} rows with ${type} ${values}`;
    const but = exception === undefined ? '' : `, and line ${exception.line} is not`;
    const rule = type === null ? 'true' : `{${quoted(type)}: [${values}]}`;
    return [`${amount}: ${which} are negative${but}. ${POSITIVE_ARE} ${rule}.`];
  };
  return [...doubt('all', all!), ...doubt('most', most!)];
};
