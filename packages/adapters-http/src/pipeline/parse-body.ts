import { type JsonValue, type OnSpan, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ofBadUtf8, ofParseError } from '../responses/body-rejections.ts';
import type { Rejection } from '../responses/rejection.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decodeUtf8 = (bytes: Buffer): E.Either<Rejection, string> =>
  E.tryCatch(
    () => UTF8.decode(bytes),
    () => ofBadUtf8(bytes),
  );

/** The source spans of an item, and of the value of its `amount`; the latter is 0, 0 without one. */
type ItemSpan = {
  readonly start: number;
  readonly end: number;
  readonly amountStart: number;
  readonly amountEnd: number;
};

const NUMBERS_PER_ITEM = 4;

/**
 * The source spans of the items of a body's lists, `{"list": [{…}, …]}`, so that an item can be answered as it was sent. They
 * are one array of numbers, since a request has a thousand items.
 */
class ItemSpans {
  /** By list, the index of its first number. */
  readonly #lists = new Map<string, number>();
  readonly #numbers: number[] = [];
  #listStart = 0;
  #amountStart = 0;
  #amountEnd = 0;

  readonly add: OnSpan = (depth, key, start, end) => {
    if (depth === 3 && key === 'amount') {
      this.#amountStart = start;
      this.#amountEnd = end;
    } else if (depth === 2 && key === null) {
      this.#numbers.push(start, end, this.#amountStart, this.#amountEnd);
      this.#amountStart = this.#amountEnd = 0;
    } else if (depth === 1 && key !== null) {
      this.#lists.set(key, this.#listStart);
      this.#listStart = this.#numbers.length;
      this.#amountStart = this.#amountEnd = 0;
    }
  };

  at(list: string, index: number): ItemSpan {
    const numbers = this.#numbers;
    const at = this.#lists.get(list)! + NUMBERS_PER_ITEM * index;
    return { start: numbers[at]!, end: numbers[at + 1]!, amountStart: numbers[at + 2]!, amountEnd: numbers[at + 3]! };
  }
}

/** A request's body: the bytes as received, after decompression, and the value that they encode. */
export type JsonBody = {
  readonly value: JsonValue;
  readonly bytes: Buffer;
  readonly text: string;
  readonly items: ItemSpans;
};

/** Reads JSON exactly: nothing is repaired or rounded, no duplicate is dropped (decisions 3). */
export const parseBody = (bytes: Buffer): E.Either<Rejection, JsonBody> =>
  pipe(
    decodeUtf8(bytes),
    E.chain((text) => {
      const items = new ItemSpans();
      return pipe(
        parseJson(text, BODY_LIMITS, { onSpan: items.add }),
        E.bimap(
          (error) => ofParseError(error, text),
          (value) => ({ value, bytes, text, items }),
        ),
      );
    }),
  );
