import type { Item, Rejected } from './item.ts';
import type { BatchLimits, Step } from './step.ts';

/** Rows that cannot be sent are collected up to this number. */
const MAX_UNREADABLE = 1_000;

/** Collects the items of one account, and the rows that cannot be sent, into steps. */
export class Collector {
  readonly #limits: BatchLimits;
  #items: Item[] = [];
  #key = '';
  #bytes = 0;
  #rejected: Rejected[] = [];

  constructor(limits: BatchLimits) {
    this.#limits = limits;
  }

  *add(key: string, item: Item): Generator<Step> {
    const bytes = Buffer.byteLength(item.text);
    const isFull = this.#items.length >= this.#limits.maxItems || this.#bytes + bytes > this.#limits.maxBytes;
    if (key !== this.#key || isFull) yield* this.flush();
    this.#key = key;
    this.#items.push(item);
    this.#bytes += bytes;
  }

  *addUnreadable(rejected: Rejected): Generator<Step> {
    this.#rejected.push(rejected);
    if (this.#rejected.length >= MAX_UNREADABLE) yield* this.flushUnreadable();
  }

  *flush(): Generator<Step> {
    const [first] = this.#items;
    if (first === undefined) return;
    yield { kind: 'batch', account: first.account, key: this.#key, items: this.#items, bytes: this.#bytes };
    this.#items = [];
    this.#bytes = 0;
  }

  *flushUnreadable(): Generator<Step> {
    if (this.#rejected.length > 0) yield { kind: 'unreadable', rejected: this.#rejected };
    this.#rejected = [];
  }
}
