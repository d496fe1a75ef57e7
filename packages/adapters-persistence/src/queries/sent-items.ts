import type { ExplanationOf, SentItems } from '@carryover/application/reconciliation/explanations';
import type { ImportSupplier } from '@carryover/domain/account';
import { keyOf, type TotalKey } from '@carryover/domain/control-total';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import { accountKeyIn } from '../imports/account-repository.ts';
import { intactPayload } from '../imports/import-records.ts';
import { moment, orNull } from '../schema/stored-values.ts';
import type { Snapshot } from '../sql/snapshot.ts';

/** Payloads of larger accounts are not read, nor of more accounts than these: it is not told what was sent for them. Bytes as stored. */
const MOST_ITEMS_OF_ACCOUNT = 100_000;
const MOST_BYTES_OF_ACCOUNT = 16 * 1_024 * 1_024;
const MOST_ITEMS = 2_000_000;
const PAYLOADS_AT_ONCE = 10;

const COUNTS = `
  select account_id::text as account, greatest(count(*), sum(item_count))::float as items,
         coalesce(sum(octet_length(payload)), 0)::float as bytes
  from accepted_import where account_id = any($1::bigint[]) group by account_id`;

const PAYLOADS = `
  select i.id, to_json(i.received_at)#>>'{}' as "receivedAt", i.endpoint, encode(i.payload, 'base64') as payload,
         encode(i.payload_sha256, 'hex') as sha256,
         coalesce(i.findings ? 'checkPreviouslyAdded', false) as "isUnchecked", u.import_id is not null as "isUndone",
         (select l.ledger_number from ledger l where l.account_id = i.account_id and l.is_main) as "mainLedger"
  from accepted_import i left join import_undo u on u.account_id = i.account_id and u.import_id = i.id
  where i.account_id = $1::bigint and i.id > $2::uuid and i.endpoint <> 'payment-instruction/create'
  order by i.id limit ${PAYLOADS_AT_ONCE}`;

/** Those of these items that the account has; a transaction on any ledger. */
const STORED = `
  select 'transaction' as kind, '' as ledger, transaction_id as id from ledger_transaction
  where account_id = $1::bigint and transaction_id = any($2::text[])
  union all
  select 'statement', '', statement_id from historical_statement
  where account_id = $1::bigint and statement_id = any($3::text[])
  union all
  select 'document', ledger_number, identifier from billing_document
  where account_id = $1::bigint and identifier = any($4::text[])`;

const countRow = t.type({ account: t.string, items: t.number, bytes: t.number });
const payloadRow = t.type({
  id: t.string,
  receivedAt: moment,
  endpoint: t.string,
  /** Null if it was removed. */
  payload: orNull(t.string),
  sha256: t.string,
  isUnchecked: t.boolean,
  isUndone: t.boolean,
  mainLedger: orNull(t.string),
});
type PayloadRow = t.TypeOf<typeof payloadRow>;
const storedRow = t.type({ kind: t.string, ledger: t.string, id: t.string });

const transactions = t.array(t.type({ transaction_id: t.string, type: t.string }));
const withNotes = t.type({ notes: t.array(t.unknown) });
const withTransactions = t.type({ transactions });
const withStatements = t.type({ statements: t.array(t.type({ statement_id: t.string })) });
const withHistory = t.intersection([
  t.type({
    ledger_number: t.string,
    historical_billing_documents: t.array(t.type({ billing_document_identifier: t.string, transactions })),
  }),
  t.partial({ additional_historical_transactions: transactions }),
]);

/** An item of a payload, with the total that counts it. `id`: null for a note, which has none. */
type SentItem = {
  readonly kind: 'transaction' | 'statement' | 'document' | 'note';
  readonly type: string;
  readonly ledger: string;
  readonly id: string | null;
};

const toTransactions = (ledger: string, of: t.TypeOf<typeof transactions>): ReadonlyArray<SentItem> =>
  of.map(({ type, transaction_id }) => ({ kind: 'transaction', type, ledger, id: transaction_id }));

/** Returns the items of a payload; null if it was removed, is not one of these, or not the one that was received. */
const itemsOf = async ({ id, payload, sha256, mainLedger }: PayloadRow): Promise<ReadonlyArray<SentItem> | null> => {
  if (payload === null) return null;
  const text = await intactPayload(id, Buffer.from(payload, 'base64'), sha256).catch(() => null);
  const body = text === null ? null : jsonOrNull(text);
  if (withNotes.is(body)) return body.notes.map(() => ({ kind: 'note', type: 'NOTE', ledger: '', id: null }));
  if (withStatements.is(body))
    return body.statements.map(({ statement_id: id }) => ({ kind: 'statement', type: 'STATEMENT', ledger: '', id }));
  if (withTransactions.is(body)) return mainLedger === null ? null : toTransactions(mainLedger, body.transactions);
  if (!withHistory.is(body)) return null;
  const { ledger_number: ledger, historical_billing_documents, additional_historical_transactions = [] } = body;
  return [
    ...historical_billing_documents.flatMap(({ billing_document_identifier: id, transactions: of }) => [
      { kind: 'document', type: 'BILLING_DOCUMENT', ledger, id } as const,
      ...toTransactions(ledger, of),
    ]),
    ...toTransactions(ledger, additional_historical_transactions),
  ];
};

const nameOf = (kind: string, ledger: string, id: string): string =>
  `${kind} ${kind === 'document' ? `${ledger.length} ${ledger}` : ''} ${id}`;

/** What was sent for one total. */
class SentTotal {
  count = 0;
  readonly #seen = new Set<string>();
  readonly #kept = new Map<string, { readonly from: PayloadRow; readonly items: SentItem[] }>();

  add(from: PayloadRow, item: SentItem): void {
    // What is sent again is stored once, unless the request said not to check; a note has no id to know it by.
    const { id } = item;
    if (id === null || from.isUnchecked || !this.#seen.has(id)) this.count += 1;
    if (id === null) return;
    this.#seen.add(id);
    if (from.isUndone) return;
    const kept = this.#kept.get(from.id) ?? { from: { ...from, payload: '' }, items: [] };
    this.#kept.set(from.id, kept);
    kept.items.push(item);
  }

  items(): ReadonlyArray<SentItem> {
    return [...this.#kept.values()].flatMap(({ items }) => items);
  }

  notStored(stored: ReadonlySet<string>): ReadonlyArray<ExplanationOf<'accepted_not_stored'>> {
    return [...this.#kept.values()].flatMap(({ from: { id, receivedAt, endpoint }, items }) => {
      const missing = items.flatMap((item) =>
        item.id === null || stored.has(nameOf(item.kind, item.ledger, item.id)) ? [] : [item.id],
      );
      const [item] = missing;
      if (item === undefined) return [];
      return [
        { kind: 'accepted_not_stored', importId: id, receivedAt, endpoint, itemCount: missing.length, item } as const,
      ];
    });
  }
}

const readStored = async (
  { read }: Snapshot,
  account: string,
  items: ReadonlyArray<SentItem>,
): Promise<ReadonlySet<string>> => {
  const ids = (kind: SentItem['kind']) => [...new Set(items.filter((item) => item.kind === kind).map(({ id }) => id))];
  const found = await read(storedRow, STORED, [account, ids('transaction'), ids('statement'), ids('document')]);
  return new Set(found.map(({ kind, ledger, id }) => nameOf(kind, ledger, id)));
};

/** Reads all payloads of an account. @returns null if one cannot be read. */
const readAccount = async (
  snapshot: Snapshot,
  account: string,
  totals: ReadonlyArray<TotalKey>,
): Promise<ReadonlyArray<readonly [string, SentItems]> | null> => {
  const byTotal = new Map(totals.map((total) => [`${total.type} ${total.ledgerNumber}`, new SentTotal()]));
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await snapshot.read(payloadRow, PAYLOADS, [account, after]);
    for (const row of rows) {
      const items = await itemsOf(row);
      if (items === null) return null;
      for (const item of items) byTotal.get(`${item.type} ${item.ledger}`)?.add(row, item);
    }
    if (rows.length < PAYLOADS_AT_ONCE) break;
    after = rows.at(-1)!.id;
  }
  const stored = await readStored(
    snapshot,
    account,
    [...byTotal.values()].flatMap((sent) => sent.items()),
  );
  return totals.map((total) => {
    const sent = byTotal.get(`${total.type} ${total.ledgerNumber}`)!;
    return [keyOf(total), { count: sent.count, notStored: sent.notStored(stored) }];
  });
};

/** The accounts whose payloads are read: those that are small enough, up to {@link MOST_ITEMS} of all. */
const readableAccounts = async ({ read }: Snapshot, accounts: ReadonlyArray<string>): Promise<ReadonlySet<string>> => {
  const counts = new Map((await read(countRow, COUNTS, [accounts])).map((row) => [row.account, row]));
  let total = 0;
  return new Set(
    accounts.filter((account) => {
      const { items, bytes } = counts.get(account) ?? { items: 0, bytes: 0 };
      if (items > MOST_ITEMS_OF_ACCOUNT || bytes > MOST_BYTES_OF_ACCOUNT || total + items > MOST_ITEMS) return false;
      total += items;
      return true;
    }),
  );
};

/** What the accepted requests of these totals' accounts had, by `keyOf` the total; without those for which it is not known. */
export const readSentItems = async (
  snapshot: Snapshot,
  supplier: ImportSupplier,
  totals: ReadonlyArray<TotalKey>,
): Promise<ReadonlyMap<string, SentItems>> => {
  const byAccount = Map.groupBy(totals, ({ externalAccountNumber }) => accountKeyIn(supplier)(externalAccountNumber));
  const sent = new Map<string, SentItems>();
  for (const account of await readableAccounts(snapshot, [...byAccount.keys()]))
    for (const [key, items] of (await readAccount(snapshot, account, byAccount.get(account)!)) ?? [])
      sent.set(key, items);
  return sent;
};
