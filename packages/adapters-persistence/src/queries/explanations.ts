import type { ExplanationOf, TransactionName } from '@carryover/application/reconciliation/explanations';
import type { ImportSupplier } from '@carryover/domain/account';
import { keyOf, type TotalKey } from '@carryover/domain/control-total';
import { TRANSACTION_TYPES, type TransactionType } from '@carryover/domain/transaction';
import * as t from 'io-ts';
import { accountKeyIn } from '../imports/account-repository.ts';
import { moment, oneOf, orNull } from '../schema/stored-values.ts';
import type { Snapshot } from '../sql/snapshot.ts';

/** The latest hundred imports of a total: enough to explain, whatever was sent. The parameters are SQL of its key. */
const latestImports = (account: string, ledger: string, type: string): string => `
  select i.id as "importId", to_json(i.received_at)#>>'{}' as "receivedAt", i.endpoint, stored.items as "itemCount"
  from (
    select account_id, import_id, count(*)::int as items from (
      select account_id, import_id from ledger_transaction
      where account_id = ${account} and ledger_number = ${ledger} and type = ${type}
      union all
      select account_id, import_id from note where account_id = ${account} and ${type} = 'NOTE'
      union all
      select account_id, import_id from historical_statement where account_id = ${account} and ${type} = 'STATEMENT'
      union all
      select account_id, import_id from billing_document
      where account_id = ${account} and ledger_number = ${ledger} and ${type} = 'BILLING_DOCUMENT'
      union all
      select account_id, import_id from payment_instruction
      where account_id = ${account} and is_active and ${type} = 'PAYMENT_INSTRUCTION') item
    group by account_id, import_id) stored
  join accepted_import i on i.account_id = stored.account_id and i.id = stored.import_id
  where ${type} <> 'NOTE' or i.endpoint = 'notes/create'
  order by i.id desc limit 100`;

const ACCEPTED_OF = `
  select k.at::int as at, i.*
  from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as k(account, ledger, type, at)
  cross join lateral (${latestImports('k.account', 'k.ledger', 'k.type')}) i
  order by i."importId"`;

/** The same for one total: a cluster refuses a lateral over several nodes (ADR 28). */
const ACCEPTED_OF_ONE = `
  select $4::int as at, i.* from (${latestImports('$1::bigint', '$2::text', '$3::text')}) i order by i."importId"`;

const REFUSED_OF = `
  select number, id as "importId", to_json(received_at)#>>'{}' as "receivedAt", endpoint, status, code, detail,
         encode(payload_sha256, 'hex') as hash
  from (
    select r.external_account_number as number, r.id, r.received_at, r.endpoint, r.status, r.code, r.detail, r.payload_sha256,
           row_number() over (partition by r.external_account_number, r.endpoint order by r.id desc) as latest
    from refused_import r
    where r.organisation_id = $1 and r.supplier_code = $2 and r.external_account_number = any($3::text[])) r
  where latest <= 100
  order by id`;

/** The accounts that accepted these payloads, and still have what they stored. */
const ACCEPTED_PAYLOADS = `
  select i.account_id::text as account, encode(i.payload_sha256, 'hex') as hash
  from accepted_import i
  where i.account_id = any($1::bigint[]) and i.payload_sha256 = any($2::text[]::bytea[])
    and not exists (select from import_undo u where u.account_id = i.account_id and u.import_id = i.id)`;

/** Accounts by the index of the listing; those of no account have an empty prefix. */
const REFUSED_ACCOUNTS = `
  select distinct account_prefix as number from refused_import
  where organisation_id = $1 and account_prefix = any($2::text[]) and endpoint like '%/create'`;
const HAS_ANONYMOUS = `
  select id::text from refused_import
  where organisation_id = $1 and account_prefix = '' and endpoint like '%/create' limit 1`;

const COUNTING = `
  select distinct k.number as "externalAccountNumber", k.id as "transactionId", t.ledger_number as "ledgerNumber", t.type
  from unnest($2::text[], $3::text[]) as k(number, id)
  join account a on a.supplier_id = $1 and a.external_account_number = k.number
  join ledger_transaction t on t.account_id = a.id and t.transaction_id = k.id`;

const anImport = { importId: t.string, receivedAt: moment, endpoint: t.string };
const acceptedRow = t.type({ ...anImport, at: t.number, itemCount: t.number });
type AcceptedRow = t.TypeOf<typeof acceptedRow>;
const refusedRow = t.type({
  ...anImport,
  number: t.string,
  status: t.number,
  code: t.string,
  detail: t.string,
  hash: orNull(t.string),
});
type RefusedRow = t.TypeOf<typeof refusedRow>;
const acceptedPayloadRow = t.type({ account: t.string, hash: t.string });
const countingRow = t.type({
  externalAccountNumber: t.string,
  transactionId: t.string,
  ledgerNumber: t.string,
  type: oneOf(TRANSACTION_TYPES),
});

const toAccepted = ({ at: _, ...row }: AcceptedRow): ExplanationOf<'accepted_import'> => ({
  kind: 'accepted_import',
  ...row,
});

const toRefused = ({ number: _, hash: _hash, ...row }: RefusedRow): ExplanationOf<'refused_request'> => ({
  kind: 'refused_request',
  ...row,
});

const grouped = <Row, A>(
  rows: ReadonlyArray<Row>,
  keyOfRow: (row: Row) => string,
  to: (row: Row) => A,
): ReadonlyMap<string, ReadonlyArray<A>> =>
  new Map([...Map.groupBy(rows, keyOfRow)].map(([key, of]) => [key, of.map(to)]));

const readAcceptedRows = async (
  { read, dialect }: Snapshot,
  supplier: ImportSupplier,
  totals: ReadonlyArray<TotalKey>,
): Promise<ReadonlyArray<AcceptedRow>> => {
  const accounts = totals.map(({ externalAccountNumber }) => accountKeyIn(supplier)(externalAccountNumber));
  const ledgers = totals.map(({ ledgerNumber }) => ledgerNumber);
  const types = totals.map(({ type }) => type);
  if (dialect.hasLaterals) return read(acceptedRow, ACCEPTED_OF, [accounts, ledgers, types]);
  const rows: AcceptedRow[] = [];
  for (const [at, account] of accounts.entries())
    rows.push(...(await read(acceptedRow, ACCEPTED_OF_ONE, [account, ledgers[at], types[at], at + 1])));
  return rows;
};

/** The imports that stored items of these totals, the latest hundred of each total, by `keyOf` the total. */
export const readAcceptedImports = async (
  snapshot: Snapshot,
  supplier: ImportSupplier,
  totals: ReadonlyArray<TotalKey>,
): Promise<ReadonlyMap<string, ReadonlyArray<ExplanationOf<'accepted_import'>>>> => {
  const rows = await readAcceptedRows(snapshot, supplier, totals);
  return grouped(rows, ({ at }) => keyOf(totals[at - 1]!), toAccepted);
};

/** Leaves out the requests whose payload was accepted at another time, so that what they had is stored. */
const withoutAccepted = async (
  { read }: Snapshot,
  supplier: ImportSupplier,
  rows: ReadonlyArray<RefusedRow>,
): Promise<ReadonlyArray<RefusedRow>> => {
  const keyOfAccount = accountKeyIn(supplier);
  const accounts = [...new Set(rows.map(({ number }) => keyOfAccount(number)))];
  const hashes = [...new Set(rows.flatMap(({ hash }) => (hash === null ? [] : [`\\x${hash}`])))];
  if (hashes.length === 0) return rows;
  const accepted = await read(acceptedPayloadRow, ACCEPTED_PAYLOADS, [accounts, hashes]);
  const names = new Set(accepted.map(({ account, hash }) => `${account} ${hash}`));
  return rows.filter(({ number, hash }) => !names.has(`${keyOfAccount(number)} ${hash}`));
};

/**
 * The refused requests of these accounts whose payload was not accepted at another time, the latest hundred of each account and endpoint, by
 * account number.
 */
export const readRefusedRequests = async (
  snapshot: Snapshot,
  supplier: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, ReadonlyArray<ExplanationOf<'refused_request'>>>> => {
  const rows = await snapshot.read(refusedRow, REFUSED_OF, [supplier.organisationId, supplier.code, numbers]);
  return grouped(await withoutAccepted(snapshot, supplier, rows), ({ number }) => number, toRefused);
};

/** Those of these accounts that a refused request named, whatever its supplier; all of them if one named no account. */
export const readRefusedAccounts = async (
  { read }: Snapshot,
  { organisationId }: ImportSupplier,
  numbers: ReadonlyArray<string>,
): Promise<ReadonlySet<string>> => {
  const anonymous = await read(t.type({ id: t.string }), HAS_ANONYMOUS, [organisationId]);
  if (anonymous.length > 0) return new Set(numbers);
  const named = await read(t.type({ number: t.string }), REFUSED_ACCOUNTS, [organisationId, numbers]);
  return new Set(named.map(({ number }) => number));
};

/** The totals that count these transactions. */
export const readTotalsCounting = (
  { read }: Snapshot,
  supplier: ImportSupplier,
  transactions: ReadonlyArray<TransactionName>,
): Promise<ReadonlyArray<TransactionName & TotalKey & { readonly type: TransactionType }>> =>
  read(countingRow, COUNTING, [
    supplier.id,
    transactions.map(({ externalAccountNumber }) => externalAccountNumber),
    transactions.map(({ transactionId }) => transactionId),
  ]);
