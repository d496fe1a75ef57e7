import type { AccountOverview } from '@carryover/application/ports/reading/account-reader';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type isAccount, toAccount } from '../../admin/accounts.ts';
import { PaymentInstruction } from '../../schema/entities/history.ts';
import { Account, Ledger, LedgerHistory, StatementPeriod } from '../../schema/entities.ts';

type Wanted = ReturnType<typeof isAccount> | { readonly serviceAccountNumber: string };

const findActiveInstruction = async (em: EntityManager, accountId: string) => {
  const found = await em.findOne(PaymentInstruction, { accountId, isActive: true });
  if (found === null) return null;
  const { accountId: _, isActive: __, ...instruction } = found;
  return instruction;
};

/** Reads an account without its lists of items; null if there is none. */
export const findOverview = async (em: EntityManager, wanted: Wanted): Promise<AccountOverview | null> => {
  const found = await em.findOne(Account, wanted, { populate: ['supplier.organisation'] });
  if (found === null) return null;
  const accountId = found.id;
  const ledgers = await em.find(Ledger, { accountId }, { orderBy: { isMain: 'desc', ledgerNumber: 'asc' } });
  const orderBy = { ledgerNumber: 'asc', fromDate: 'asc' } as const;
  const statementPeriods = (await em.find(StatementPeriod, { accountId }, { orderBy })).map(
    ({ ledgerNumber, fromDate, toDate, isOpen }) => ({ ledgerNumber, from: fromDate, to: toDate, isOpen }),
  );
  const histories = await em.find(LedgerHistory, { accountId });
  return {
    account: toAccount(found),
    organisation: found.supplier.organisation.name,
    createdAt: found.createdAt,
    ledgers: ledgers.map(({ accountId: _, ...ledger }) => {
      const isOn = ({ ledgerNumber }: { readonly ledgerNumber: string }) => ledgerNumber === ledger.ledgerNumber;
      const open = statementPeriods.find((period) => period.isOpen && isOn(period));
      return {
        ...ledger,
        hasImportedHistory: histories.some(isOn),
        openPeriod: open === undefined ? null : { from: open.from, to: open.to },
      };
    }),
    paymentInstruction: await findActiveInstruction(em, accountId),
    statementPeriods,
    histories: histories.map(({ ledgerNumber, importId }) => ({ ledgerNumber, importId })),
  };
};
