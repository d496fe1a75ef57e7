import type {
  AccountPage,
  AccountPageReader,
  AccountParts,
  DocumentOwner,
  LedgerTotal,
} from '@carryover/application/ports/reading/account-page-reader';
import { Decimal } from '@carryover/domain/decimal';
import { isWellFormed } from '@carryover/domain/text';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow, readRows } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';
import { readingOneMoment } from '../../orm.ts';
import { oneOf } from '../../schema/stored-values.ts';
import { findDocuments, findOtherNotes, findPinnedNotes, findStatements } from './account-lists.ts';
import { findOverview } from './account-overview.ts';
import { findTransactionPart } from './account-transactions.ts';

const TOTALS = `
  select ledger_number as "ledgerNumber", type, count(*)::int as count, sum(amount)::text as sum
  from ledger_transaction where account_id = $1 group by ledger_number, type`;
const totalRow = t.type({ ledgerNumber: t.string, type: oneOf(TRANSACTION_TYPES), count: t.number, sum: t.string });

const readTotals = async (em: EntityManager, accountId: string): Promise<ReadonlyArray<LedgerTotal>> => {
  const rows = await readRows(em, totalRow, TOTALS, [accountId]);
  return rows.map((row) => ({ ...row, sum: new Decimal(row.sum) }));
};

const read = async (
  em: EntityManager,
  serviceAccountNumber: string,
  parts: AccountParts,
): Promise<AccountPage | null> => {
  const overview = await findOverview(em, { serviceAccountNumber });
  if (overview === null) return null;
  const of = { accountId: overview.account.id };
  return {
    ...overview,
    totals: await readTotals(em, of.accountId),
    pinnedNotes: await findPinnedNotes(em, of, parts.now),
    notes: await findOtherNotes(em, of, { now: parts.now, after: parts.notesAfter }),
    transactions: await findTransactionPart(em, of, parts),
    billingDocuments: await findDocuments(em, of, parts.documentsAfter),
    statements: await findStatements(em, of, parts.statementsAfter),
  };
};

const OWNER_OF_DOCUMENT = `
  select o.name as organisation, s.document_root as "documentRoot"
  from account a join import_supplier s on s.id = a.supplier_id join organisation o on o.id = s.organisation_id
  where a.service_account_number = $1
    and (exists (select from historical_statement h where h.account_id = a.id and h.document = $2)
      or exists (select from note n where n.account_id = a.id and $2 = any(n.documents)))`;
const owner = t.type({ organisation: t.string, documentRoot: t.string });

const readOwner = async (em: EntityManager, number: string, location: string): Promise<DocumentOwner | null> => {
  if (!isWellFormed(location)) return null;
  return readRow(em, owner, OWNER_OF_DOCUMENT, [number, location]);
};

export const makePostgresAccountPageReader = (em: EntityManager): AccountPageReader => ({
  read: (number, parts) => stored(() => readingOneMoment(em, (snapshot) => read(snapshot, number, parts))),
  ownerOfDocument: (number, location) => stored(() => readOwner(em, number, location)),
});
