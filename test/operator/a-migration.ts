import { expect } from 'vitest';
import type { RunningService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { payment } from '../support/bodies.ts';
import { settled } from '../support/settled.ts';

export const SUPPLIER = ['--supplier', 'DEMO_SUPPLIER'];

/** The migration of one account, with the control totals that its client registers. */
export const theMigration = async (service: RunningService) => {
  const account = await anAccount(service);
  const operator = anOperator(service.operatorEnvironment);
  let sets = 0;
  const total = (count: number) => ({
    external_account_number: account.external_account_number,
    ledger_number: 'L-1',
    type: 'PAYMENT',
    count,
    sum: `${count}.00`,
  });
  const register = async (...totals: ReadonlyArray<object>) => {
    sets += 1;
    const body = { import_supplier: 'DEMO_SUPPLIER', set: `SET-${sets}`, totals, complete: true };
    expect((await service.post('/v1/data-import/control-totals/register/', body)).status).toBe(201);
  };
  const registered = async (...args: ReadonlyArray<string>) =>
    (await operator('reconcile', ...SUPPLIER, '--registered', ...args, '--json')).json;
  /** Once what was stored is final: a transaction of another test on the same server may still be open (ADR 5). */
  const verifyStorage = async (...args: ReadonlyArray<string>) => {
    await settled(service);
    return operator('verify-storage', ...SUPPLIER, ...args);
  };
  return {
    account,
    operator,
    addPayment: (id: string) =>
      service.post('/v1/data-import/transactions/create/', {
        ...account,
        transactions: [payment(id, { amount: '1.00' })],
      }),
    total,
    register,
    /** The number of sets that were registered. */
    sets: () => sets,
    registered,
    verifyStorage,
    reconcile: async (count: number) => {
      await register(total(count));
      await verifyStorage();
      return (await registered()).verdict;
    },
    /** What a migration that is not proven lacks. */
    missing: async () => (await operator('supplier', 'complete', ...SUPPLIER, '--json')).json.missing,
  };
};
