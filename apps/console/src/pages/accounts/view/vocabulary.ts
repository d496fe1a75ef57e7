import type { TransactionType } from '@carryover/domain/transaction';

/** Short explanations of the types of transactions, for a reader who does not know the interface. */
export const TYPE_HELP: Readonly<Record<TransactionType, string>> = {
  CHARGE: 'An amount that the customer owes.',
  SUPPLY_CHARGE: 'An amount that the customer owes for what was supplied, with its line items.',
  CREDIT: 'An amount in the customer’s favour.',
  PAYMENT: 'Money that the customer paid.',
  REPAYMENT: 'Money that was paid back to the customer.',
};
