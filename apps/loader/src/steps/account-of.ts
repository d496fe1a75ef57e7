import * as E from 'fp-ts/lib/Either.js';
import type { Account, Item, Reason, TextRow, ToItem } from './item.ts';

/** Matches a row that begins with its account, without reading the rest. */
const BEGINNING =
  /^\{"(?:import_supplier":"([^"\\]*)","external_account_number|external_account_number)":"([^"\\]*)"(?:,"import_supplier":"([^"\\]*)")?/;

/** Returns the account of most rows at little cost; null if only reading the whole row can tell. */
const accountAtStart = (json: string, supplier: string | null): Account | null => {
  const [, before, number, after] = BEGINNING.exec(json) ?? [];
  const code = before ?? after;
  if (number === undefined) return null;
  if (code !== undefined) return { supplier: code, number };
  return supplier === null || json.includes('import_supplier') ? null : { supplier, number };
};

/** Makes the function that returns a row's account. @param supplier of rows that name none. */
export const makeAccountOf =
  (toItem: ToItem, supplier: string | null) =>
  (row: TextRow): E.Either<Reason, Account> => {
    const account = accountAtStart(row.json, supplier);
    return account === null ? E.map(({ account: of }: Item) => of)(toItem(row)) : E.right(account);
  };
