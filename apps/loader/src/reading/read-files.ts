import { type Kind, wholeKind } from '@carryover/contract/kinds';
import type { Tally } from '@carryover/files/mapping/tally';
import type { RowIssue, RowText } from '@carryover/files/row';
import { makeProgressLine, type Terminal } from '@carryover/terminal/progress';
import { visible } from '@carryover/terminal/visible';
import * as E from 'fp-ts/lib/Either.js';
import { PLAIN_EVERY_MS } from '../command.ts';
import type { Input } from '../files/input.ts';
import { explained } from '../files/mappings.ts';
import type { ItemRow, Place, Rejected } from '../rows/item.ts';
import { makeDiskSpace, megabytes } from '../store/disk-space.ts';
import { ItemStore } from '../store/item-store.ts';
import { reasonOfRepeat } from '../store/things.ts';
import { readItems } from './read-items.ts';

/** The order in which kinds are loaded: current transactions before the history that finalizes their ledger. */
const KINDS_IN_ORDER: ReadonlyArray<Kind> = [
  'transactions',
  'billing-documents',
  'statements',
  'notes',
  'payment-instructions',
];

/** A file that was not read to its end, since it is damaged, empty or refused: the line from which on, and why. */
export type CutShort = Place & { readonly name: string; readonly detail: string };

/** Says which files were not read to their end; empty if all were. */
export const cutShortText = (cutShort: ReadonlyArray<CutShort>): string =>
  cutShort
    .map(({ name, line, detail }) => `Not read to its end: ${visible(name)}:${line} ${visible(detail)}\n`)
    .join('');

/** The files of a command, with all of their rows. */
export type StoredFiles = {
  /** By the index of a place. */
  readonly names: ReadonlyArray<string>;
  /** In the order in which they are loaded. */
  readonly kinds: ReadonlyArray<Kind>;
  readonly store: ItemStore;
  /** The rows of a kind that cannot be sent, or repeat others. */
  readonly rejections: (kind: Kind) => Generator<Rejected>;
  readonly cutShort: ReadonlyArray<CutShort>;
  /** By the index of a place. */
  readonly inputs: ReadonlyArray<Input>;
  /** What was counted of files with a mapping, by file. */
  readonly tallies: ReadonlyMap<number, Tally>;
  /** Returns an issue of the service as one of the row's own file. */
  readonly explain: (row: RowText & Place, issue: RowIssue) => RowIssue;
};

const kindOf = ({ kind }: Input): Kind => wholeKind(kind);

/** Returns the files of a command in the order in which they are loaded: places have their indexes. */
export const inLoadOrder = <I extends Input>(inputs: ReadonlyArray<I>): ReadonlyArray<I> =>
  KINDS_IN_ORDER.flatMap((kind) => inputs.filter((input) => kindOf(input) === kind));

/**
 * Reads all rows of files into a store, in the order in which they are loaded, and finds those that repeat others.
 *
 * @param limit of the rows; null: all of them.
 */
export const readFiles = async (
  inputs: ReadonlyArray<Input>,
  supplier: string | null,
  terminal: Terminal,
  limit: number | null = null,
): Promise<StoredFiles> => {
  const inOrder = inLoadOrder(inputs);
  const names = inOrder.map(({ file }) => file);
  const kinds = KINDS_IN_ORDER.filter((kind) => inOrder.some((input) => kindOf(input) === kind));
  const shown = makeProgressLine(terminal, { plainEveryMs: PLAIN_EVERY_MS });
  const space = makeDiskSpace(inOrder.map(({ file, copy }) => copy ?? file));
  const store = new ItemStore();
  const cutShort: CutShort[] = [];
  const keep = (row: ItemRow, kind: Kind): void => {
    if (E.isRight(row)) {
      store.add(row.right);
      return;
    }
    const { file, line, why } = row.left;
    if (why.stopsReading) cutShort.push({ file, line, name: names[file]!, detail: why.detail });
    // A damaged file is no rejected row: there is nothing to correct in it.
    if (!why.stopsReading || why.isOfRow === true) store.reject(kind, row.left);
  };
  const tallies = new Map<number, Tally>();
  let [read, left] = [0, limit ?? Number.POSITIVE_INFINITY];
  try {
    for await (const { file, rows, items } of readItems(inOrder, {
      supplier,
      others: 'taken',
      onTally: (file, tally) => tallies.set(file, tally),
      onOpened: space.add,
    })) {
      const kind = kindOf(inOrder[file]!);
      for (const row of items.slice(0, left)) keep(row, kind);
      left -= items.length;
      read += rows;
      space.check(store.bytes());
      shown.update(() => `Reading files: ${read.toLocaleString('en')} rows, ${megabytes(store.bytes())} on disk`);
      if (left <= 0) break;
    }
    store.findRepeats();
  } catch (error) {
    store.close();
    throw error;
  } finally {
    shown.end();
  }
  return {
    names,
    kinds,
    store,
    rejections: (kind) => store.rejections(kind, (repeat) => reasonOfRepeat(repeat, names)),
    cutShort,
    inputs: inOrder,
    tallies,
    explain: ({ file, csv }, issue) => {
      const { mapping } = inOrder[file]!;
      return mapping === undefined ? issue : explained(mapping, issue, csv);
    },
  };
};
