import { isBody, type Kind } from '@carryover/contract/kinds';
import { type Account, type Item, isSameAccount, sentText } from '../rows/item.ts';
import { FORMS } from '../service/service.ts';

/** Items of one account that are sent together; `bytes`: of their rows. */
export type Batch = { readonly account: Account; readonly items: ReadonlyArray<Item>; readonly bytes: number };

export type BatchLimits = { readonly maxItems: number; readonly maxBytes: number };

/** The largest request of a load: larger ones are not faster, and a slow answer holds up more. */
export const BATCH_LIMITS: BatchLimits = { maxItems: 1_000, maxBytes: 4_194_304 };

/**
 * Returns the batches of rows of which those of an account are together. The batches of the same files with the same limits are
 * always the same, in the same order: a load that is resumed counts them again and skips those that are done.
 */
export function* batchesOf(rows: Iterable<Item>, kind: Kind, { maxItems, maxBytes }: BatchLimits): Generator<Batch> {
  // A row of these kinds is a request.
  const most = isBody(kind) ? 1 : maxItems;
  let items: Item[] = [];
  let bytes = 0;
  for (const item of rows) {
    const size = Buffer.byteLength(item.raw);
    const isFull = items.length >= most || bytes + size > maxBytes;
    if (items.length > 0 && (isFull || !isSameAccount(items[0]!.account, item.account))) {
      yield { account: items[0]!.account, items, bytes };
      items = [];
      bytes = 0;
    }
    items.push(item);
    bytes += size;
  }
  if (items.length > 0) yield { account: items[0]!.account, items, bytes };
}

export const halves = ({ account, items, bytes }: Batch): readonly [Batch, Batch] => {
  const middle = Math.ceil(items.length / 2);
  return [
    { account, items: items.slice(0, middle), bytes },
    { account, items: items.slice(middle), bytes },
  ];
};

/** Returns the body of a request with these items, each as it was written. */
export const bodyOf = (kind: Kind, { account, items }: Pick<Batch, 'account' | 'items'>): string => {
  const { list } = FORMS[kind];
  if (list === null) return sentText(items[0]!);
  const { supplier, number } = account;
  const texts = items.map(sentText).join(',');
  return `{"import_supplier":${JSON.stringify(supplier)},"external_account_number":${JSON.stringify(number)},"${list}":[${texts}]}`;
};
