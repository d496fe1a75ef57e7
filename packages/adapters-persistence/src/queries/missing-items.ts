import type { Stored } from '@carryover/application/ports/store-failure';
import type { Account } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { readerOf } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { listImports } from './import-listing.ts';
import type { ImportRecord } from './import-records.ts';
import { type RefusedItem, type RefusedItems, readRefusedItems } from './refused-items.ts';

/** An item that the client sent and that is not stored, with its latest refused request. */
export type MissingItem = RefusedItem & {
  readonly importId: string;
  readonly receivedAt: Date;
  readonly endpoint: string;
  /** Nothing is wrong with the item itself: it was refused with another one of its request. */
  readonly isSound: boolean;
};

export type MissingItems = {
  /** Of each item its latest refusal, the newest first. */
  readonly items: ReadonlyArray<MissingItem>;
  /** Refused requests with further items, of which nothing is kept. */
  readonly requestsWithMore: number;
  /** False if the account has more refused requests than were read. */
  readonly isComplete: boolean;
};

/** The latest refused requests that are read: a client may send the same mistake any number of times. */
const REQUESTS = 100;

const ofRequest = ({ id, receivedAt, endpoint }: ImportRecord, refused: RefusedItems): ReadonlyArray<MissingItem> =>
  [
    ...refused.items.map((item) => ({ ...item, isSound: false })),
    ...refused.others.map((item) => ({ ...item, isSound: true })),
  ]
    .filter(({ state }) => state !== 'solved')
    .map((item) => ({ ...item, importId: id, receivedAt, endpoint }));

/** Items are the same if they have the same identifier; without one, if the same is wrong at the same place. */
const identityOf = ({ key, path, code, value, endpoint }: MissingItem): string =>
  key ?? JSON.stringify([endpoint, path, code, value]);

const readMissing = async (em: EntityManager, records: ReadonlyArray<ImportRecord>): Promise<MissingItems> => {
  const read = records.slice(0, REQUESTS);
  const refused = await readRefusedItems(
    readerOf(em),
    read.map(({ id }) => id),
  );
  const items = new Map<string, MissingItem>();
  let requestsWithMore = 0;
  for (const record of read) {
    const found = refused.get(record.id);
    if (found === undefined) continue;
    if (found.hasMore) requestsWithMore += 1;
    for (const item of ofRequest(record, found)) if (!items.has(identityOf(item))) items.set(identityOf(item), item);
  }
  return { items: [...items.values()], requestsWithMore, isComplete: records.length <= REQUESTS };
};

/** Reads what clients sent for an account and what is not stored: the items of its latest 100 refused requests. */
export const readMissingItems =
  (em: EntityManager) =>
  ({ supplier, externalAccountNumber }: Pick<Account, 'supplier' | 'externalAccountNumber'>): Stored<MissingItems> =>
    TE.chain((records: ReadonlyArray<ImportRecord>) => stored(() => readMissing(em, records)))(
      listImports(em)({ supplier, externalAccountNumber, outcome: 'refused', limit: REQUESTS + 1 }),
    );
