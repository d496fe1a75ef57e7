import type { Account, AccountRef } from '@carryover/domain/account';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Administration } from '../ports/operator/administration.ts';
import type { ActionSubject } from '../ports/operator/operator-actions.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import { aboutSupplier } from './action-subject.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from './set-up/suppliers.ts';

/** The operator's reference to an account. */
export type AccountName = { readonly supplier: SupplierName; readonly externalAccountNumber: string };
export type AccountRefusedToOperator = AccountUnknown | SupplierRefused;
export type AccountUnknown = { readonly kind: 'account_not_found'; readonly externalAccountNumber: string };

type NamedAccount = { readonly account: Account; readonly ref: AccountRef; readonly subject: ActionSubject };

/** Returns the account, with the subject of an operator action about it. */
export const theAccount = (
  administration: Administration,
  { supplier: supplierName, externalAccountNumber }: AccountName,
): TE.TaskEither<AccountRefusedToOperator | StoreFailure, NamedAccount> =>
  pipe(
    theSupplier(administration, supplierName),
    TE.chainW((supplier) => {
      const ref = { organisationId: supplier.organisationId, supplierCode: supplier.code, externalAccountNumber };
      const unknown: AccountUnknown = { kind: 'account_not_found', externalAccountNumber };
      return pipe(
        administration.findAccount(ref),
        TE.chainW(TE.fromNullable<AccountUnknown | StoreFailure>(unknown)),
        TE.map((account) => ({ account, ref, subject: { ...aboutSupplier(supplier), externalAccountNumber } })),
      );
    }),
  );
