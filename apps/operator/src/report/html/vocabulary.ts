import { bar, code, figure, type Section } from '@carryover/report-page/section';
import { count } from '../figures.ts';
import type { Report } from '../report.ts';
import { type FieldVocabulary, vocabularies } from '../vocabulary.ts';
import { barLength } from './chart.ts';

/** Of one field. The rarest are among them, so that a typing error is never cut. */
const VALUES_SHOWN = 24;
const COLUMNS = [code('Value'), figure('Count'), bar('Share of the most frequent')];

const fieldOf = ({ field, frequent, left, rarest, most }: FieldVocabulary) => ({
  field,
  table: {
    labelledBy: `values-${field}`,
    columns: COLUMNS,
    rows: [...frequent, ...rarest].map(({ value, count: times, isRare }) => [
      isRare ? { rare: value } : value,
      count(times),
      barLength(times, most),
    ]),
  },
  left:
    left === 0
      ? null
      : `The ${count(frequent.length)} most frequent and the ${count(rarest.length)} rarest of ${count(frequent.length + left + rarest.length)} values are shown; all of them are in the file made with`,
});

/** Each value of the open vocabularies and its count. */
export const vocabulary = ({ vocabulary: counts }: Report): ReadonlyArray<Section> =>
  counts.length === 0
    ? []
    : [
        {
          id: 'vocabulary',
          title: 'Values of open fields',
          intro: 'These fields accept any value. A rare value that resembles a frequent one may be a typing error.',
          body: { template: 'vocabulary', fields: vocabularies(counts, VALUES_SHOWN).map(fieldOf) },
        },
      ];
