import type { SupplierProgress } from '@carryover/application/ports/operator/supplier-progress';
import { list } from './output.ts';

export const progressJson = ({ accounts, accountsWithData, items }: SupplierProgress) => ({
  accounts: accounts && { staged: accounts.STAGED, imported: accounts.IMPORTED },
  accounts_with_data: accountsWithData,
  items: {
    notes: items.notes,
    transactions: items.transactions,
    billing_documents: items.billingDocuments,
    statements: items.statements,
    payment_instructions: items.paymentInstructions,
  },
});

const figure = (count: number | null): string => (count === null ? 'not counted' : count.toLocaleString('en'));

/** `1,200 of 4,000 imported (30%)`: a share only where there is a whole. */
const share = (part: number | null, whole: number | null): string =>
  part === null || whole === null || whole === 0
    ? figure(part)
    : `${figure(part)} of ${figure(whole)} imported (${Math.floor((part * 100) / whole)}%)`;

const NOT_COUNTED = '\n"not counted" took too long: --exact waits for it.\n';

export const progressText = ({ accounts, accountsWithData, items }: SupplierProgress): string => {
  const entries = [
    ['Accounts imported', figure(accounts?.IMPORTED ?? null)],
    ['Accounts staged', figure(accounts?.STAGED ?? null)],
    ['Accounts with data', share(accountsWithData, accounts?.IMPORTED ?? null)],
    ['Notes', figure(items.notes)],
    ['Transactions', figure(items.transactions)],
    ['Billing documents', figure(items.billingDocuments)],
    ['Statements', figure(items.statements)],
    ['Payment instructions', figure(items.paymentInstructions)],
  ] as const;
  const isPartial = entries.some(([, value]) => value.startsWith('not counted'));
  return `\n${list(entries)}${isPartial ? NOT_COUNTED : ''}`;
};
