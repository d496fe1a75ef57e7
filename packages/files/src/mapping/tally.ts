import type { Mapping, TrailerPart } from '@carryover/contract/mapping/mapping';
import { type Figures, noFigures } from './figures.ts';

/** What was read of a file: rows with what became of them. */
export type Tally = {
  /** The rows of the file behind its header, whatever became of them, and the sums of its columns. */
  readonly all: Figures;
  /** Those that rules have left out, by reason. */
  readonly leftOut: Map<string, Figures>;
  /** Those by the values of the column `by`. */
  readonly by: Map<string, Figures>;
  /** The first row whose columns, or whose sums, cannot be read. */
  unreadableLine: number | null;
  /** Those of which a trailer has figures apart. */
  readonly parts: Map<TrailerPart, Figures>;
  /** The columns of the last line, if it is the trailer that is expected. */
  trailer: ReadonlyArray<string> | null;
  /** Why that line has no columns, if it is the trailer. */
  trailerFault: string | null;
  /** The file has rows that were rejected: it is a part of another one, which nothing is expected of. */
  isRejects: boolean;
};

export const newTally = (mapping: Mapping): Tally => tallyOf(noFigures(mapping));

/** Begins to count with these figures. */
export const tallyOf = (all: Figures): Tally => ({
  all,
  leftOut: new Map(),
  by: new Map(),
  parts: new Map(),
  unreadableLine: null,
  trailer: null,
  trailerFault: null,
  isRejects: false,
});

/** Returns the figures of a key, which begin with nothing. */
export const figuresOf = (map: Map<string, Figures>, key: string, mapping: Mapping): Figures => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const figures = noFigures(mapping);
  map.set(key, figures);
  return figures;
};
