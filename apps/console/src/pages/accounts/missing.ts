import type { MissingItem, MissingItems } from '@carryover/adapters-persistence/queries/missing-items';
import type { RefusalState } from '@carryover/adapters-persistence/queries/refused-items';
import type { RemovedItem, RemovedItems } from '@carryover/adapters-persistence/queries/removed-items';
import type { TotalType } from '@carryover/domain/control-total';

/** The kinds of items in words that can be read out. */
const SPOKEN: Readonly<Record<TotalType, string>> = {
  CHARGE: 'charge',
  SUPPLY_CHARGE: 'supply charge',
  CREDIT: 'credit',
  PAYMENT: 'payment',
  REPAYMENT: 'repayment',
  NOTE: 'note',
  STATEMENT: 'statement',
  BILLING_DOCUMENT: 'billing document',
  PAYMENT_INSTRUCTION: 'payment instruction',
};

const SINCE: Readonly<Record<RefusalState, string>> = {
  'not sent again': 'The client has sent nothing of this kind for the account since.',
  'sent again without it': 'The client sent later items of this kind, but not this one.',
  unknown: 'It is not known whether it was sent again.',
  solved: 'It is stored.',
};

const AMOUNT = /^-?\d+(?:\.\d+)?$/;

/** Returns the kind of an item in words. */
export const spokenKind = ({ kind, type }: Pick<RemovedItem, 'kind' | 'type'>): string =>
  type === null ? kind.replace('_', ' ') : SPOKEN[type];

/** An item that was undone, sent again and undone again is named once. */
const latestOf = (items: ReadonlyArray<RemovedItem>): ReadonlyArray<RemovedItem> =>
  [
    ...new Map(
      items
        .map((item) => [JSON.stringify([item.kind, item.identifier, item.identity, item.ledger]), item] as const)
        .toReversed(),
    ).values(),
  ].toReversed();

/** Returns what the client sent for an account and what is not stored, with the words that a template needs. */
export const missingValues = ({ items, ...rest }: MissingItems, removed: RemovedItems) => ({
  ...rest,
  hasMoreRemoved: !removed.isComplete,
  removed: latestOf(removed.items).map((item) => ({ ...item, kind: spokenKind(item) })),
  items: items.map((item: MissingItem) => ({
    ...item,
    kind: item.type === null ? 'item' : SPOKEN[item.type],
    amount: item.amount !== null && AMOUNT.test(item.amount) ? item.amount : null,
    since: SINCE[item.state],
  })),
});
