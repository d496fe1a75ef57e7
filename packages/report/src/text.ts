import { type Column as TerminalColumn, tableLines, text, word, wrap } from '@carryover/terminal/table';
import { visible } from '@carryover/terminal/visible';
import stringWidth from 'string-width';
import { type Cell, type Column, cutSentence, type Item, type ReportView, type Row, type Section } from './report.ts';

/** The number of items that are shown of a section. */
const SHOWN = 20;
/** The minimum width of a report, because figures need space. */
const NARROWEST = 40;
const INDENT = '  ';

/** Only identifiers may be cut. Columns for which a terminal has no room are left out. */
const KINDS: Readonly<Record<Column['kind'], TerminalColumn['kind'] | null>> = {
  text: 'word',
  code: 'text',
  account: 'text',
  value: 'word',
  figure: 'figure',
  import: null,
  bar: null,
};

const cellText = (cell: Cell): string => {
  if (cell === null) return '(left out)';
  if (typeof cell === 'string') return cell;
  return 'rare' in cell ? `${cell.rare} (rare)` : '';
};

/** Returns the lines of each row; if the table is wider than the terminal, a row has a line for each of its cells. */
const rowLines = (
  { columns, pairs }: Section,
  rows: ReadonlyArray<Row>,
  width: number,
): { readonly head: ReadonlyArray<string>; readonly ofRows: ReadonlyArray<ReadonlyArray<string>> } => {
  const kept = columns.flatMap(({ title, kind: of }, index) => {
    const kind = KINDS[of];
    return kind === null ? [] : [{ title, kind, index }];
  });
  const cells = rows.map((row) => kept.map(({ index }) => cellText(row[index]!)));
  const lines = tableLines(kept, cells, width);
  const head = lines.slice(0, lines.length - rows.length);
  if (pairs !== undefined || lines.every((line) => stringWidth(line) <= width))
    return { head, ofRows: lines.slice(head.length).map((line) => [line]) };
  const titles = kept.map(({ title }) => title);
  const margin = Math.max(...titles.map((title) => title.length)) + INDENT.length;
  const titled = (cell: string, at: number): ReadonlyArray<string> =>
    wrap(visible(cell), width - margin).map((line, index) =>
      `${(index === 0 ? titles[at]! : '').padEnd(margin)}${line}`.trimEnd(),
    );
  return { head: [], ofRows: cells.map((row) => row.flatMap(titled)) };
};

const bullet = (sentence: string, width: number): ReadonlyArray<string> =>
  wrap(visible(sentence), width - INDENT.length).map((line, index) => (index === 0 ? '- ' : INDENT) + line);

/** Returns the first items of a section as lines, without its title. */
const bodyLines = (section: Section, width: number): ReadonlyArray<string> => {
  const items = section.items.slice(0, SHOWN);
  const rows = items.flatMap((item) => item.rows);
  const { head, ofRows } = rowLines(section, rows, width);
  const next = ofRows.values();
  const linesOf = ({ heading, rows: own, notes = [] }: Item): ReadonlyArray<string> => [
    ...(heading === undefined ? [] : wrap(visible(heading), width)),
    ...own.flatMap(() => next.next().value ?? []),
    ...notes.flatMap((note) => bullet(note.text, width)),
  ];
  const isSpaced = ofRows.some((lines) => lines.length > 1) || items.some(({ heading, notes }) => heading ?? notes);
  const more = cutSentence(section, items.length);
  return [
    ...head,
    ...items.flatMap((item, index) => [...(isSpaced && index > 0 ? [''] : []), ...linesOf(item)]),
    ...(more === null ? [] : wrap(visible(more), width)),
  ];
};

/** Returns a section as lines for a terminal of `width` columns: its title, its sentence and its first items. */
export const sectionLines = (section: Section, width: number): ReadonlyArray<string> => {
  const inner = width - INDENT.length;
  const sentence = section.sentence === undefined ? [] : wrap(section.sentence, inner);
  const indented = [...sentence, ...bodyLines(section, inner)].map((line) => (line === '' ? line : INDENT + line));
  return [section.title, ...indented];
};

/**
 * The report for a person at a terminal of `width` columns: the verdict in one sentence, then what it rests on. Long
 * lists are cut and say so; what was sent is made visible, so that it cannot steer the terminal. Ends with a line break.
 */
export const reportText = ({ sentence, facts, scope, remarks, sections }: ReportView, width: number): string => {
  const columns = Math.max(width, NARROWEST);
  const paragraphs = [
    wrap(sentence, columns),
    tableLines([word(''), text('')], facts, columns),
    scope === null ? [] : wrap(scope, columns),
    remarks.flatMap((remark) => bullet(remark.sentence, columns)),
    ...sections.map((section) => sectionLines(section, columns)),
  ];
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
};
