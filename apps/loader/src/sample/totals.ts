import { JsonNumber } from '@carryover/contract/json/json-value';
import type { SampleAccount, SampleItem, SampleRow } from './account.ts';

/** A row of `totals.csv`. Sums are in pence: they are exact as whole numbers. */
type Total = { readonly ledger: string; readonly type: string; count: number; pence: number };

const penceOf = (amount: unknown): number =>
  Number((amount instanceof JsonNumber ? amount.text : String(amount)).replace('.', ''));

const moneyOf = (pence: number): string => {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const listOf = (rows: unknown): ReadonlyArray<SampleRow> => rows as ReadonlyArray<SampleRow>;

/** Adds up what an account has once the items are stored, as the reconciliation does (decisions 14). */
const makeTotals = (mainLedger: string) => {
  const totals = new Map<string, Total>();
  const add = (ledger: string, type: string, pence = 0): void => {
    const total = totals.get(`${ledger},${type}`) ?? { ledger, type, count: 0, pence: 0 };
    totals.set(`${ledger},${type}`, { ...total, count: total.count + 1, pence: total.pence + pence });
  };
  const addTransaction = (ledger: string, { type, amount }: SampleRow): void =>
    add(ledger, String(type), penceOf(amount));
  const addHistory = (row: SampleRow): void => {
    const ledger = String(row.ledger_number);
    for (const document of listOf(row.historical_billing_documents)) {
      add(ledger, 'BILLING_DOCUMENT');
      for (const one of listOf(document.transactions)) addTransaction(ledger, one);
    }
    for (const one of listOf(row.additional_historical_transactions)) addTransaction(ledger, one);
  };
  return {
    add: ({ kind, row }: SampleItem): void => {
      if (kind === 'notes') add('', 'NOTE');
      if (kind === 'statements') add('', 'STATEMENT');
      if (kind === 'transactions') addTransaction(mainLedger, row);
      if (kind === 'billing-documents') addHistory(row);
    },
    done: (): ReadonlyArray<Total> => [...totals.values()],
  };
};

const COUNTED = ['NOTE', 'STATEMENT', 'BILLING_DOCUMENT'];

export const TOTALS_HEADER = 'external_account_number,ledger_number,type,count,sum';

/** Returns the rows of `totals.csv` for an account whose items are all stored but the faulty ones. */
export const totalsOf = (
  { externalAccountNumber, mainLedger }: SampleAccount,
  stored: ReadonlyArray<SampleItem>,
): ReadonlyArray<string> => {
  const totals = makeTotals(mainLedger);
  for (const item of stored) totals.add(item);
  return totals
    .done()
    .map(({ ledger, type, count, pence }) =>
      [externalAccountNumber, ledger, type, count, COUNTED.includes(type) ? '' : moneyOf(pence)].join(','),
    );
};
