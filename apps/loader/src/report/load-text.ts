import { list, table } from '@carryover/terminal/output';
import { rowsOf } from '../journal/read-journal.ts';
import type { Loaded } from '../loading/load.ts';
import type { Report } from './proof-report.ts';
import { proofText } from './proof-view.ts';

const rejectedBy = (codes: Loaded['codes']): string =>
  codes.size === 0
    ? ''
    : `\n${table(
        ['rejected for', 'rows'],
        [...codes].toSorted(([, a], [, b]) => b - a),
        '',
      )}`;

const sentenceOf = (file: string): string => {
  if (file.endsWith('.conflicts.ndjson')) return `Stored already with other content, and not changed: ${file}`;
  if (file.endsWith('.repeated.ndjson')) return `Rows that say the same as an earlier one: ${file}`;
  return `To fix, and then to load as it is: ${file}`;
};

const filesOf = (outputs: ReadonlyArray<string>): string => outputs.map((file) => `${sentenceOf(file)}\n`).join('');

/** The result of a load for a reader at a terminal. */
export const loadText = (
  { counts, seconds, codes, outputs, proof }: Loaded,
  report: Report,
  journal: string | null,
): string => {
  const rows = rowsOf(counts);
  const rate = seconds > 0 ? Math.round(rows / seconds).toLocaleString('en') : '-';
  return [
    list([
      ['accepted', counts.accepted],
      ['existed already', counts.already_existed],
      ['repeated', counts.repeated],
      ['rejected', counts.rejected],
      ['conflicts', counts.conflicts],
      ['moved dates', proof.moved.count],
      ['requests', `${counts.requests}, ${counts.retried} of them repeated`],
      ['seconds', `${seconds.toFixed(1)} (${rate} rows/s)`],
      ['journal', journal],
    ]),
    rejectedBy(codes),
    filesOf(outputs),
    '\n',
    proofText(report),
  ].join('');
};
