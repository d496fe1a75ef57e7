import type { PaymentInstructionRepository } from '@carryover/application/ports/store';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import type { Session } from '../driver/session.ts';
import { sent, stored } from '../driver/store-failure.ts';
import { PaymentInstruction } from '../schema/entities/history.ts';
import { NAMED_ACCOUNT, parametersOf } from './account-repository.ts';

/** One account's active instruction, in the domain's names. @param account the SQL of its id. */
const activeInstruction = (account: string): string => `
  select vendor, reference, type, customer_reference as "customerReference", status, brand, last_four as "lastFour",
         expiry, bank_name as "bankName"
  from payment_instruction
  where account_id = ${account} and is_active`;

export const makePostgresPaymentInstructionRepository = (session: Session): PaymentInstructionRepository => ({
  active: (ref) =>
    stored(async () => {
      const [row] = await session.read<ActiveInstruction>(activeInstruction(NAMED_ACCOUNT), parametersOf(ref));
      return row ?? null;
    }),

  add: (account, importId, instruction) =>
    sent(() =>
      session.insert(PaymentInstruction, [{ ...instruction, accountId: account.id, importId, isActive: true }]),
    ),
});
