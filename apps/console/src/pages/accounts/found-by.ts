import type { FoundAccount, IdentifierKind } from '@carryover/adapters-persistence/queries/accounts';
import { accountPath, address } from '../../view/address.ts';

/** Names of the kinds of identifiers, for a reader. */
export const FOUND_BY: Readonly<Record<IdentifierKind, string>> = {
  external_account_number: 'external account number',
  service_account_number: 'service account number',
  transaction_id: 'transaction id',
  statement_id: 'statement id',
};

/** Returns the address of a found account; of a transaction of it, if that was looked for. */
export const foundPath = ({ serviceAccountNumber, foundBy }: FoundAccount, identifier: string): string => {
  const path = accountPath(serviceAccountNumber);
  if (foundBy.includes('transaction_id')) return `${address(path, { transaction: identifier })}#transactions`;
  return foundBy.includes('statement_id') ? `${path}#statements` : path;
};
