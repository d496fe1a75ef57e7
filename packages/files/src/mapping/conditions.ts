import type { Condition, Mapping } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { decimalOf } from './column-settings.ts';

/** Holds for a row, or not. */
export type Holds = (cells: ReadonlyArray<string>) => boolean;

/** Returns what tells if a cell has a number of a sign. What is no number has none: the field of its column refuses it. */
const hasSign = (mapping: Mapping, name: string, sign: 'negative' | 'positive'): ((cell: string) => boolean) => {
  const read = decimalOf(mapping, mapping.columns.get(name) ?? null);
  return (cell) => {
    const found = read(cell.trim());
    return E.isRight(found) && found.right.isNegative === (sign === 'negative') && /[1-9]/.test(found.right.text);
  };
};

/** Returns what tells if a condition holds. @param indexes of the columns of the file. */
export const holdsFor = (mapping: Mapping, condition: Condition, indexes: ReadonlyMap<string, number>): Holds => {
  const all = [...condition].map(([name, wanted]) => {
    const values = 'sign' in wanted ? null : new Set(wanted);
    const holds = 'sign' in wanted ? hasSign(mapping, name, wanted.sign) : (cell: string) => values!.has(cell);
    return [indexes.get(name)!, holds] as const;
  });
  return (cells) => all.every(([index, holds]) => holds(cells[index]!));
};
