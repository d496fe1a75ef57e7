import type { AccountSummary, SummaryItems, SummaryList } from '@carryover/client/types/account-summary';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { Kind } from '@carryover/contract/kinds';
import type { Account } from '../rows/item.ts';
import { isRefused, type Refused, type Service } from '../service/service.ts';
import type { OwnAccount } from '../store/item-store.ts';
import { ThingStore } from '../store/thing-store.ts';
import { IdSum } from '../store/things.ts';
import { compareThing, OR } from './compare-things.ts';

/** The lists that have the items of a kind. */
const LISTS: Readonly<Record<Kind, ReadonlyArray<SummaryList>>> = {
  transactions: ['transactions'],
  'billing-documents': ['billing_documents', 'transactions'],
  statements: ['statements'],
  notes: ['notes'],
  'payment-instructions': [],
};

/** A transaction as it was sent, with its stored date if the service moved it. */
const asSent = (item: SummaryItems['transactions'], main: string | undefined) => {
  const { submitted_transaction_date: date, submitted_note: note, ...stored } = item;
  const moved = date === null ? {} : { transaction_date: date, note, moved_to: stored.transaction_date };
  return { ...stored, ...moved, main_ledger: main ?? '' };
};

/** Returns the number of items on an account that clients sent. */
const countOf = ({ notes, statements, ledgers, payment_instruction: instruction }: AccountSummary): number =>
  notes.count +
  statements.count +
  (instruction === null ? 0 : 1) +
  ledgers.reduce(
    (total, { transactions, billing_documents: documents }) =>
      transactions.reduce((sum, { count }) => sum + count, total + documents.count),
    0,
  );

type OfImport = { count: number; readonly ids: IdSum };

/** The transactions of each ledger by the import that they came from. */
class Histories {
  readonly #importOfDocuments = new Map<string, string>();
  readonly #imports = new Map<string, Map<string, OfImport>>();

  addDocument({ ledger_number: ledger, import_id: id }: SummaryItems['billing_documents']): void {
    this.#importOfDocuments.set(ledger, id);
  }

  addTransaction({
    ledger_number: ledger,
    import_id: id,
    transaction_id: transaction,
  }: SummaryItems['transactions']): void {
    const imports = this.#imports.get(ledger) ?? new Map<string, OfImport>();
    this.#imports.set(ledger, imports);
    const own = imports.get(id) ?? { count: 0, ids: new IdSum() };
    imports.set(id, own);
    own.count += 1;
    own.ids.add(transaction);
  }

  /** Returns the number of transactions of a ledger's history, and their ids; without documents, those of each import on the ledger. */
  transactionsOf(ledger: string): { readonly transactions: string; readonly transaction_ids: string } {
    const imports = this.#imports.get(ledger) ?? new Map<string, OfImport>();
    const id = this.#importOfDocuments.get(ledger);
    const own = id === undefined ? [...imports.values()] : [imports.get(id) ?? { count: 0, ids: new IdSum() }];
    return {
      transactions: [...new Set(own.map(({ count }) => count))].join(OR),
      transaction_ids: own.map(({ ids }) => ids.text).join(OR),
    };
  }
}

/**
 * Adds what is stored on an account to the things of the files, of the kinds that the account should have.
 *
 * @returns the number of all items on the account that clients sent; null if the service does not know the account.
 */
export const readStored = async (
  service: Service,
  { account, kinds }: OwnAccount,
  things: ThingStore,
): Promise<number | null> => {
  const lists = new Set([...kinds].flatMap((kind) => LISTS[kind]));
  const histories = lists.has('billing_documents') ? new Histories() : null;
  let summary: AccountSummary | null = null;
  for (const list of lists) {
    const read = await readList(service, list, { account, things, histories });
    if (read === null) return null;
    summary = read;
  }
  summary ??= await readSummary(service, account);
  if (summary === null) return null;
  if (histories !== null)
    for (const { ledger_number: ledger, ledger_code: code, billing_documents: documents } of summary.ledgers)
      things.addStored('history', account, {
        ledger_number: ledger,
        ledger_code: code,
        historical_billing_documents: String(documents.count),
        ...histories.transactionsOf(ledger),
      });
  return countOf(summary);
};

/** Returns true if no account can have this number: the service does not know it, or it is none. */
export const isUnknown = ({ error: { status } }: Refused): boolean => status === 404 || status === 400;

const readSummary = async (service: Service, account: Account): Promise<AccountSummary | null> => {
  const summary = await service.summary(account);
  if (!isRefused(summary)) return summary;
  if (isUnknown(summary)) return null;
  throw summary.error;
};

type Taken = { readonly account: Account; readonly things: ThingStore; readonly histories: Histories | null };

/** Adds an item of each list. */
const TAKE: {
  readonly [L in SummaryList]: (item: SummaryItems[L], to: Taken, summary: AccountSummary) => void;
} = {
  notes: (note, { account, things }) => {
    if (!note.added_by_service) things.addStored('note', account, note);
  },
  statements: (statement, { account, things }) => things.addStored('statement', account, statement),
  billing_documents: (document, { account, things, histories }) => {
    histories?.addDocument(document);
    things.addStored('billing_document', account, document);
  },
  transactions: (transaction, { account, things, histories }, { ledgers }) => {
    histories?.addTransaction(transaction);
    things.addStored('transaction', account, asSent(transaction, ledgers[0]?.ledger_number));
  },
};

/** Adds all items of a list. @returns null if the service does not know the account. */
const readList = async <L extends SummaryList>(service: Service, list: L, taken: Taken) => {
  let summary: AccountSummary | null = null;
  for await (const page of service.pages(taken.account, list)) {
    if (isRefused(page)) {
      if (isUnknown(page)) return null;
      throw page.error;
    }
    summary = page;
    for (const item of page.items) TAKE[list](item as SummaryItems[L], taken, page);
  }
  return summary;
};
/**
 * Returns where the history that a ledger has differs from this one; empty if all of its documents and transactions are stored
 * with all fields, and no others. A ledger takes its history once (§4.3), so a request that stored it is answered with an
 * error when it is sent again.
 */
export const historyDifferences = async (
  service: Service,
  account: Account,
  value: JsonObject,
): Promise<ReadonlyArray<string>> => {
  const kind = 'billing-documents';
  const things = new ThingStore();
  try {
    things.addOwn({ kind, file: 0, line: 1, raw: JSON.stringify(value), account, key: '' });
    await readStored(service, { account, kinds: new Set([kind]) }, things);
    return [...things.identified()].flatMap(({ own, stored }) =>
      own.flatMap((thing) => {
        const compared = compareThing(thing, stored);
        if (compared.kind !== 'found') return [thing.path];
        const prefix = thing.path === '' ? '' : `${thing.path}.`;
        return compared.differences.map(({ field }) => `${prefix}${field}`);
      }),
    );
  } finally {
    things.close();
  }
};
