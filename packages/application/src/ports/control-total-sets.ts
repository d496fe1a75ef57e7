import type { ImportSupplier } from '@carryover/domain/account';
import type { ControlTotal } from '@carryover/domain/control-total';
import type { HeldTotals } from '@carryover/domain/control-total-set';
import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Caller } from './access.ts';
import type { StoreFailure } from './store-failure.ts';

/** A set of control totals, as far as it is registered. */
export type RegisteredSet = {
  readonly name: string;
  readonly totals: number;
  readonly isComplete: boolean;
  /** Of the digests of its totals (`lineOf`), in lower-case hexadecimal. */
  readonly sha256: string;
};

/** The sets of control totals that clients register (decisions 20). Totals are only added, and none once a set is complete. */
export type ControlTotalSets = {
  /**
   * Adds what `decide` returns to the set of this name, which is made if there is none. Requests of one set run one after another;
   * each is stored as a whole, or not at all.
   *
   * @param isLast true to complete the set.
   * @param decide is given what the set has of the keys of `totals`.
   */
  readonly add: <Refusal>(
    request: {
      readonly supplier: ImportSupplier;
      readonly caller: Caller;
      readonly name: string;
      readonly totals: ReadonlyArray<ControlTotal>;
      readonly isLast: boolean;
    },
    decide: (held: HeldTotals) => Either<Refusal, ReadonlyArray<ControlTotal>>,
  ) => TaskEither<Refusal | StoreFailure, RegisteredSet>;
};
