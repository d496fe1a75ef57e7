import { readSupplierFigures } from '@carryover/console/figures/supplier-figures';
import { afterAll, describe, expect, it } from 'vitest';
import { payloadOf } from '../../operations/five-kinds.ts';
import { theService } from '../../support/a-service.ts';
import { anAccount } from '../../support/an-account.ts';
import { CARD } from '../../support/bodies.ts';
import { idOf, makeUndoableAccounts } from '../an-undoable-account.ts';
import { done, theFigures } from './the-figures.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const figures = await theFigures(service);
afterAll(() => figures.close());

const read = () => done(readSupplierFigures(figures.em, figures.supplier));

const send = (kind: 'notes' | 'transactions', account: object, items: number) =>
  service.post(`/v1/data-import/${kind}/create/`, { ...account, ...payloadOf(kind, 'A', items) });

describe('the figures of a supplier', () => {
  it('are empty before anything is counted', async () => {
    expect(await read()).toMatchObject({ counted: null, accountsWithData: 0, totals: [], alarms: [] });
  });

  it('tell how many accounts have data, and how fast it goes', async () => {
    const [one, other] = [await anAccount(service, { openFrom: '2026-01-01' }), await anAccount(service)];
    await send('notes', one, 3);
    await send('transactions', one, 4);
    await send('notes', other, 2);
    await figures.keepUp();
    const { accounts, accountsWithData, itemsPerSecond, alarms } = await read();
    expect({ accounts, accountsWithData, alarms }).toEqual({
      accounts: { IMPORTED: 4, STAGED: 1 },
      accountsWithData: 2,
      alarms: [],
    });
    expect(itemsPerSecond).toBeGreaterThan(0);
  });

  it('do not count what was undone', async () => {
    const account = await anAccount(service);
    const id = idOf(await send('notes', account, 1));
    expect((await makeUndoableAccounts(service).undo('--id', id)).code).toBe(0);
    await figures.keepUp();
    expect(await read()).toMatchObject({ accountsWithData: 2 });
  });

  it('warn of a code that rises', async () => {
    const unknown = { import_supplier: service.demo.import_supplier, external_account_number: 'E-unknown' };
    await Promise.all(Array.from({ length: 20 }, () => send('notes', unknown, 1)));
    await figures.keepUp();
    expect((await read()).alarms).toEqual([{ kind: 'code_rises', code: expect.any(String), requests: 20 }]);
  });

  it('warn of a vendor that does not answer', async () => {
    const body = { ...service.demoAccount, ...CARD, reference: 'SANDBOX-401' };
    expect(await service.post('/v1/data-import/payment-instruction/create/', body)).toMatchObject({ status: 500 });
    await figures.keepUp();
    expect((await read()).alarms).toContainEqual({ kind: 'vendor_unavailable', requests: 1 });
  });

  it('warn if nobody counts', async () => {
    await service.sql(`update rollup_progress set counted_at = now() - interval '3 minutes'`);
    expect((await read()).alarms).toContainEqual({ kind: 'figures_late', countedAt: expect.any(Date) });
  });
});
