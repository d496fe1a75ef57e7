import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  AccountDirectory,
  AccountFilter,
  Identifier,
  ListedAccount,
} from '../ports/operator/account-directory.ts';
import type { Administration } from '../ports/operator/administration.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';
import { type SupplierName, type SupplierRefused, theSupplier } from './suppliers.ts';

/** `next`: the `after` of the next page; null on the last one. */
type AccountPage = { readonly items: ReadonlyArray<ListedAccount>; readonly next: string | null };

/** The operator's use cases to find accounts (decisions 14). */
export type FindAccountUseCases = {
  readonly list: UseCase<
    AccountFilter & { readonly supplier: SupplierName },
    SupplierRefused | StoreFailure,
    AccountPage
  >;
  readonly byServiceNumber: UseCase<string, StoreFailure, ReadonlyArray<ListedAccount>>;
  readonly having: UseCase<
    { readonly supplier: SupplierName; readonly identifier: Identifier },
    SupplierRefused | StoreFailure,
    ReadonlyArray<ListedAccount>
  >;
};

export const makeFindAccountUseCases = ({
  administration,
  accountDirectory,
}: {
  readonly administration: Administration;
  readonly accountDirectory: AccountDirectory;
}): FindAccountUseCases => ({
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
  byServiceNumber: (serviceAccountNumber) =>
    pipe(
      accountDirectory.byServiceNumber(serviceAccountNumber),
      TE.map((found) => (found === null ? [] : [found])),
    ),
  having: ({ supplier: name, identifier }) =>
    pipe(
      theSupplier(administration, name),
      TE.chainW((supplier) => accountDirectory.having(supplier, identifier)),
    ),
});
