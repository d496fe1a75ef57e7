import type { UnreadRow } from '../../files/control-file.ts';
import { count } from '../figures.ts';
import type { Report } from '../report.ts';
import { type Html, html, NOTHING } from './markup.ts';
import { section } from './section.ts';
import { type Column, table } from './table.ts';

/** What identifies the file that was compared, and how much of it was read. */
export const controlFile = ({ controlFile: file }: Report): Html =>
  file === null
    ? NOTHING
    : section(
        'control-file',
        'Control file',
        'The file whose control totals were compared. Anyone who has the file can check its SHA-256.',
        html`<dl class="facts">
<div><dt>Name</dt><dd>${file.name}</dd></div>
<div><dt>Size in bytes</dt><dd>${count(file.bytes)}</dd></div>
<div><dt>Rows read</dt><dd>${count(file.rowsRead)}</dd></div>
<div><dt>Rows unread</dt><dd>${count(file.rowsUnread)}</dd></div>
<div><dt>SHA-256</dt><dd class="code">${file.sha256}</dd></div>
</dl>
`,
      );

const COLUMNS: ReadonlyArray<Column> = [
  { title: 'Line', kind: 'figure' },
  { title: 'Column', kind: 'code' },
  { title: 'Reason', kind: 'text' },
  { title: 'Row', kind: 'code' },
];

const more = (shown: number, total: number, rejectsFile: string): Html =>
  shown === total
    ? NOTHING
    : html`<p class="more">The first ${count(shown)} of ${count(total)} are shown; all of them are in <code>${rejectsFile}</code>.</p>
`;

/** Each row of the control file that could not be read, with its line and the reason. */
export const unreadRows = ({ controlFile: file }: Report): Html =>
  file === null || file.rowsUnread === 0
    ? NOTHING
    : section(
        'unread',
        'Rows of the control file that could not be read',
        'These rows were not compared, so the report is incomplete. Correct them in the control file and run the report again.',
        html`${table({
          labelledBy: 'unread',
          columns: COLUMNS,
          items: file.unread,
          toCells: ({ line, attr, detail, row }: UnreadRow) => [String(line), attr, detail, row],
        })}${more(file.unread.length, file.rowsUnread, file.rejectsFile)}`,
      );
