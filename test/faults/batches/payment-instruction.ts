import { accountFields } from './account.ts';
import type { Batch } from './batch.ts';

export type Instruction = { readonly vendor: 'STRIPE' | 'GOCARDLESS'; readonly reference: string };

const typeOf = ({ vendor }: Instruction): string => (vendor === 'STRIPE' ? 'CARD' : 'DIRECT_DEBIT');

/** @param refusal code of its right answer; null if the vendor confirms it. */
export const paymentInstructionBatch = (
  name: string,
  account: string,
  instruction: Instruction,
  refusal: string | null = null,
): Batch => ({
  name,
  kind: 'payment-instruction',
  account,
  query: '',
  refusal,
  ledger: null,
  make: () => {
    const { vendor, reference } = instruction;
    const type = typeOf(instruction);
    return {
      body: JSON.stringify({ ...accountFields(account), vendor, reference, type }),
      items: [{ table: 'payment_instruction', key: 'active', content: { vendor, reference, type } }],
      itemCount: 1,
    };
  },
});

/** The payment instructions of a load's accounts: one each, so that an account's is always the same. */
const INSTRUCTIONS: ReadonlyArray<readonly [Instruction, string | null]> = [
  [{ vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE' }, null],
  [{ vendor: 'GOCARDLESS', reference: 'SANDBOX-MANDATE' }, null],
  [{ vendor: 'STRIPE', reference: 'SANDBOX-CARD' }, null],
  [{ vendor: 'STRIPE', reference: 'SANDBOX-EXPIRED' }, 'payment_instruction_not_active'],
  [{ vendor: 'GOCARDLESS', reference: 'SANDBOX-SUBMITTED' }, null],
  [{ vendor: 'STRIPE', reference: 'SANDBOX-SLOW-300' }, null],
  [{ vendor: 'GOCARDLESS', reference: 'SANDBOX-404' }, 'payment_instruction_not_found_at_vendor'],
];

/** The one instruction of an account. */
export const instructionOf = (account: string): Batch => {
  const [instruction, refusal] = INSTRUCTIONS[Number(account.slice(2)) % INSTRUCTIONS.length]!;
  return paymentInstructionBatch(`P-${account}`, account, instruction, refusal);
};
