import { closeSync, openSync, writeSync } from 'node:fs';
import { makeRandom } from '@carryover/loader/sample/random';
import { ACCOUNT_PREFIX, SUPPLIER } from '../items/account.ts';
import type { Mix } from '../items/kind.ts';
import { makeTransactions } from '../items/transactions.ts';
import { SLOT } from '../load/template.ts';

/** The transactions of an account; the requests of the load generator have as many. */
export const ITEMS_OF_ACCOUNT = 50;

const ROWS_PER_WRITE = 10_000;

/** The order of the rows of a file. */
export type Order = 'sorted' | 'shuffled';

/** @param count of rows. @returns their numbers in the order of the file. */
const orderOf = (order: Order, count: number): Uint32Array => {
  const numbers = Uint32Array.from({ length: count }, (_, at) => at);
  if (order === 'sorted') return numbers;
  const random = makeRandom(count);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = random.whole(at + 1);
    [numbers[at], numbers[other]] = [numbers[other]!, numbers[at]!];
  }
  return numbers;
};

/** The rows of an account with slots for its number and for theirs, the same transactions as those of the load generator. */
const templatesOf = (mix: Mix): ReadonlyArray<string> =>
  makeTransactions({ items: ITEMS_OF_ACCOUNT, variant: 0, mix }, '2026-06').map((transaction) =>
    JSON.stringify({
      import_supplier: SUPPLIER,
      external_account_number: `${ACCOUNT_PREFIX}${SLOT.account}`,
      ...transaction,
    }),
  );

/** Writes the transactions of some accounts. @param accounts their numbers, ascending. */
export const writeItems = (file: string, accounts: ReadonlyArray<number>, order: Order, mix: Mix): void => {
  const templates = templatesOf(mix);
  const descriptor = openSync(file, 'w');
  let rows: string[] = [];
  const write = (): void => {
    writeSync(descriptor, rows.join(''));
    rows = [];
  };
  for (const number of orderOf(order, accounts.length * ITEMS_OF_ACCOUNT)) {
    const account = String(accounts[Math.floor(number / ITEMS_OF_ACCOUNT)]);
    const row = templates[number % ITEMS_OF_ACCOUNT]!;
    rows.push(`${row.replace(SLOT.account, account).replace(SLOT.item, String(number))}\n`);
    if (rows.length >= ROWS_PER_WRITE) write();
  }
  write();
  closeSync(descriptor);
};
