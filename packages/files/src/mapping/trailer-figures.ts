import type { Condition, Mapping, TrailerPart } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { decimalOf } from './column-settings.ts';
import { holdsFor } from './conditions.ts';
import { type Expected, expectedFigure, type Figures, summedColumns, sumText, toSum } from './figures.ts';
import type { Tally } from './tally.ts';

/** A figure of a trailer: `rows`, or the column of a sum. */
type TrailerFigure = { readonly figure: string; readonly part: TrailerPart };

const figuresOf = ({ expect }: Mapping): ReadonlyArray<TrailerFigure> => {
  const { rows, sums } = expect?.trailer ?? {};
  return [
    ...(rows ?? []).map((part) => ({ figure: 'rows', part })),
    ...[...(sums ?? [])].flatMap(([figure, parts]) => parts.map((part) => ({ figure, part }))),
  ];
};

/** Makes what adds a row to the parts of the rows of which a trailer has figures. @param names the columns of the file. */
export const makeCountParts = (mapping: Mapping, names: ReadonlyArray<string>) => {
  const indexes = new Map(names.map((name, index) => [name, index]));
  const parts = figuresOf(mapping).flatMap(({ part }) =>
    part.when === null ? [] : [{ part, holds: holdsFor(mapping, part.when, indexes) }],
  );
  const sumless = summedColumns(mapping).map(() => 0n);
  return ({ parts: all }: Tally, cells: ReadonlyArray<string>, amounts: ReadonlyArray<bigint>): void => {
    for (const { part, holds } of parts) {
      if (!holds(cells)) continue;
      const figures: Figures = all.get(part) ?? { rows: 0, sums: [...sumless] };
      all.set(part, figures);
      figures.rows += 1;
      for (const [at, amount] of amounts.entries()) figures.sums[at]! += amount;
    }
  };
};

const conditionText = (condition: Condition): string =>
  [...condition]
    .map(([name, wanted]) => `${name} is ${'sign' in wanted ? wanted.sign : wanted.join(' or ')}`)
    .join(' and ');

/** Compares the trailer of a file with what was read. @param fault why its amounts cannot be read; empty: they can. */
export const trailerExpected = (
  mapping: Mapping,
  { name, tally }: { readonly name: string; readonly tally: Tally },
  fault: string,
): ReadonlyArray<Expected> => {
  const { trailer } = mapping.expect!;
  const { trailer: cells } = tally;
  if (cells === null) {
    const detail =
      tally.trailerFault ?? `The last line does not begin with ${trailer!.starts}: the file may be cut off.`;
    return [expectedFigure('trailer', name, trailer!.starts, null, detail)];
  }
  const columns = summedColumns(mapping);
  return figuresOf(mapping).map(({ figure, part: own }) => {
    const text = cells[own.column - 1]?.trim() ?? '';
    const figures = own.when === null ? tally.all : tally.parts.get(own);
    const when = own.when === null ? {} : { when: conditionText(own.when) };
    if (figure === 'rows') {
      const plain = text.replace(/^0+(?=\d)/, '');
      const unread = own.when === null ? '' : fault;
      const detail = /^\d+$/.test(plain) ? unread : 'The trailer has no number of rows there.';
      return { ...expectedFigure('rows', name, plain, String(figures?.rows ?? 0), detail), ...when };
    }
    const read = figures?.sums[columns.indexOf(figure)] ?? 0n;
    const sum = decimalOf(mapping, mapping.columns.get(figure) ?? null)(text);
    if (E.isLeft(sum))
      return {
        ...expectedFigure(figure, name, text, sumText(read), `The trailer has no sum there: ${sum.left}`),
        ...when,
      };
    const isMinus = sum.right.isNegative !== (own.reverse === true) && /[1-9]/.test(sum.right.text);
    const source = `${isMinus ? '-' : ''}${sum.right.text}`;
    const isOpposite = read !== 0n && toSum(source) === -read;
    const hint = isOpposite ? 'The trailer has this sum with the other sign. If it is meant so, set reverse.' : '';
    return { ...expectedFigure(figure, name, source, sumText(read), fault === '' ? hint : fault), ...when };
  });
};
