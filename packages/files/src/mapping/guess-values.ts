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

/** Returns the doubt of amounts whose sign goes with the type of the row; null if there is none. */
export const signDoubt = (
  rows: ReadonlyArray<CellsOfLine>,
  header: ReadonlyArray<string>,
  { type, amount, currency }: { readonly type: string; readonly amount: string; readonly currency: string | null },
): string | null => {
  const [typeAt, amountAt] = [header.indexOf(type), header.indexOf(amount)];
  const signs = Map.groupBy(
    rows.filter(({ cells }) => /[1-9]/.test(cells[amountAt] ?? '')),
    ({ cells }) => cells[typeAt]!.trim(),
  );
  const all = [...signs].filter(([, own]) =>
    own.every(({ cells }) => NEGATIVE.test(withoutCurrency(cells[amountAt]!.trim(), currency))),
  );
  if (all.length === 0 || all.length > 20) return null;
  const values = all.map(([value]) => quoted(value)).join(', ');
  return `${amount}: all rows with ${type} ${values} are negative. Payments, credits and charges of items are positive: to change the sign, add reverse: {${quoted(type)}: [${values}]}.`;
};
