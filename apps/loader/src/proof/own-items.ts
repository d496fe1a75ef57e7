import type { AccountSummary, SummaryItems } from '@carryover/client/types/account-summary';
import type { Kind } from '@carryover/contract/item-files/kinds';
import { isJsonObject, type JsonObject } from '@carryover/contract/json/exact-json';
import { Decimal } from '@carryover/domain/decimal';
import { isStoredHistory } from '../loading/service/own-history.ts';
import { isRefused, type Service } from '../loading/service/service.ts';
import { memberText } from '../rows/item-text.ts';
import { amountOf } from '../steps/entries.ts';
import { type Account, fieldsOf, type Item } from '../steps/item.ts';

/** The items of an account that should be stored. */
export type OwnItems = { readonly kind: Kind; readonly items: ReadonlyArray<Item> };

export type IsStored = (item: Item) => Promise<boolean>;
type IsValueStored = (value: JsonObject) => Promise<boolean>;

const all = async <A>(pages: AsyncIterable<ReadonlyArray<A>>): Promise<ReadonlyArray<A>> =>
  (await Array.fromAsync(pages)).flat();

const summaryOf = async (service: Service, account: Account): Promise<AccountSummary | null> => {
  const summary = await service.summary(account);
  return isRefused(summary) ? null : summary;
};

/** A transaction must be stored exactly once, on the main ledger, with its type and amount. */
const ownTransactions = async (service: Service, account: Account): Promise<IsValueStored> => {
  const main = (await summaryOf(service, account))?.ledgers[0]?.ledger_number;
  const stored = Map.groupBy(await all(service.items(account, 'transactions')), (it) => it.transaction_id);
  return async (value) => {
    const [found, another] = stored.get(memberText(value, 'transaction_id') ?? '') ?? [];
    return (
      found !== undefined &&
      another === undefined &&
      found.ledger_number === main &&
      found.type === memberText(value, 'type') &&
      new Decimal(found.amount).equals(amountOf(value.amount))
    );
  };
};

const pathsOf = (value: JsonObject): ReadonlyArray<string> =>
  Array.isArray(value.document_paths)
    ? value.document_paths.flatMap((it) => (isJsonObject(it) ? [memberText(it, 'document_path') ?? ''] : []))
    : [];

/** A note is known by its body, or by its documents if it has none (decisions 4). */
const identityOf = (body: string | null, paths: ReadonlyArray<string>): string =>
  JSON.stringify(body ?? [...new Set(paths)].sort());

/** A note that names its time must be stored with it. */
const ownNotes = async (service: Service, account: Account): Promise<IsValueStored> => {
  const notes = (await all(service.items(account, 'notes'))).filter((it) => !it.added_by_service);
  const stored = Map.groupBy(notes, (it: SummaryItems['notes']) => identityOf(it.body, it.document_paths));
  return async (value) => {
    const time = memberText(value, 'created_at');
    const same = stored.get(identityOf(memberText(value, 'body'), pathsOf(value))) ?? [];
    return same.some((it) => time === null || it.created_at === time);
  };
};

const ownStatements = async (service: Service, account: Account): Promise<IsValueStored> => {
  const stored = new Map((await all(service.items(account, 'statements'))).map((it) => [it.statement_id, it]));
  return async (value) => {
    const found = stored.get(memberText(value, 'statement_id') ?? '');
    return found !== undefined && new Decimal(found.gross_amount).equals(amountOf(value.gross_amount));
  };
};

const ownInstruction = async (service: Service, account: Account): Promise<IsValueStored> => {
  const stored = (await summaryOf(service, account))?.payment_instruction;
  return async (value) => stored?.vendor === memberText(value, 'vendor') && stored?.type === memberText(value, 'type');
};

const ownValues = async (service: Service, kind: Kind, account: Account): Promise<IsValueStored> => {
  switch (kind) {
    case 'transactions':
      return ownTransactions(service, account);
    case 'notes':
      return ownNotes(service, account);
    case 'statements':
      return ownStatements(service, account);
    case 'payment-instructions':
      return ownInstruction(service, account);
    case 'billing-documents':
      return (value) => isStoredHistory(service, account, value);
  }
};

/** Returns the check whether an item of a kind is stored on the account as it was sent. */
export const ownItems = async (service: Service, kind: Kind, account: Account): Promise<IsStored> => {
  const isStored = await ownValues(service, kind, account);
  return (item) => isStored(fieldsOf(item));
};
