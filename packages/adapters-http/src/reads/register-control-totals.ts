import type { ControlTotalSets, RegisteredSet } from '@carryover/application/ports/control-total-sets';
import type { SupplierRepository } from '@carryover/application/ports/store';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { registerControlTotalsBody } from '@carryover/contract/codecs/control-total';
import { complain, issueAt } from '@carryover/contract/issue';
import { addToSet, type SetRefused } from '@carryover/domain/control-total-set';
import { toMoney } from '@carryover/domain/decimal';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { failedValidation, onStoreFailure, onSupplierUnknown, type SupplierUnknown } from '../errors/rejection.ts';
import type { ReadEndpoint } from './read-route.ts';

type Input = ValueOf<typeof registerControlTotalsBody>;

const toBody = ({ name, totals, isComplete, sha256 }: RegisteredSet) => ({
  set: name,
  totals,
  complete: isComplete,
  sha256,
});

/**
 * POST /v1/data-import/control-totals/register/ (decisions 20): at any time, whatever the status of the migration. Accounts are not
 * looked up, since totals are registered before they are imported too.
 */
export const registerControlTotalsEndpoint = ({
  suppliers,
  sets,
}: {
  readonly suppliers: SupplierRepository;
  readonly sets: ControlTotalSets;
}): ReadEndpoint<Input, SupplierUnknown | SetRefused | StoreFailure, RegisteredSet> => ({
  name: 'control-totals/register',
  input: registerControlTotalsBody,
  status: 201,
  run: (caller, { importSupplier, set: name, totals, complete: isLast }) =>
    pipe(
      suppliers.find(caller.organisationId, importSupplier),
      TE.chainW(
        TE.fromNullable<SupplierUnknown | SetRefused | StoreFailure>({ kind: 'import_process_does_not_exist' }),
      ),
      TE.chainW((supplier) => sets.add({ supplier, caller, name, totals, isLast }, (held) => addToSet(held, totals))),
    ),
  toBody,
  onError: {
    ...onSupplierUnknown,
    ...onStoreFailure,
    control_total_differs: ({ index, held: { count, sum } }) =>
      failedValidation([
        issueAt(
          ['totals', index],
          complain(
            'control_total_differs',
            `The set has another total for this account, ledger and type: count ${count}, ${sum === null ? 'no sum' : `sum ${toMoney(sum)}`}.`,
          ),
        ),
      ]),
    control_totals_complete: () => failedValidation([issueAt(['set'], complain('control_totals_complete'))]),
  },
});
