/**
 * The start of a cell, and a character with which a spreadsheet begins a formula: `=`, `+`, `-`, `@`, their
 * full-width twins, tab and line break, also behind spaces. A cell begins at the text's start and, in a program that is set to
 * another separator than the comma, behind a `;`, a tab or a line break inside the text.
 */
const CELL_START = '(?<=^|[;\\t\\r\\n])';
const FORMULA_FOLLOWS = "(?=[ ']*[=+\\-@＝＋－＠\\t\\r\\n])";
/** Most identifiers: nothing to guard, nothing to quote. */
const PLAIN = /^[A-Za-z0-9][\w.:/-]*$/;
const UNGUARDED = new RegExp(`${CELL_START}${FORMULA_FOLLOWS}`, 'g');
const GUARDED = new RegExp(`${CELL_START}'${FORMULA_FOLLOWS}`, 'g');

/**
 * Returns a text as a cell that no spreadsheet executes: an apostrophe goes before a possible formula, `'-17` for `-17`, and
 * before the same with apostrophes already in front, `''-17` for `'-17`, so that {@link fromTextCell} gives back every text.
 * Quoted as RFC 4180 requires, and if blanks at the ends or a `;` might be lost.
 */
export const toTextCell = (text: string): string => {
  if (PLAIN.test(text)) return text;
  const guarded = text.replace(UNGUARDED, "'");
  return /[",;\t\r\n]|^ | $/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
};

/**
 * The text that {@link toTextCell} wrote, from a cell that a CSV reader has already unquoted. A control-totals file that never
 * went through here reads as it is, `-17` as `-17`; only an apostrophe right before a formula character is taken for a guard.
 */
export const fromTextCell = (cell: string): string => cell.replace(GUARDED, '');
