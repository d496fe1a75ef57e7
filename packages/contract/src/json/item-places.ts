/** Where an item stands in its text, from its brace to behind the other one, and where the value of its marked member. */
export type ItemPlace = {
  readonly start: number;
  readonly end: number;
  /** From behind the colon to behind the value; both 0 where the item has no such member. */
  readonly markStart: number;
  readonly markEnd: number;
};

const NUMBERS = 4;

/**
 * Where the items of a text's lists stand in it, `{"list": [{…}, …]}`: an item can be answered as it was sent without being
 * written anew, which costs as much as reading it. One list of numbers, since a request has a thousand items.
 */
export class ItemPlaces {
  /** By list: where its first item is in the numbers. */
  private readonly before = new Map<string, number>();
  private readonly numbers: number[] = [];

  /** A list begins: what is added until the next one are its items, as far as they are objects. */
  open(list: string): void {
    this.before.set(list, this.numbers.length);
  }

  add(start: number, end: number, markStart: number, markEnd: number): void {
    this.numbers.push(start, end, markStart, markEnd);
  }

  /** @param list one that has nothing but objects. */
  at(list: string, index: number): ItemPlace {
    const { numbers } = this;
    const at = this.before.get(list)! + NUMBERS * index;
    return { start: numbers[at]!, end: numbers[at + 1]!, markStart: numbers[at + 2]!, markEnd: numbers[at + 3]! };
  }
}
