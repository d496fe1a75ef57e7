import type { Service } from '../loading/service/service.ts';
import { accountKey, type Item } from '../steps/item.ts';
import { inParallel } from './in-parallel.ts';
import { type IsStored, type OwnItems, ownItems } from './own-items.ts';

const areStored = async (items: ReadonlyArray<Item>, isStored: IsStored): Promise<boolean> => {
  for (const item of items) if (!(await isStored(item))) return false;
  return true;
};

/**
 * Returns those of the accounts that lack one of their own items.
 *
 * @param own those of one account and kind are together.
 * @param onAccount is called with the number of accounts that were begun.
 */
export const lackingItems = async (
  service: Service,
  accounts: ReadonlySet<string>,
  own: AsyncIterable<OwnItems>,
  onAccount: (begun: number) => void,
): Promise<ReadonlySet<string>> => {
  const begun = new Set<string>();
  const lacking = new Set<string>();
  let current: { readonly of: string; readonly isStored: Promise<IsStored> } | null = null;
  await inParallel(own, async ({ kind, items }) => {
    const [first] = items;
    if (first === undefined) return;
    const key = accountKey(first.account);
    if (!accounts.has(key) || lacking.has(key)) return;
    onAccount(begun.add(key).size);
    const of = `${kind} ${key}`;
    if (current?.of !== of) current = { of, isStored: ownItems(service, kind, first.account) };
    if (!(await areStored(items, await current.isStored))) lacking.add(key);
  });
  return lacking;
};
