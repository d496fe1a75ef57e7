import type { Spool, Spools } from './spool.ts';

/** Items that are sorted in memory at once. */
const RUN = 100_000;

/** An order of items, and their form in a file. */
type Sorting<A> = {
  readonly compare: (a: A, b: A) => number;
  readonly encode: (item: A) => string;
  readonly decode: (text: string) => A;
  /** Items of a run; for tests. */
  readonly run?: number;
};

/** Items of any number that are read in order, in the memory of one run (an external merge sort). */
type SortedSpool<A> = {
  readonly add: (item: A) => void;
  /** Reads all items in order, those that are equal in the order added. Nothing is added afterwards. */
  readonly sorted: () => Generator<A, void>;
};

type Head<A> = { readonly item: A; readonly rest: Iterator<A>; readonly run: number };

function* decoded<A>(spool: Spool, decode: (text: string) => A): Generator<A, void> {
  for (const text of spool.texts()) yield decode(text);
}

/** Merges sorted runs: the head of each, in order, of which the first is next. */
function* merged<A>(runs: ReadonlyArray<Iterator<A>>, compare: Sorting<A>['compare']): Generator<A, void> {
  const heads: Head<A>[] = [];
  const isBefore = (a: Head<A>, b: Head<A>): boolean => (compare(a.item, b.item) || a.run - b.run) < 0;
  const place = (head: Head<A>): void => {
    let [low, high] = [0, heads.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(heads[middle]!, head)) low = middle + 1;
      else high = middle;
    }
    heads.splice(low, 0, head);
  };
  const advance = (rest: Iterator<A>, run: number): void => {
    const next = rest.next();
    if (next.done !== true) place({ item: next.value, rest, run });
  };
  runs.forEach(advance);
  for (let head = heads.shift(); head !== undefined; head = heads.shift()) {
    yield head.item;
    advance(head.rest, head.run);
  }
}

export const makeSortedSpool = <A>(spools: Spools, sorting: Sorting<A>): SortedSpool<A> => {
  const { compare, encode, decode, run = RUN } = sorting;
  const runs: Spool[] = [];
  let items: A[] = [];
  const write = (): void => {
    const spool = spools.open();
    for (const item of items.sort(compare)) spool.add(encode(item));
    runs.push(spool);
    items = [];
  };
  return {
    add: (item) => {
      items.push(item);
      if (items.length === run) write();
    },
    *sorted() {
      yield* merged([...runs.map((spool) => decoded(spool, decode)), items.sort(compare).values()], compare);
    },
  };
};
