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
      openPeriod: open === undefined ? null : { from: open.fromDate, to: open.toDate },
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
  const { accountId: _, isActive: __, ...instruction } = found;
  return instruction;
};

export const toPeriod = ({
  ledgerNumber,
  fromDate,
  toDate,
  isOpen,
}: InferEntity<typeof StatementPeriod>): StoredPeriod => ({ ledgerNumber, from: fromDate, to: toDate, isOpen });

export const toNote = (
  { accountId: _, identity: __, ...note }: InferEntity<typeof Note>,
  isAddedByService: boolean,
): StoredNote => ({ ...note, isAddedByService });

export const toDocument = ({
  accountId: _,
  fromDate,
  toDate,
  ...document
}: InferEntity<typeof BillingDocument>): StoredDocument => ({
  ...document,
  period: fromDate && toDate ? { from: fromDate, to: toDate } : null,
});

export const toStatement = ({
  accountId: _,
  fromDate,
  toDate,
  ...statement
}: InferEntity<typeof HistoricalStatement>): StoredStatement => ({
  ...statement,
  period: { from: fromDate, to: toDate },
});
