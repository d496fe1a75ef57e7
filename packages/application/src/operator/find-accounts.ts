import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type OfSupplier,
  type SupplierName,
  type SupplierRefused,
  theSupplier,
  withSupplierId,
} from '../admin/suppliers.ts';
import type { Administration } from '../ports/administration.ts';
import type { AccountDirectory, AccountFilter, ListedAccount } from '../ports/operator/account-directory.ts';
import type { AccountFinder, AccountSearch, FoundAccounts } from '../ports/operator/account-search.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

/** `next`: the `after` of the next page; null on the last one. */
type AccountPage = { readonly items: ReadonlyArray<ListedAccount>; readonly next: string | null };

/** The use cases to find accounts (decisions 14 and 17). */
type FindAccountUseCases = {
  readonly list: UseCase<
    AccountFilter & { readonly supplier: SupplierName },
    SupplierRefused | StoreFailure,
    AccountPage
  >;
  /** Without a supplier, finds accounts of all suppliers. */
  readonly find: UseCase<Omit<AccountSearch, 'supplierId'> & OfSupplier, SupplierRefused | StoreFailure, FoundAccounts>;
};

type Ports = {
  readonly administration: Administration;
  readonly accountDirectory: AccountDirectory;
  readonly accountFinder: AccountFinder;
};

export const makeFindAccountUseCases = ({
  administration,
  accountDirectory,
  accountFinder,
}: Ports): FindAccountUseCases => ({
  list: ({ supplier: name, limit, ...filter }) =>
    pipe(
      theSupplier(administration, name),
      // One more than is shown, to know if there is another page.
      TE.chainW((supplier) => accountDirectory.list(supplier, { ...filter, limit: limit + 1 })),
      TE.map((found) => {
        const items = found.slice(0, limit);
        return { items, next: found.length > limit ? (items.at(-1)?.externalAccountNumber ?? null) : null };
      }),
    ),
  find: (search) => pipe(withSupplierId(administration, search), TE.chainW(accountFinder.find)),
});
