import { ACCOUNTS } from './error-catalogue/accounts.ts';
import type { Answerer, CatalogueEntry } from './error-catalogue/entry.ts';
import { FIELDS } from './error-catalogue/fields.ts';
import { ITEMS } from './error-catalogue/items.ts';
import { REQUESTS } from './error-catalogue/requests.ts';
import type { ErrorCode } from './error-codes.ts';

export type { Answerer, CatalogueEntry } from './error-catalogue/entry.ts';

/** All codes, with what to do about each: a code without an entry does not compile. */
export const ERROR_CATALOGUE: { readonly [Code in ErrorCode]: CatalogueEntry } = {
  ...FIELDS,
  ...ITEMS,
  ...ACCOUNTS,
  ...REQUESTS,
};

/** Returns the codes that a part of the interface can send with a status. */
export const codesOf = (answerer: Answerer, status: CatalogueEntry['status']): ReadonlyArray<ErrorCode> =>
  (Object.entries(ERROR_CATALOGUE) as ReadonlyArray<[ErrorCode, CatalogueEntry]>)
    .filter(([, entry]) => entry.status === status && entry.answeredBy.includes(answerer))
    .map(([code]) => code);
