import type { readStoredTotals } from '@carryover/adapters-persistence/queries/stored-totals';
import type { SupplierRepository } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { compareControlTotalsBody } from '@carryover/contract/codecs/control-total';
import { countedIn, type Total, typesOf } from '@carryover/domain/control-total';
import { toMoney, ZERO } from '@carryover/domain/decimal';
import { compareTotals, type TotalDifference } from '@carryover/domain/total-comparison';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { onStoreFailure, onSupplierUnknown, type SupplierUnknown } from '../errors/rejection.ts';
import type { ReadEndpoint } from './read-route.ts';

type Input = ValueOf<typeof compareControlTotalsBody>;

/** The number of compared totals, and those that differ. */
type ComparedTotals = { readonly compared: number; readonly differences: ReadonlyArray<TotalDifference> };

/** A total that is only counted has the sum 0.00. */
const showTotal = ({ count, sum }: Total) => ({ count, sum: toMoney(sum ?? ZERO) });

const toBody = ({ compared, differences }: ComparedTotals) => ({
  agree: differences.length === 0,
  compared,
  differences: differences.map(({ externalAccountNumber, ledgerNumber, type, expected, actual }) => ({
    external_account_number: externalAccountNumber,
    ledger_number: ledgerNumber,
    type,
    expected: showTotal(expected),
    actual: showTotal(actual),
  })),
});

/** POST /v1/data-import/control-totals/compare/ (decisions 13): an unknown account has nothing stored. */
export const controlTotalsEndpoint = ({
  suppliers,
  readTotals,
}: {
  readonly suppliers: SupplierRepository;
  readonly readTotals: ReturnType<typeof readStoredTotals>;
}): ReadEndpoint<Input, SupplierUnknown | StoreFailure, ComparedTotals> => ({
  name: 'control-totals/compare',
  input: compareControlTotalsBody,
  run: ({ organisationId }, { importSupplier: supplierCode, totals }) =>
    pipe(
      suppliers.find(organisationId, supplierCode),
      TE.chainW(TE.fromNullable<SupplierUnknown | StoreFailure>({ kind: 'import_process_does_not_exist' })),
      TE.chainW((supplier) =>
        readTotals(
          supplier,
          [...new Set(totals.map(({ externalAccountNumber }) => externalAccountNumber))],
          countedIn(typesOf(totals)),
        ),
      ),
      TE.map((stored) => ({ compared: totals.length, differences: compareTotals(totals, stored).disagreeing })),
    ),
  toBody,
  onError: { ...onSupplierUnknown, ...onStoreFailure },
});
