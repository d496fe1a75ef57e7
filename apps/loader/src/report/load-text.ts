import { list, table } from '@carryover/terminal/output';
import type { Loaded } from '../loading/load.ts';
import type { Report } from './proof-report.ts';
import { proofText } from './proof-text.ts';

const rejectedBy = (codes: Loaded['codes']): string =>
  codes.size === 0
    ? ''
    : `\n${table(
        ['rejected for', 'rows'],
        [...codes].toSorted(([, a], [, b]) => b - a),
        '',
      )}`;

const filesOf = (outputs: ReadonlyArray<string>): string =>
  outputs
    .map((file) =>
      file.endsWith('.conflicts.ndjson')
        ? `Stored already with other content, and not changed: ${file}\n`
        : `To fix, and then to load as it is: ${file}\n`,
    )
    .join('');

/** The result of a load for a reader at a terminal. */
export const loadText = ({ counts, seconds, codes, outputs }: Loaded, report: Report, journal: string): string => {
  const rows = counts.accepted + counts.already_existed + counts.rejected + counts.conflicts;
  const rate = seconds > 0 ? Math.round(rows / seconds).toLocaleString('en') : '-';
  return [
    list([
      ['accepted', counts.accepted],
      ['existed already', counts.already_existed],
      ['rejected', counts.rejected],
      ['conflicts', counts.conflicts],
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
