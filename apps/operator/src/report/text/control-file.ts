import { wrap } from '@carryover/terminal/columns';
import { tableLines, word } from '@carryover/terminal/table';
import { visible } from '@carryover/terminal/visible';
import { count } from '../figures.ts';
import type { Report } from '../report.ts';
import { andMore, indented, type Section } from './section.ts';

const SHOWN = 20;

/** The identity of the compared file, and the number of rows that were read. */
export const controlFile = ({ controlFile: file }: Report, width: number): Section => ({
  title: 'Control file',
  lines:
    file === null
      ? []
      : tableLines(
          [word(''), word('')],
          [
            ['Name', file.name],
            ['Size', `${count(file.bytes)} bytes`],
            ['SHA-256', file.sha256],
            ['Rows read', count(file.rowsRead)],
            ['Rows unread', count(file.rowsUnread)],
          ],
          width,
        ),
});

/** Each row that could not be read: its line, the reason, and its text. */
export const unreadRows = ({ controlFile: file }: Report, width: number): Section => {
  const shown = file?.unread.slice(0, SHOWN) ?? [];
  return {
    title: `Rows of the control file that could not be read: ${count(file?.rowsUnread ?? 0)}`,
    lines: [
      ...shown.flatMap(({ line, attr, detail, row }) => [
        ...wrap(visible(`line ${line}${attr === '' ? '' : `, ${attr}`}: ${detail}`), width),
        ...indented([visible(row)]),
      ]),
      ...andMore(file?.rowsUnread ?? 0, shown.length, file?.rejectsFile ?? ''),
    ],
  };
};
