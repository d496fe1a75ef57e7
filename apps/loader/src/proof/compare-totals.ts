import type { ControlTotal } from '@carryover/client/types/control-total';
import { isRefused, type Service } from '../loading/service/service.ts';
import { type TotalDifference, totalsOf } from './account-totals.ts';
import type { Expected } from './expected.ts';
import { inParallel } from './in-parallel.ts';

/** Totals per request (decisions 13). */
const MAX_TOTALS = 10_000;

const compareTotals = async (
  service: Service,
  supplier: string,
  totals: ReadonlyArray<ControlTotal>,
): Promise<ReadonlyArray<TotalDifference>> => {
  const answer = await service.compare({ import_supplier: supplier, totals });
  if (isRefused(answer)) throw answer.error;
  return answer.differences.map(({ external_account_number: number, ledger_number: ledger, ...rest }) => ({
    account: { supplier, number },
    ledger,
    ...rest,
  }));
};

/**
 * Compares what accounts must have with what is stored.
 *
 * @param onAccount is called after each account.
 * @returns the totals that differ.
 */
export const compare = async (
  service: Service,
  accounts: ReadonlyArray<Expected>,
  onAccount: () => void,
): Promise<ReadonlyArray<TotalDifference>> => {
  const checked: (ReturnType<typeof totalsOf> & { readonly supplier: string })[] = new Array(accounts.length);
  await inParallel(accounts.entries(), async ([at, expected]) => {
    const summary = await service.summary(expected.account);
    onAccount();
    checked[at] = { supplier: expected.account.supplier, ...totalsOf(expected, isRefused(summary) ? null : summary) };
  });
  const differences = checked.flatMap((one) => one.differences);
  for (const [supplier, ofSupplier] of Map.groupBy(checked, (one) => one.supplier)) {
    const totals = ofSupplier.flatMap((one) => one.totals);
    for (let at = 0; at < totals.length; at += MAX_TOTALS)
      differences.push(...(await compareTotals(service, supplier, totals.slice(at, at + MAX_TOTALS))));
  }
  return differences;
};
