import type { VocabularyCount } from '@carryover/adapters-persistence/queries/stored-counts';
import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';
import { toDateTime } from '@carryover/domain/date-time';
import { count } from '@carryover/report/figures';
import {
  account,
  bar,
  type Cell,
  code,
  figure,
  type Item,
  importId,
  listed,
  type Section,
  section,
  text,
} from '@carryover/report/report';
import type { Report } from '../report.ts';

/** Returns what an error code means, in a sentence; the code itself if it is unknown. */
const meaningOf = (errorCode: string): string => (isErrorCode(errorCode) ? ERROR_CODES[errorCode].meaning : errorCode);

export const mismatches = ({ mismatches: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'mismatches',
      title: 'Supply charges that do not add up',
      sentence: 'Figures inside a supply charge that do not add up. They were accepted as sent.',
      columns: [
        account('Account'),
        code('Transaction'),
        text('What disagrees'),
        figure('Computed'),
        figure('Sent'),
        importId('Import'),
      ],
    },
    items,
    (m) => [m.externalAccountNumber, m.transactionId, meaningOf(m.code), m.expected, m.actual, m.importId],
  );

export const corrections = ({ corrections: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'corrections',
      title: 'Undone imports',
      sentence: 'The operator took back what these imports stored. Their import records are kept.',
      columns: [account('Account'), code('Import'), text('Undone'), text('By'), text('Reason')],
    },
    items,
    (c) => [c.externalAccountNumber, c.importId, toDateTime(c.undoneAt), c.undoneBy, c.reason],
  );

export const unknownFields = ({ unknownFields: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'unknown-fields',
      title: 'Undocumented fields left out',
      sentence:
        'The interface has no such fields. They were left out, as the supplier is configured; the payload is kept as sent. * stands for any position in a list.',
      columns: [code('Field'), figure('Times')],
    },
    listed(items),
    ({ path, count: times }) => [path, count(times)],
  );

/** Of one field. The rarest are among them, so that a typing error is never cut. */
const VALUES_SHOWN = 24;
/** At most one in so many of a field's most frequent value: perhaps a typing error. */
const RARE = 100;

const byFrequency = (a: VocabularyCount, b: VocabularyCount): number =>
  b.count - a.count || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);

const vocabularyItem = ([field, counts]: readonly [string, ReadonlyArray<VocabularyCount>]): Item => {
  const sorted = counts.toSorted(byFrequency);
  const most = sorted[0]!.count;
  const toRow = ({ value: shown, count: times }: VocabularyCount): ReadonlyArray<Cell> => [
    times * RARE <= most ? { rare: shown } : shown,
    count(times),
    { share: times / most },
  ];
  if (sorted.length <= VALUES_SHOWN) return { heading: field, rows: sorted.map(toRow) };
  const half = VALUES_SHOWN / 2;
  const cut = `The ${half} most frequent and the ${half} rarest of ${count(sorted.length)} values are shown; all of them are in the file made with --json.`;
  return {
    heading: field,
    rows: [...sorted.slice(0, half), ...sorted.slice(-half)].map(toRow),
    notes: [{ text: cut, brief: cut, importId: null }],
  };
};

/** Each value of the open vocabularies and its count, the most frequent first. */
export const vocabulary = ({ vocabulary: counts }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'vocabulary',
      title: 'Values of open fields',
      sentence: 'These fields accept any value. A rare value that resembles a frequent one may be a typing error.',
      columns: [code('Value'), figure('Count'), bar('Share of the most frequent')],
    },
    listed([...Map.groupBy(counts, ({ field }) => field)]),
    vocabularyItem,
  );

/** Rejected requests by their code, the most frequent first. */
export const refusals = ({ refusals: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'refusals',
      title: 'Rejected requests',
      sentence:
        'A rejected request stores nothing on the account. The client may have sent it again in a corrected form.',
      columns: [code('Code'), text('Meaning'), figure('Requests'), bar('Share of the most frequent')],
    },
    listed(items),
    ({ code: errorCode, count: times }) => [
      errorCode,
      meaningOf(errorCode),
      count(times),
      { share: times / items[0]!.count },
    ],
  );
