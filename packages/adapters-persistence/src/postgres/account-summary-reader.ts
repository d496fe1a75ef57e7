import type {
  AccountSummary,
  AccountSummaryReader,
  LedgerSummary,
  SummaryList,
} from '@carryover/application/ports/account-summary-reader';
import type { AccountRef } from '@carryover/domain/account';
import { Decimal } from '@carryover/domain/decimal';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import type { TransactionType } from '@carryover/domain/transaction';
import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { findAccount } from './account-repository.ts';
import { activeInstruction } from './payment-instruction-repository.ts';
import { query } from './query.ts';
import { stored } from './store-failure.ts';

type CountRow = { readonly notes: number; readonly statements: number };
const COUNTS = `
  select (select count(*)::int from note where account_id = $1) as notes,
         (select count(*)::int from historical_statement where account_id = $1) as statements`;

type LedgerRow = { readonly ledger_number: string; readonly ledger_code: string; readonly documents: number };
const LEDGERS = `
  select l.ledger_number, l.ledger_code,
         (select count(*)::int from billing_document d
          where d.account_id = l.account_id and d.ledger_number = l.ledger_number) as documents
  from ledger l where l.account_id = $1 order by l.is_main desc, l.ledger_number`;

type TotalRow = {
  readonly ledger: string;
  readonly type: TransactionType;
  readonly count: number;
  readonly sum: string;
};
const TOTALS = `
  select ledger_number as ledger, type, count(*)::int as count, sum(amount)::text as sum
  from ledger_transaction where account_id = $1 group by ledger_number, type order by ledger_number, type`;

const UTC = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Each list in the order of its key, by which a page finds its beginning: `key` is the key's columns as texts. */
const PAGES: Readonly<Record<SummaryList, { readonly select: string; readonly key: ReadonlyArray<string> }>> = {
  notes: {
    select: `body, documents as document_paths, ${UTC('created_at')} as created_at, is_pinned, ${UTC('unpin_at')} as unpin_at
      from note`,
    key: [`encode(identity, 'hex')`, UTC('created_at')],
  },
  transactions: {
    select: `transaction_id, ledger_number, transaction_date::text as transaction_date, amount::text as amount, type,
      submitted_date::text as submitted_transaction_date, billing_document as billing_document_identifier
      from ledger_transaction`,
    key: ['transaction_id', `lpad(occurrence::text, 10, '0')`],
  },
  billing_documents: {
    select: `identifier as billing_document_identifier, ledger_number, type as billing_document_type,
      issued_date::text as issued_date, from_date::text as bill_period_from_date, to_date::text as bill_period_to_date
      from billing_document`,
    key: ['ledger_number', 'identifier'],
  },
  statements: {
    select: `statement_id, number, issued_date::text as issued_date, from_date::text as bill_period_from_date,
      to_date::text as bill_period_to_date, gross_amount::text as gross_amount, path as statement_path
      from historical_statement`,
    key: ['statement_id', `''`],
  },
};

const pageStatement = ({ select, key: [first, second] }: (typeof PAGES)[SummaryList]) => {
  const keys = `${first} collate "C", ${second} collate "C"`;
  return `
  select json_build_array(${first}, ${second}) as key, ${select}
  where account_id = $1 and ($2::text is null or (${keys}) > ($2 collate "C", $3 collate "C"))
  order by ${keys} limit $4`;
};

/** A key as clients carry it from page to page. */
const toCursor = (key: ReadonlyArray<string>): string => Buffer.from(JSON.stringify(key)).toString('base64url');
const fromCursor = (cursor: string): readonly [string, string] | null => {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isKey =
      Array.isArray(key) && key.length === 2 && key.every((part) => typeof part === 'string' && !part.includes('\0'));
    return isKey ? [String(key[0]).toWellFormed(), String(key[1]).toWellFormed()] : null;
  } catch {
    return null;
  }
};

const read = async (em: EntityManager, ref: AccountRef): Promise<AccountSummary | null> => {
  const account = await findAccount(em, ref);
  if (account === null) return null;
  const of = [account.id];
  const [counts] = await query<CountRow>(em, COUNTS, of);
  const totals = await query<TotalRow>(em, TOTALS, of);
  const ledgers = (await query<LedgerRow>(em, LEDGERS, of)).map(
    (row): LedgerSummary => ({
      ledgerNumber: row.ledger_number,
      ledgerCode: row.ledger_code,
      transactions: totals
        .filter(({ ledger }) => ledger === row.ledger_number)
        .map(({ type, count, sum }) => ({ type, count, sum: new Decimal(sum) })),
      billingDocuments: row.documents,
    }),
  );
  const [paymentInstruction = null] = await query<ActiveInstruction>(em, activeInstruction('$1'), of);
  return { account, ...counts!, ledgers, paymentInstruction };
};

export const makePostgresAccountSummaryReader = (em: EntityManager): AccountSummaryReader => ({
  summary: (ref) =>
    stored(() =>
      em.fork().transactional((snapshot) => read(snapshot, ref), {
        isolationLevel: IsolationLevel.REPEATABLE_READ,
        readOnly: true,
      }),
    ),

  page: (account, list, after, size) =>
    stored(async () => {
      const from = after === null ? ([null, null] as const) : fromCursor(after);
      if (from === null) return null;
      type Item = Readonly<Record<string, unknown>> & { readonly key: readonly [string, string] };
      // One more than a page tells whether there is another.
      const rows = await query<Item>(em, pageStatement(PAGES[list]), [account.id, ...from, size + 1]);
      const shown = rows.slice(0, size);
      const last = shown.at(-1);
      return {
        items: shown.map(({ key: _, ...item }) => item),
        next: rows.length > size && last !== undefined ? toCursor(last.key) : null,
      };
    }),
});
