import type { Content, Item } from '../batches/batch.ts';
import type { Accepted, Request } from './accepted.ts';
import type { Complain } from './disagreement.ts';
import { nameOf, type StoredRow } from './stored.ts';

/** An item that must be there once: it is part of an import record, or was acknowledged. */
type Due = { readonly item: Item; readonly requests: Set<Request>; readonly importIds: Set<string> };

/** All that must be there, by name. */
const dueOf = (requests: ReadonlyArray<Request>, accepted: ReadonlyArray<Accepted>): ReadonlyMap<string, Due> => {
  const importsOf = Map.groupBy(accepted, ({ request }) => request);
  const due = new Map<string, Due>();
  for (const request of requests) {
    const ids = importsOf.get(request) ?? [];
    if (ids.length === 0 && request.acknowledged.length === 0) continue;
    for (const item of request.made.items) {
      const one = due.get(nameOf(item)) ?? { item, requests: new Set(), importIds: new Set() };
      one.requests.add(request);
      for (const { id } of ids) one.importIds.add(id);
      due.set(nameOf(item), one);
    }
  }
  return due;
};

const differences = (expected: Content, actual: Content): ReadonlyArray<string> =>
  Object.entries(expected).flatMap(([field, value]) =>
    actual[field] === value ? [] : [`${field} is ${JSON.stringify(actual[field])}, was ${JSON.stringify(value)}`],
  );

const checkMissing = (
  due: ReadonlyMap<string, Due>,
  present: ReadonlyMap<string, unknown>,
  complain: Complain,
): void => {
  for (const [name, { requests }] of due) {
    if (present.has(name)) continue;
    for (const { batch, acknowledged, made } of requests) {
      const isWhole = made.items.every((item) => !present.has(nameOf(item)));
      if (acknowledged.length > 0) complain('lost', name, `of ${batch.name}, answered 201`);
      if (!isWhole) complain('partial', name, `is missing; other items of ${batch.name} are there`);
      else if (acknowledged.length === 0) complain('partial', name, `${batch.name} has its record and no row`);
    }
  }
};

/** Compares every row with every item: each item that is due is there once, as sent, and nothing else is. */
export const checkRows = (
  requests: ReadonlyArray<Request>,
  accepted: ReadonlyArray<Accepted>,
  rows: ReadonlyArray<StoredRow>,
  complain: Complain,
): void => {
  const due = dueOf(requests, accepted);
  const present = Map.groupBy(rows, nameOf);
  const sent = new Set(requests.flatMap(({ made }) => made.items.map(nameOf)));
  checkMissing(due, present, complain);
  for (const [name, found] of present) {
    const one = due.get(name);
    if (found.length > 1) complain('doubled', name, `is there ${found.length} times`);
    if (one === undefined) {
      const kind = sent.has(name) ? 'partial' : 'stray';
      complain(kind, name, sent.has(name) ? 'is there without its import record' : 'was never sent');
      continue;
    }
    for (const row of found) {
      if (!one.importIds.has(row.importId))
        complain('record', name, `names import ${row.importId}, which did not bring it`);
      for (const difference of differences(one.item.content, row.content)) complain('altered', name, difference);
    }
  }
};
