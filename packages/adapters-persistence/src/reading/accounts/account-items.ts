import type {
  StoredDocument,
  StoredNote,
  StoredPeriod,
  StoredStatement,
} from '@carryover/application/ports/reading/account-reader';
import type { Ledger } from '@carryover/domain/ledger';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { Ledger as LedgerEntity, type LedgerHistory, type StatementPeriod } from '../../schema/entities/account.ts';
import { type BillingDocument, type HistoricalStatement, PaymentInstruction } from '../../schema/entities/history.ts';
import type { Note } from '../../schema/entities/note.ts';

type Owner = { readonly accountId: string };
type OfLedgers = {
  readonly periods: ReadonlyArray<InferEntity<typeof StatementPeriod>>;
  readonly histories: ReadonlyArray<InferEntity<typeof LedgerHistory>>;
};

/** Reads an account's ledgers, the main one first. */
export const findLedgers = async (
  em: EntityManager,
  of: Owner,
  { periods, histories }: OfLedgers,
): Promise<ReadonlyArray<Ledger>> => {
  const ledgers = await em.find(LedgerEntity, of, { orderBy: { isMain: 'desc', ledgerNumber: 'asc' } });
  return ledgers.map(({ ledgerNumber, ledgerCode, isMain, hasFinalizedBillingDocument }) => {
    const open = periods.find((period) => period.isOpen && period.ledgerNumber === ledgerNumber);
    return {
      ledgerNumber,
      ledgerCode,
      isMain,
      hasFinalizedBillingDocument,
      hasImportedHistory: histories.some((history) => history.ledgerNumber === ledgerNumber),
      openPeriod: open === undefined ? null : { from: open.fromDate, to: open.toDate ?? null },
    };
  });
};

/** Reads the payment instruction that an account pays by; null if it has none. */
export const findActiveInstruction = async (
  em: EntityManager,
  of: Owner,
): Promise<(ActiveInstruction & { readonly importId: string }) | null> => {
  const found = await em.findOne(PaymentInstruction, { ...of, isActive: true });
  if (found === null) return null;
  return {
    vendor: found.vendor,
    reference: found.reference,
    type: found.type,
    customerReference: found.customerReference ?? null,
    status: found.status,
    brand: found.brand ?? null,
    lastFour: found.lastFour ?? null,
    expiry: found.expiry ?? null,
    bankName: found.bankName ?? null,
    importId: found.importId,
  };
};

export const toPeriod = ({
  ledgerNumber,
  fromDate,
  toDate,
  isOpen,
}: InferEntity<typeof StatementPeriod>): StoredPeriod => ({ ledgerNumber, from: fromDate, to: toDate ?? null, isOpen });

export const toNote = (entity: InferEntity<typeof Note>, isAddedByService: boolean): StoredNote => ({
  body: entity.body ?? null,
  documents: entity.documents,
  documentPaths: entity.documentPaths ?? null,
  createdAt: entity.createdAt,
  isPinned: entity.isPinned,
  unpinAt: entity.unpinAt ?? null,
  isAddedByService,
  importId: entity.importId,
  position: entity.position,
});

export const toDocument = (entity: InferEntity<typeof BillingDocument>): StoredDocument => {
  const { ledgerNumber, identifier, type, issuedDate, fromDate, toDate, importId, position } = entity;
  const period = fromDate && toDate ? { from: fromDate, to: toDate } : null;
  return { ledgerNumber, identifier, type, issuedDate, period, importId, position };
};

export const toStatement = (entity: InferEntity<typeof HistoricalStatement>): StoredStatement => ({
  statementId: entity.statementId,
  period: { from: entity.fromDate, to: entity.toDate },
  issuedDate: entity.issuedDate,
  number: entity.number,
  grossAmount: entity.grossAmount,
  path: entity.path ?? null,
  document: entity.document ?? null,
  importId: entity.importId,
  position: entity.position,
});
