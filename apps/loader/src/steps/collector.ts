import type { Item, Rejected } from './item.ts';
import type { BatchLimits, Step } from './step.ts';

/** Rows that cannot be sent are collected up to this number. */
const MAX_UNREADABLE = 1_000;

/** Most rows complete no step. */
const NONE: ReadonlyArray<Step> = [];

/** Collects the items of one account, and the rows that cannot be sent, into steps; each call returns those that are complete. */
export class Collector {
  readonly #limits: BatchLimits;
  #items: Item[] = [];
  #key = '';
  #bytes = 0;
  #rejected: Rejected[] = [];

  constructor(limits: BatchLimits) {
    this.#limits = limits;
  }

  add(key: string, item: Item): ReadonlyArray<Step> {
    // At least the bytes of the text that is sent.
    const bytes = Buffer.byteLength(item.json);
    const isFull = this.#items.length >= this.#limits.maxItems || this.#bytes + bytes > this.#limits.maxBytes;
    const complete = key !== this.#key || isFull ? this.flush() : NONE;
    this.#key = key;
    this.#items.push(item);
    this.#bytes += bytes;
    return complete;
  }

  addUnreadable(rejected: Rejected): ReadonlyArray<Step> {
    this.#rejected.push(rejected);
    return this.#rejected.length >= MAX_UNREADABLE ? this.flushUnreadable() : NONE;
  }

  flush(): ReadonlyArray<Step> {
    const [items, bytes, [first]] = [this.#items, this.#bytes, this.#items];
    if (first === undefined) return NONE;
    this.#items = [];
    this.#bytes = 0;
    return [{ kind: 'batch', account: first.account, key: this.#key, items, bytes }];
  }

  flushUnreadable(): ReadonlyArray<Step> {
    const rejected = this.#rejected;
    if (rejected.length === 0) return NONE;
    this.#rejected = [];
    return [{ kind: 'unreadable', rejected }];
  }
}
