import type { Account, Item, Rejected } from './item.ts';

/** Items of one account that are sent together. */
export type Batch = {
  readonly account: Account;
  readonly key: string;
  readonly items: ReadonlyArray<Item>;
  readonly bytes: number;
};

export const halves = ({ items, ...batch }: Batch): readonly [Batch, Batch] => {
  const middle = Math.ceil(items.length / 2);
  return [
    { ...batch, items: items.slice(0, middle) },
    { ...batch, items: items.slice(middle) },
  ];
};

/**
 * A step of a load. The steps of the same files with the same limits are always the same, in the same order: a load that is
 * resumed counts them again and skips those that are done.
 */
export type Step =
  | ({ readonly kind: 'batch' } & Batch)
  /** Rows that cannot be sent. */
  | { readonly kind: 'unreadable'; readonly rejected: ReadonlyArray<Rejected> };

export type BatchLimits = { readonly maxItems: number; readonly maxBytes: number };
