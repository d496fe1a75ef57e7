import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CarryoverError, makeClient } from '@carryover/client';
import { DEMO } from '@carryover/settings/demo';
import type { anOperator } from '../../support/an-operator.ts';
import { accountFile, accountNumber, PERIOD } from '../batches/account.ts';
import type { Random } from '../random.ts';

/** Its accounts are imported to, undone and erased: no model can tell what is left of them, only what is stored. */
export const FEED_SUPPLIER = 'FEED';

/** What the writers did beside the imports. */
type Counts = { readonly undone: number; readonly erased: number; readonly commands: number };

type Operator = ReturnType<typeof anOperator>;

type WritersOptions = {
  readonly operator: Operator;
  readonly folder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly random: Random;
  readonly complain: (what: string) => void;
};

const ACCOUNTS = 80;
const IMPORTERS = 4;
/** Ids of an account's transactions: few enough that requests meet what is there, and what was undone. */
const TRANSACTIONS = 300;
const THINK_MS = 60;
const PAUSE_MS = 300;

/** As commands take a time. */
const second = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The same each time: a request that meets it finds it, or stores it again after an undo. Every fifth is moved. */
const transaction = (index: number) => ({
  transaction_id: `T-${index}`,
  transaction_date: index % 5 === 0 ? '2019-08-15' : PERIOD.from,
  type: 'PAYMENT' as const,
  amount: `${1 + (index % 90)}.50`,
  note: `Paid at the counter, slip ${index}`,
});
const note = (index: number) => ({ body: `Call ${index}`, created_at: '2019-03-04T05:06:07Z' });

/** Six writers: four import, one undoes what came in a time, one adds, promotes and erases accounts. They end when told to. */
export const startWriters = async (options: WritersOptions): Promise<{ readonly finish: () => Promise<Counts> }> => {
  const { operator, folder, baseUrl, apiKey, random, complain } = options;
  const supplier = ['--supplier', FEED_SUPPLIER];
  const counts = { undone: 0, erased: 0, commands: 0 };
  let isOver = false;
  let added = 0;
  const live = new Set<string>();

  /** A command that the fault of the moment ends is given again by its writer. */
  const run = async (...args: ReadonlyArray<string>): Promise<any> => {
    counts.commands += 1;
    const { json, code, err } = await operator(...args, ...supplier, '--json');
    if (code > 1) complain(err);
    return json;
  };

  const addAccounts = async (
    accounts: ReadonlyArray<readonly [index: number, status: string]>,
  ): Promise<string | null> => {
    const file = join(folder, 'feed-accounts.ndjson');
    const lines = accounts.map(([index, status]) => `${JSON.stringify({ ...accountFile(index), status })}\n`);
    await writeFile(file, lines.join(''));
    const { code, out, err } = await operator('account', 'import', ...supplier, '--file', file);
    if (code !== 0) return `${out}${err}`;
    for (const [index, status] of accounts) if (status === 'IMPORTED') live.add(accountNumber(index));
    return null;
  };

  const client = makeClient({ baseUrl, apiKey });
  const importOnce = async (account: string): Promise<void> => {
    const of = { import_supplier: FEED_SUPPLIER, external_account_number: account };
    const from = random.whole(TRANSACTIONS);
    const indexes = Array.from({ length: random.between(1, 40) }, (_, index) => (from + index) % TRANSACTIONS);
    if (random.whole(4) === 0) await client.createNotes({ ...of, notes: indexes.map(note) });
    else await client.createTransactions({ ...of, transactions: indexes.map(transaction) });
  };
  const importing = async (): Promise<void> => {
    while (!isOver) {
      const account = random.pick([...live]);
      await importOnce(account).catch((error: unknown) => {
        if (!(error instanceof CarryoverError)) throw error;
        if (error.code === 'account_erased' || error.errors.some(({ code }) => code === 'account_erased'))
          live.delete(account);
        else if (error.status === 400 || error.status === 404) complain(error.message);
      });
      await delay(random.whole(THINK_MS));
    }
  };

  const undoing = async (): Promise<void> => {
    while (!isOver) {
      await delay(PAUSE_MS);
      const since = Date.now() - random.between(1_000, 4_000);
      const range = ['--since', second(since), '--until', second(since + 1_000)];
      const anyway = random.whole(2) === 0 ? ['--even-if-answered'] : [];
      const done = await run('imports', 'undo', ...range, '--reason', 'faults', ...anyway);
      counts.undone += done?.undone ?? 0;
    }
  };

  const erasing = async (): Promise<void> => {
    while (!isOver) {
      await delay(PAUSE_MS * 3);
      const isAdded =
        (await addAccounts([
          [added, 'IMPORTED'],
          [added + 1, 'STAGED'],
        ])) === null;
      if (isAdded) added += 1;
      const accounts = Array.from({ length: random.between(1, 2) }, () => random.pick([...live]));
      const file = join(folder, 'feed-erase.ndjson');
      await writeFile(file, accounts.map((one) => `${JSON.stringify({ external_account_number: one })}\n`).join(''));
      const done = await run('account', 'erase', '--file', file, '--reason', 'faults', '--yes');
      counts.erased += done?.erased ?? 0;
    }
  };

  const created = await operator('supplier', 'create', '--code', FEED_SUPPLIER, '--organisation', DEMO.organisation);
  if (created.code !== 0) throw new Error(created.err);
  const failed = await addAccounts(Array.from({ length: ACCOUNTS }, (_, index) => [index, 'IMPORTED'] as const));
  if (failed !== null) throw new Error(failed);
  added = ACCOUNTS;
  const running = Promise.all([...Array.from({ length: IMPORTERS }, importing), undoing(), erasing()]);
  running.catch(() => undefined);
  return {
    finish: async () => {
      isOver = true;
      await running;
      return counts;
    },
  };
};
