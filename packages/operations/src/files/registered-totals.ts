import type { CompleteSet } from '@carryover/adapters-persistence/queries/registered-totals';
import type { NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { countStep, type OnProgress } from '@carryover/application/reconciliation/progress';
import { requireFound } from '@carryover/application/use-case';
import type { ControlTotalsOrigin } from '@carryover/domain/coverage';
import type { Spools } from '@carryover/files/spool';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OperatorUseCases } from '../connect.ts';
import type { ControlTotals } from '../reconciliation/reconcile.ts';
import { makeExpectedTotals } from '../spool/expected-totals.ts';

/** `set`: null if the client has completed none. */
export type TotalsNotRegistered = {
  readonly kind: 'control_totals_not_registered';
  readonly code: string;
  readonly set: string | null;
};
/** The stored totals of a set are not those of its digest: somebody changed them in the database. */
export type TotalsAltered = {
  readonly kind: 'control_totals_altered';
  readonly set: string;
  readonly sha256: string;
};

const originOf = ({ name, keyPrefix, registeredAt, sha256 }: CompleteSet): ControlTotalsOrigin => ({
  source: 'client',
  set: name,
  keyPrefix,
  registeredAt,
  sha256,
});

/** Reads a set that the client registered, and checks that it is as it was registered. @param name null: the latest. */
export const readRegisteredTotals = (
  { find, read }: OperatorUseCases['registeredTotals'],
  supplier: NamedSupplier,
  name: string | null,
  spools: Spools,
  onProgress: OnProgress,
): TE.TaskEither<
  TotalsNotRegistered | TotalsAltered | StoreFailure,
  { readonly origin: ControlTotalsOrigin; readonly expected: ControlTotals }
> => {
  const totals = makeExpectedTotals(spools);
  return pipe(
    find(supplier, name),
    requireFound<TotalsNotRegistered>({ kind: 'control_totals_not_registered', code: supplier.code, set: name }),
    TE.chainW((set) => {
      const advance = countStep(onProgress, 'control_totals', set.totals);
      let line = 0;
      return pipe(
        read(supplier, set, (total) => {
          line += 1;
          totals.add(total, line, '');
          advance(1);
        }),
        TE.filterOrElseW(
          (isIntact) => isIntact,
          (): TotalsAltered => ({ kind: 'control_totals_altered', set: set.name, sha256: set.sha256 }),
        ),
        TE.map(() => ({
          origin: originOf(set),
          expected: { sorted: totals.sorted, count: set.totals, types: totals.types, unread: 0 },
        })),
      );
    }),
  );
};
