import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type OfSupplier, type SupplierRefused, withSupplierId } from '../admin/suppliers.ts';
import type { Administration } from '../ports/administration.ts';
import type {
  AffectedAccount,
  RefusalFilter,
  RefusalGroup,
  RefusalGroupReader,
  RefusedAccount,
  RefusedItems,
} from '../ports/operator/refusal-groups.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

type Filter = Omit<RefusalFilter, 'supplierId'> & OfSupplier;
type OfGroup = Filter &
  Pick<RefusalGroup, 'code' | 'path'> & { readonly after: RefusedAccount | null; readonly limit: number };

/** The operator's use cases of refused requests by code and path. */
type RefusalGroupUseCases = {
  /** Those with the most requests first. */
  readonly groups: UseCase<
    Filter & { readonly limit: number },
    SupplierRefused | StoreFailure,
    ReadonlyArray<RefusalGroup>
  >;
  /** The accounts that a group affects, with the latest request of each. */
  readonly accounts: UseCase<OfGroup, SupplierRefused | StoreFailure, ReadonlyArray<AffectedAccount>>;
  /** What failed of some refused requests, by their ids. */
  readonly items: UseCase<ReadonlyArray<string>, StoreFailure, ReadonlyMap<string, RefusedItems>>;
};

type Ports = { readonly administration: Administration; readonly refusalGroups: RefusalGroupReader };

export const makeRefusalGroupUseCases = ({ administration, refusalGroups }: Ports): RefusalGroupUseCases => ({
  groups: ({ limit, ...filter }) =>
    pipe(
      withSupplierId(administration, filter),
      TE.chainW((of) => refusalGroups.groups(of, limit)),
    ),
  accounts: ({ code, path, after, limit, ...filter }) =>
    pipe(
      withSupplierId(administration, filter),
      TE.chainW((of) => refusalGroups.accounts({ code, path }, of, { after, limit })),
    ),
  items: refusalGroups.items,
});
