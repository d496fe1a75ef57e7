import type { AccountRepository } from '@carryover/application/ports/store';
import type { Account, AccountRef, AccountStatus } from '@carryover/domain/account';
import type { Session } from '../driver/session.ts';
import { stored } from '../driver/store-failure.ts';
import { SUPPLIER_COLUMNS, type SupplierRow, toSupplier } from './supplier-row.ts';

type AccountRow = SupplierRow & {
  readonly account_id: string;
  readonly external_account_number: string;
  readonly service_account_number: string;
  readonly account_status: AccountStatus;
};

const toAccount = (row: AccountRow): Account => ({
  id: row.account_id,
  externalAccountNumber: row.external_account_number,
  serviceAccountNumber: row.service_account_number,
  status: row.account_status,
  supplier: toSupplier(row),
});

const LOCK_ACCOUNT = `
  select a.id as account_id, a.external_account_number, a.service_account_number, a.status as account_status,
         ${SUPPLIER_COLUMNS}
  from import_supplier s
  join account a on a.supplier_id = s.id and a.external_account_number = $3
  where s.organisation_id = $1 and s.code = $2
  for no key update of a`;

/**
 * The account that a request names, in statements whose first three parameters are {@link parametersOf} it: they need not
 * wait for its id.
 */
export const NAMED_ACCOUNT = `(
  select named.id from import_supplier s
  join account named on named.supplier_id = s.id and named.external_account_number = $3
  where s.organisation_id = $1 and s.code = $2)`;

export const parametersOf = ({ organisationId, supplierCode, externalAccountNumber }: AccountRef) => [
  organisationId,
  supplierCode,
  externalAccountNumber,
];
const toFound = ([row]: ReadonlyArray<AccountRow>): Account | null => (row === undefined ? null : toAccount(row));

/** Reads an account and locks it until the transaction ends. */
export const lockAccount = async (session: Session, ref: AccountRef): Promise<Account | null> =>
  toFound(await session.read<AccountRow>(LOCK_ACCOUNT, parametersOf(ref)));

/** @param locked the account of the unit of work, which was asked for before anything else. */
export const makePostgresAccountRepository = (locked: Promise<Account | null>): AccountRepository => ({
  locked: stored(() => locked),
});
