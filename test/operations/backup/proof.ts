import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { done, type Operator, type Production } from '../a-production.ts';
import type { Client } from './a-client.ts';
import { bodyOf, type Entry } from './book.ts';

type Total = { count: number; cents: number };

/** The totals of entries, by account. Each is a charge on the only ledger. */
const totalsOf = (entries: Iterable<Entry>): ReadonlyMap<string, Total> => {
  const totals = new Map<string, Total>();
  for (const entry of entries) {
    const body: any = bodyOf(entry);
    const documents = body.historical_billing_documents?.flatMap((document: any) => document.transactions) ?? [];
    for (const { amount } of [...(body.transactions ?? []), ...documents]) {
      const total = totals.get(entry.account) ?? { count: 0, cents: 0 };
      totals.set(entry.account, { count: total.count + 1, cents: total.cents + Math.round(Number(amount) * 100) });
    }
  }
  return totals;
};

const sumOf = ({ cents }: Total): string => (cents / 100).toFixed(2);

/** Reconciles a supplier with what entries come to, by the operator's command. @returns its verdict. */
export const reconcile = async (
  { folder }: Production,
  operator: Operator,
  supplier: string,
  entries: Iterable<Entry>,
): Promise<any> => {
  const rows = [...totalsOf(entries)].map(([account, total]) => `${account},L-1,CHARGE,${total.count},${sumOf(total)}`);
  const file = join(folder, 'expected.csv');
  await writeFile(file, ['external_account_number,ledger_number,type,count,sum', ...rows].join('\n'));
  return (await done(operator, 'reconcile', '--supplier', supplier, '--expected', file, '--json')).json;
};

const itemsOf = (entries: ReadonlyArray<Entry>, kind: Entry['kind']): number =>
  entries.filter((entry) => entry.kind === kind).reduce((sum, { items }) => sum + items, 0);

/** The expected summary of an account with exactly these entries. */
const summaryOf = (account: string, entries: ReadonlyArray<Entry>): object => {
  const total = totalsOf(entries).get(account);
  const charges = total === undefined ? [] : [{ type: 'CHARGE', count: total.count, sum: sumOf(total) }];
  return {
    external_account_number: account,
    notes: { count: itemsOf(entries, 'notes') },
    ledgers: [
      {
        ledger_number: 'L-1',
        transactions: charges,
        billing_documents: { count: itemsOf(entries, 'historical-billing-documents') },
      },
    ],
    statements: { count: itemsOf(entries, 'historical-statements') },
    payment_instruction: itemsOf(entries, 'payment-instruction') === 0 ? null : { vendor: 'STRIPE' },
  };
};

/** Asks the service for every account. @returns pairs of what it says and what it should say. */
export const summaries = async (
  client: Client,
  supplier: string,
  accounts: ReadonlyArray<string>,
  entries: Iterable<Entry>,
): Promise<ReadonlyArray<{ readonly account: string; readonly said: any; readonly expected: object }>> => {
  const byAccount = Map.groupBy(entries, ({ account }) => account);
  const asked = [];
  for (const account of accounts) {
    const body = { import_supplier: supplier, external_account_number: account };
    const said = await client.post('accounts/summary', body);
    asked.push({ account, said, expected: summaryOf(account, byAccount.get(account) ?? []) });
  }
  return asked;
};
