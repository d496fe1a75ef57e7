import { figure, tableLines, text } from '@carryover/terminal/table';
import type { Reconciliation } from '../../reconciling/reconciliation.ts';
import { count } from '../figures.ts';
import { type FieldVocabulary, type Value, vocabularies } from '../vocabulary.ts';
import type { Section } from './section.ts';

const SHOWN = 12;

const row = ({ value, count: times, isRare }: Value): ReadonlyArray<string> => [
  '',
  value,
  count(times),
  isRare ? 'rare' : '',
];

const rows = ({ field, frequent, left, rarest }: FieldVocabulary): ReadonlyArray<ReadonlyArray<string>> =>
  [
    ...frequent.map(row),
    ...(left === 0 ? [] : [['', `${count(left)} in between; see --json`, '', '']]),
    ...rarest.map(row),
  ].map((cells, i) => (i === 0 ? [field, ...cells.slice(1)] : cells));

/** Each value of the open vocabularies with its count, the rarest always among them. */
export const vocabulary = (reconciliation: Reconciliation, width: number): Section => {
  const fields = vocabularies(reconciliation.vocabulary, SHOWN);
  const columns = [text('Field'), text('Value'), figure('Count'), text('')];
  return {
    title: 'Values of open fields',
    lines: fields.length === 0 ? [] : tableLines(columns, fields.flatMap(rows), width),
  };
};
