import type { JsonObject } from '@carryover/contract/json/exact-json';
import { Decimal, toMoney } from '@carryover/domain/decimal';
import { isTransactionType } from '../proof/prove-totals.ts';
import { entriesOf } from '../rows/entries.ts';
import type { SampleAccount, SampleItem } from './account.ts';

export const TOTALS_HEADER = 'external_account_number,ledger_number,type,count,sum';

/** Returns the rows of `totals.csv` for an account whose items are all stored but the faulty ones (decisions 14). */
export const totalsOf = (
  { externalAccountNumber, mainLedger }: SampleAccount,
  stored: ReadonlyArray<SampleItem>,
): ReadonlyArray<string> => {
  const entries = stored
    .filter(({ kind }) => kind !== 'payment-instructions')
    .flatMap(({ kind, row }) => entriesOf(kind, row as JsonObject));
  const keyOf = ({ ledger, type }: (typeof entries)[number]): string =>
    `${ledger ?? (isTransactionType(type) ? mainLedger : '')},${type}`;
  return [...Map.groupBy(entries, keyOf)].map(([key, own]) => {
    const total = isTransactionType(own[0]!.type) ? toMoney(Decimal.sum(own.map(({ amount }) => amount))) : '';
    return `${externalAccountNumber},${key},${own.length},${total}`;
  });
};
