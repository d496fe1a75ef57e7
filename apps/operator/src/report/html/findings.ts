import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';
import { toDateTime } from '@carryover/domain/date-time';
import {
  bar,
  type Column,
  code,
  figure,
  importId,
  moreThan,
  ROWS_SHOWN,
  type Row,
  type Section,
  text,
} from '@carryover/report-page/section';
import type { Listed } from '../../reconciling/reconciliation.ts';
import { count } from '../figures.ts';
import { whyRepeated } from '../remarks.ts';
import { listed, type Report } from '../report.ts';
import { barLength } from './chart.ts';

type Finding<A> = Omit<Section, 'body'> & {
  readonly columns: ReadonlyArray<Column>;
  readonly items: Listed<A>;
  readonly toCells: (item: A) => Row;
};

/** A section with a table of the first {@link ROWS_SHOWN} items; none if there are no items. */
const finding = <A>({ columns, items, toCells, ...heading }: Finding<A>): ReadonlyArray<Section> => {
  if (items.count === 0) return [];
  const rows = items.first.slice(0, ROWS_SHOWN).map(toCells);
  return [
    {
      more: moreThan(items.count, ROWS_SHOWN, '--json'),
      ...heading,
      body: { template: '@table', labelledBy: heading.id, columns, rows },
    },
  ];
};

/** Returns what an error code means, in a sentence; the code itself if it is unknown. */
const meaningOf = (errorCode: string): string => (isErrorCode(errorCode) ? ERROR_CODES[errorCode].meaning : errorCode);

/** Each row of the control file that could not be read, with its line and the reason. */
export const unreadRows = ({ controlFile: file }: Report): ReadonlyArray<Section> => {
  if (file === null || file.rowsUnread === 0) return [];
  const [shown, total] = [count(file.unread.length), count(file.rowsUnread)];
  return finding({
    id: 'unread',
    title: 'Rows of the control file that could not be read',
    intro:
      'These rows were not compared, so the report is incomplete. Correct them in the control file and run the report again.',
    columns: [figure('Line'), code('Column'), text('Reason'), code('Row')],
    items: { count: file.rowsUnread, first: file.unread },
    toCells: ({ line, attr, detail, row }) => [String(line), attr, detail, row],
    more:
      shown === total
        ? null
        : { sentence: `The first ${shown} of ${total} are shown; all of them are in`, where: file.rejectsFile },
  });
};

export const moved = ({ moved: items }: Report): ReadonlyArray<Section> =>
  finding({
    id: 'moved',
    title: 'Dates moved into the open statement period',
    intro:
      'These transactions were outside the open statement period and were recorded on its nearest day. The submitted date is also stored.',
    columns: [
      code('Account'),
      code('Ledger'),
      code('Transaction'),
      text('Submitted'),
      text('Recorded'),
      importId('Import'),
    ],
    items,
    toCells: (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, t.submittedDate, t.date, t.importId],
  });

export const repeated = (report: Report): ReadonlyArray<Section> =>
  finding({
    id: 'repeated',
    title: 'On the account more than once',
    intro: `These transactions are on their account more than once. ${whyRepeated(report)}`,
    columns: [code('Account'), code('Ledger'), code('Transaction'), figure('Times'), text('Added again unchecked')],
    items: report.repeated,
    toCells: (t) => [
      t.externalAccountNumber,
      t.ledgerNumber,
      t.transactionId,
      count(t.count),
      t.isUnchecked ? 'yes' : 'no',
    ],
  });

export const mismatches = ({ mismatches: items }: Report): ReadonlyArray<Section> =>
  finding({
    id: 'mismatches',
    title: 'Supply charges that do not add up',
    intro: 'Figures inside a supply charge that do not add up. They were accepted as sent.',
    columns: [
      code('Account'),
      code('Transaction'),
      text('What disagrees'),
      figure('Computed'),
      figure('Sent'),
      importId('Import'),
    ],
    items,
    toCells: (m) => [m.externalAccountNumber, m.transactionId, meaningOf(m.code), m.expected, m.actual, m.importId],
  });

export const corrections = ({ corrections: items }: Report): ReadonlyArray<Section> =>
  finding({
    id: 'corrections',
    title: 'Undone imports',
    intro: 'The operator took back what these imports stored. Their import records and payloads are kept.',
    columns: [code('Account'), importId('Import'), text('Undone'), text('By'), text('Reason')],
    items,
    toCells: (c) => [c.externalAccountNumber, c.importId, toDateTime(c.undoneAt), c.undoneBy, c.reason],
  });

export const unknownFields = ({ unknownFields: items }: Report): ReadonlyArray<Section> =>
  finding({
    id: 'unknown-fields',
    title: 'Undocumented fields left out',
    intro:
      'The interface has no such fields. They were left out, as the supplier is configured; the payload is kept as sent. * stands for any position in a list.',
    columns: [code('Field'), figure('Times')],
    items: listed(items),
    toCells: ({ path, count: times }) => [path, count(times)],
  });

/** Rejected requests by their code, the most frequent first. */
export const refusals = ({ refusals: items }: Report): ReadonlyArray<Section> =>
  finding({
    id: 'refusals',
    title: 'Rejected requests',
    intro: 'A rejected request stores nothing on the account. The client may have sent it again in a corrected form.',
    columns: [code('Code'), text('Meaning'), figure('Requests'), bar('Share of the most frequent')],
    items: listed(items),
    toCells: ({ code: errorCode, count: times }) => [
      errorCode,
      meaningOf(errorCode),
      count(times),
      barLength(times, items[0]!.count),
    ],
  });
