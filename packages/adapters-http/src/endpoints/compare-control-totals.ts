import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type {
  CompareControlTotals,
  ComparedTotals,
  SupplierUnknown,
} from '@carryover/application/reading/compare-control-totals';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { compareControlTotalsBody } from '@carryover/contract/codecs/control-total';
import type { Total } from '@carryover/domain/control-total';
import { toMoney } from '@carryover/domain/decimal';
import { onAccountNotFound, onStoreFailure } from '../responses/account-rejections.ts';
import type { ReadEndpoint } from './endpoint.ts';

type Input = ValueOf<typeof compareControlTotalsBody>;

const showTotal = ({ count, sum }: Total) => ({ count, sum: toMoney(sum) });

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

/** POST /v1/data-import/control-totals/compare/ (decisions 13) */
export const compareControlTotalsEndpoint = (
  compareControlTotals: CompareControlTotals,
): ReadEndpoint<Input, SupplierUnknown | StoreFailure, ComparedTotals> => ({
  name: 'control-totals/compare',
  input: compareControlTotalsBody,
  useCase: ({ organisationId }, { import_supplier: supplierCode, totals }) =>
    compareControlTotals({ organisationId, supplierCode, totals }),
  toBody,
  onError: {
    import_process_does_not_exist: onAccountNotFound.import_process_does_not_exist,
    ...onStoreFailure,
  },
});
