import { minus, NOTHING } from '@carryover/domain/adding-up';
import { type Amount, isCountedType, type TotalKey, type TotalType } from '@carryover/domain/control-total';
import { Decimal, toMoney, ZERO } from '@carryover/domain/decimal';
import type { FieldDifference } from '@carryover/domain/differences';
import type {
  AccountHistory,
  Conflict,
  Correction,
  Explanation,
  Item,
  KnownAccount,
  RefusedItem,
  RefusedRequest,
} from './explanations.ts';

/** What one item adds to what is stored, if it is the cause. `sum`: null if it is not known. */
export type Piece = { readonly count: number; readonly sum: Decimal | null; readonly name: string };

/** A total whose difference is explained; `isSummed`: by count and sum, otherwise by its count alone. */
export type ExplainedKey = TotalKey & { readonly isSummed: boolean };

/** A possible cause of a difference. */
export type Cause = {
  /** No two causes have the same. */
  readonly key: string;
  readonly pieces: ReadonlyArray<Piece>;
  /** The pieces are different ways to count one item: one of them holds. */
  readonly isEither?: boolean;
  /** Explains by some of the pieces. */
  readonly explain: (pieces: ReadonlyArray<Piece>) => Explanation;
};

/** The endpoints that store items of a type. */
const TRANSACTIONS = ['transactions/create', 'historical-billing-documents/create'];
const ENDPOINTS: Readonly<Record<TotalType, ReadonlyArray<string>>> = {
  CHARGE: TRANSACTIONS,
  CREDIT: TRANSACTIONS,
  PAYMENT: TRANSACTIONS,
  REPAYMENT: TRANSACTIONS,
  SUPPLY_CHARGE: TRANSACTIONS,
  NOTE: ['notes/create'],
  STATEMENT: ['historical-statements/create'],
  BILLING_DOCUMENT: ['historical-billing-documents/create'],
  PAYMENT_INSTRUCTION: ['payment-instruction/create'],
};

export const isIn =
  ({ type, ledgerNumber }: TotalKey) =>
  (item: Pick<Item, 'type' | 'ledgerNumber'>): boolean =>
    item.type === type && item.ledgerNumber === ledgerNumber;

export const negative = ({ count, sum }: Amount): Amount => minus(NOTHING, { count, sum });

const some = (pieces: ReadonlyArray<Piece>) => ({
  itemCount: pieces.reduce((all, { count }) => all + Math.abs(count), 0),
  item: pieces[0]?.name ?? '',
});

const byImport = (items: ReadonlyArray<Item>): ReadonlyArray<readonly [string, ReadonlyArray<Item>]> => [
  ...Map.groupBy(items, ({ importId }) => importId),
];

/** Undone imports, by what is not stored again. */
const undoneCauses = (undone: ReadonlyArray<Item>, corrections: ReadonlyArray<Correction>): ReadonlyArray<Cause> =>
  byImport(undone).flatMap(([id, pieces]) => {
    const correction = corrections.find(({ importId }) => importId === id);
    if (correction === undefined) return [];
    const { importId, endpoint, undoneAt, undoneBy } = correction;
    return [
      {
        key: `undone ${id}`,
        pieces,
        explain: (chosen) => ({
          kind: 'undone_import',
          importId,
          endpoint,
          undoneAt,
          undoneBy,
          ...some(chosen),
        }),
      },
    ];
  });

const isStoring = ({ endpoint }: RefusedRequest, { type }: TotalKey): boolean => ENDPOINTS[type].includes(endpoint);

/** Returns true if a refused item may be of a total. What the item does not say may be anything that its endpoint stores. */
const mayBeIn =
  (key: TotalKey, mainLedger: string | null, { endpoint }: RefusedRequest) =>
  ({ type, ledgerNumber }: RefusedItem): boolean => {
    if (type !== null && type !== key.type) return false;
    const ofMain = endpoint === 'transactions/create' ? mainLedger : null;
    const ledger = ledgerNumber ?? ofMain;
    return key.ledgerNumber === '' || ledger === null || ledger === key.ledgerNumber;
  };

export const explainRefused = (
  { items: _, hasMore: _more, ...request }: RefusedRequest,
  items: ReadonlyArray<RefusedItem>,
  itemCount: number | null,
): Explanation => ({
  kind: 'refused_request',
  ...request,
  itemCount,
  items: items
    .slice(0, 10)
    .map(({ identifier, code, path, value, state }) => ({ identifier, code, path, value, state })),
});

/**
 * Refused items that are not stored. One of which another item with its identifier is stored would be in its place, if that is of the
 * same total, and is no cause if it has the same amount.
 *
 * @param isLeftOut an item of a request that is told otherwise.
 */
const refusedCauses = (
  key: ExplainedKey,
  { refused, mainLedger, history }: KnownAccount,
  isLeftOut: (item: RefusedItem, request: RefusedRequest) => boolean,
): ReadonlyArray<Cause> => {
  const isNamedAlike = ({ type }: Item) => type === key.type || !(isCountedType(type) || isCountedType(key.type));
  const named = key.isSummed ? history?.stored.filter(isNamedAlike) : [];
  const byName = new Map(named?.map((item) => [item.name, item]));
  return refused.flatMap((request): ReadonlyArray<Cause> => {
    if (!isStoring(request, key)) return [];
    const made = new Map<Piece, RefusedItem>();
    for (const item of request.items.filter(mayBeIn(key, mainLedger, request))) {
      if (isLeftOut(item, request)) continue;
      const { identifier, amount, type } = item;
      const name = identifier ?? '';
      const stored = byName.get(name);
      if (stored !== undefined && !isIn(key)(stored)) continue;
      const sent = key.isSummed ? (type === null ? null : amount) : ZERO;
      const inPlace = stored === undefined ? null : (sent?.minus(stored.sum) ?? null);
      if (stored === undefined) made.set({ name, count: 1, sum: sent }, item);
      else if (inPlace?.equals(ZERO) !== true) made.set({ name, count: 0, sum: inPlace }, item);
    }
    if (made.size === 0) return [];
    return [
      {
        key: `refused ${request.importId}`,
        pieces: [...made.keys()],
        explain: (chosen) => {
          const items = chosen.flatMap((piece) => made.get(piece) ?? []);
          return explainRefused(request, items, items.length);
        },
      },
    ];
  });
};

/**
 * What was undone or refused, each item once: if it was refused several times, by the last request; if it was also undone, by what was
 * later.
 */
const missingCauses = (key: ExplainedKey, account: KnownAccount): ReadonlyArray<Cause> => {
  const { history, corrections, refused } = account;
  const undoneAt = new Map(corrections.map((one) => [one.importId, one.undoneAt]));
  const undone = history?.undone.filter(isIn(key)) ?? [];
  const undoneKeys = new Map(undone.map((item) => [item.key, undoneAt.get(item.importId)]));
  const lastOf = new Map(refused.flatMap((request) => request.items.map((item) => [item.key, request])));
  const isLeftOut = (item: RefusedItem, request: RefusedRequest): boolean => {
    if (item.key === null) return false;
    const undoneLater = undoneKeys.get(item.key);
    return lastOf.get(item.key) !== request || (undoneLater !== undefined && undoneLater > request.receivedAt);
  };
  const isRefusedLater = ({ key: name, importId }: Item): boolean => {
    const at = undoneAt.get(importId);
    const last = lastOf.get(name);
    return at !== undefined && last !== undefined && last.receivedAt >= at;
  };
  return [
    ...undoneCauses(
      undone.filter((item) => !isRefusedLater(item)),
      corrections,
    ),
    ...refusedCauses(key, account, isLeftOut),
  ];
};

/** Requests that may have had items of a total, and do not say so. */
export const unclearRequests = (key: TotalKey, { refused }: KnownAccount): ReadonlyArray<RefusedRequest> =>
  refused.filter((request) => isStoring(request, key) && request.hasMore);

const submitted = ({ differences }: Conflict, field: string): string | null =>
  differences.find((difference: FieldDifference) => difference.field === field)?.submitted ?? null;

/**
 * A transaction that was sent again with other content: the control totals count the second one in place of the first, or both. If amount,
 * type and ledger are those of the first, they can only count both.
 */
const conflictCauses = (
  key: TotalKey,
  stored: ReadonlyArray<Item>,
  conflicts: ReadonlyArray<Conflict>,
): ReadonlyArray<Cause> =>
  conflicts.flatMap((conflict): ReadonlyArray<Cause> => {
    const name = conflict.transactionId;
    const first = stored.find((item) => item.name === name && !isCountedType(item.type));
    if (first === undefined) return [];
    const amount = submitted(conflict, 'amount');
    const second = {
      type: (submitted(conflict, 'type') ?? first.type) as TotalType,
      ledgerNumber: submitted(conflict, 'ledger_number') ?? first.ledgerNumber,
      count: 1,
      sum: amount === null ? first.sum : new Decimal(amount),
    };
    const isSecond = isIn(key)(second);
    const added = isSecond ? { count: 1, sum: second.sum } : NOTHING;
    const removed = isIn(key)(first) ? first : NOTHING;
    const pieces = [{ name, ...minus(added, removed) }, ...(isSecond ? [{ name, ...added }] : [])].filter(
      ({ count, sum }) => count !== 0 || sum.text !== '0',
    );
    const explain = (): Explanation => ({ kind: 'conflict', conflict });
    return pieces.length === 0
      ? []
      : [{ key: `conflict ${conflict.importId} ${name}`, pieces, isEither: true, explain }];
  });

/** What several requests had, and the account has once. */
const againCauses = (key: TotalKey, { again, imports }: AccountHistory): ReadonlyArray<Cause> =>
  byImport(again.filter(isIn(key))).map(([id, pieces]) => ({
    key: `again ${id}`,
    pieces,
    explain: (chosen) => ({ kind: 'sent_again', ...imports.get(id)!, ...some(chosen) }),
  }));

/** Transactions that are on the account more than once: without all but the first. */
const repeatedCauses = (key: TotalKey, stored: ReadonlyArray<Item>, { repeated }: KnownAccount): ReadonlyArray<Cause> =>
  repeated.flatMap((one) => {
    const further = stored.filter(({ name, type }) => name === one.transactionId && !isCountedType(type)).slice(1);
    const pieces = further.filter(isIn(key)).map(({ name, ...item }) => ({ name, ...negative(item) }));
    const explain = (): Explanation => ({ kind: 'repeated', repeated: one });
    return pieces.length === 0 ? [] : [{ key: `repeated ${one.transactionId}`, pieces, explain }];
  });

/** What imports stored: the control totals may not count it. */
const acceptedCauses = (key: TotalKey, { stored, imports }: AccountHistory): ReadonlyArray<Cause> => {
  const all = stored.filter(isIn(key));
  return byImport(all).flatMap(([id, items]) => {
    const request = imports.get(id);
    if (request === undefined) return [];
    return [
      {
        key: `accepted ${id}`,
        pieces: items.map(({ name, ...item }) => ({ name, ...negative(item) })),
        explain: (chosen): Explanation => {
          if (chosen.length === items.length) return { kind: 'accepted_import', ...request, ...some(chosen) };
          const [{ name, sum } = { name: '', sum: null }] = chosen;
          const alike = all.filter((item) => sum !== null && item.sum.equals(sum.negated())).length;
          return { kind: 'extra_item', ...request, item: name, alike };
        },
      },
    ];
  });
};

/** The causes by which less is stored than was sent, and those by which more is, the most certain first. */
export const causesOfTotal = (key: ExplainedKey, account: KnownAccount) => {
  const { history, conflicts } = account;
  const stored = history?.stored ?? [];
  return {
    missing: missingCauses(key, account),
    conflicts: conflictCauses(key, stored, conflicts),
    again: history === null ? [] : againCauses(key, history),
    repeated: repeatedCauses(key, stored, account),
    accepted: history === null ? [] : acceptedCauses(key, history),
  };
};

const place = ({ isSummed }: ExplainedKey, { type, ledgerNumber, sum }: Item): string =>
  [type, ...(isSummed ? [toMoney(sum)] : []), ...(ledgerNumber === '' ? [] : [`on ${ledgerNumber}`])].join(' ');

/** What was changed outside of the service: by how much less is stored for it than accepted, and the explanation. */
export const changesOf = (key: ExplainedKey, { changes, imports }: AccountHistory) => {
  const about = changes.flatMap((change) => {
    const accepted = change.accepted !== null && isIn(key)(change.accepted) ? change.accepted : NOTHING;
    const stored = change.stored !== null && isIn(key)(change.stored) ? change.stored : NOTHING;
    const effect = minus(accepted, stored);
    return effect.count === 0 && effect.sum.text === '0' ? [] : [{ ...change, effect }];
  });
  const kindOf = ({ accepted, stored }: (typeof about)[number]) =>
    accepted === null ? 'stored_not_accepted' : stored === null ? 'accepted_not_stored' : 'stored_otherwise';
  const groups = Map.groupBy(about, (change) => `${kindOf(change)} ${(change.accepted ?? change.stored)!.importId}`);
  const explanations = [...groups.values()].map((group): Explanation => {
    const [first] = group;
    const { accepted, stored } = first!;
    const { importId, name: item } = (accepted ?? stored)!;
    const request = imports.get(importId);
    const items = { itemCount: group.length, item };
    if (accepted === null || request === undefined) return { kind: 'stored_not_accepted', importId, ...items };
    if (stored === null) return { kind: 'accepted_not_stored', ...request, ...items };
    return {
      kind: 'stored_otherwise',
      ...request,
      ...items,
      accepted: place(key, accepted),
      stored: place(key, stored),
    };
  });
  return { effects: about.map(({ effect }) => effect), explanations };
};
