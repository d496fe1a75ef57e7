import type { Change } from '@carryover/client';
import { type StoredChange, textOf } from './stored.ts';

type Item = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The fields by which `import.undone` names what was removed. */
const IDENTIFIERS = [
  ...['identity', 'created_at', 'transaction_id', 'occurrence', 'ledger_number', 'billing_document_identifier'],
  ...['statement_id', 'vendor'],
];
const nameOf = (item: Item): string => `${item.kind} ${JSON.stringify(IDENTIFIERS.map((name) => item[name] ?? null))}`;

type Held = Map<string, Map<string, Map<string, string>>>;

const itemsOf = (change: Change): ReadonlyArray<Item> => (change.data.items ?? []) as ReadonlyArray<Item>;

/** Applies a change, as a billing platform does. `held`: items by account, import and name. */
const apply = (held: Held, change: Change, complain: (what: string) => void): void => {
  const { id, type, subject = '', data } = change;
  const importId = String(data.import_id);
  const account = held.get(subject) ?? new Map<string, Map<string, string>>();
  held.set(subject, account);
  if (type === 'account.erased') account.clear();
  if (type === 'import.accepted') {
    const items = new Map(itemsOf(change).map((item) => [nameOf(item), textOf(importId, item)]));
    if (items.size !== itemsOf(change).length) complain(`${id} has an item twice`);
    if (data.erased !== true) account.set(importId, items);
  }
  // Without items, it is of an account whose erasure follows.
  if (type !== 'import.undone' || data.erased === true) return;
  const items = account.get(importId);
  for (const item of itemsOf(change))
    if (items?.delete(nameOf(item)) !== true) complain(`${id} removes ${nameOf(item)}, which was not held`);
  if (items !== undefined && items.size > 0) complain(`${id} leaves ${items.size} items of its import`);
};

export type Stored = {
  readonly changes: ReadonlyArray<StoredChange>;
  readonly items: ReadonlyMap<string, ReadonlyArray<string>>;
};

/** How often changes came: a reader has each once, a receiver of webhooks each at least once. */
type Promised = 'once' | 'at least once';

const SHOWN = 5;

/**
 * Compares what a reader holds with what is stored: each change of its supplier once, those of an account in the order of their
 * commits, and the same items.
 *
 * @returns what disagrees, and how many changes came again.
 */
export const compareHeld = (
  {
    name,
    supplier,
    promised,
  }: { readonly name: string; readonly supplier: string | null; readonly promised: Promised },
  changes: Iterable<Change>,
  stored: Stored,
): { readonly complaints: ReadonlyArray<string>; readonly held: number; readonly again: number } => {
  const complaints: string[] = [];
  const complain = (what: string) => complaints.push(`${name}: ${what}`);
  const due = new Map(
    stored.changes.filter((one) => supplier === null || one.supplier === supplier).map((one) => [one.id, one]),
  );
  const seen = new Set<string>();
  const state: Held = new Map();
  const lastOf = new Map<string, bigint>();
  let again = 0;
  for (const change of changes) {
    const { id, subject = '' } = change;
    const one = due.get(id);
    if (seen.has(id)) {
      again += 1;
      if (promised === 'once') complain(`${id} came twice`);
      continue;
    }
    seen.add(id);
    if (one === undefined) complain(`${id} is not stored`);
    else if (one.account !== subject) complain(`${id} is of ${one.account}, and came for ${subject}`);
    const last = lastOf.get(subject) ?? 0n;
    if (one !== undefined && one.position < last) complain(`${id} came after what was committed later`);
    if (one !== undefined) lastOf.set(subject, one.position);
    apply(state, change, complain);
  }
  for (const id of due.keys()) if (!seen.has(id)) complain(`${id} never came`);
  const accounts = new Set([...due.values()].map(({ account }) => account));
  for (const account of accounts) {
    const has = [...(state.get(account)?.values() ?? [])].flatMap((items) => [...items.values()]);
    const is = new Set(stored.items.get(account) ?? []);
    const held = new Set(has);
    const lacks = [...is].filter((text) => !held.has(text));
    const more = has.filter((text) => !is.has(text));
    for (const text of lacks) complain(`${account} lacks ${text}`);
    for (const text of more) complain(`${account} has ${text}, which is not stored`);
  }
  const shown = complaints.slice(0, SHOWN);
  if (complaints.length > SHOWN) shown.push(`${name}: and ${complaints.length - SHOWN} more`);
  return { complaints: shown, held: seen.size, again };
};
