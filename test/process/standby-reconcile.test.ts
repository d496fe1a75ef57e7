import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Endings } from '../faults/environment/endings.ts';
import { type ServerPair, startServerPair } from '../faults/environment/server-pair.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const endings = new Endings();
let folder: string;
let pair: ServerPair;
let service: RunningService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carryover-standby-'));
  pair = await startServerPair(folder, endings);
  service = await aService({ DATABASE_URL: pair.urlOfBoth });
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await endings.end();
  await rm(folder, { recursive: true, force: true });
});

it('a standby is reconciled, and only a reconciliation of the primary counts as proof', async () => {
  const { import_supplier: code, external_account_number: number, ledger_number: ledger } = service.demo;
  const transactions = [{ transaction_id: 'T-1', transaction_date: '2026-01-05', amount: '1.00', type: 'CHARGE' }];
  const account = { import_supplier: code, external_account_number: number };
  expect(await service.post('/v1/data-import/transactions/create/', { ...account, transactions })).toMatchObject({
    status: 201,
  });
  const totals = [{ external_account_number: number, ledger_number: ledger, type: 'CHARGE', count: 1, sum: '1.00' }];
  const set = { import_supplier: code, set: 'FINAL', totals, complete: true };
  expect(await service.post('/v1/data-import/control-totals/register/', set)).toMatchObject({ status: 201 });
  const [onPrimary, onStandby] = [pair.urlOfBoth, pair.urlOfStandby].map((url) =>
    anOperator({ ...service.operatorEnvironment, DATABASE_URL: url }),
  ) as [ReturnType<typeof anOperator>, ReturnType<typeof anOperator>];
  const args = ['reconcile', '--supplier', code, '--registered', '--json'];
  expect(await onPrimary('verify-storage', '--supplier', code)).toMatchObject({ code: 0 });
  // The standby applies a commit a moment after it has it.
  await expect.poll(async () => (await onStandby(...args)).json?.verdict).toBe('agree');
  expect((await onStandby(...args)).json).toMatchObject({ agree: true, recorded: false });
  const complete = ['supplier', 'complete', '--supplier', code, '--proven'];
  expect(await onPrimary(...complete)).toMatchObject({ code: 1 });
  expect((await onPrimary(...args)).json).toMatchObject({ agree: true, recorded: true });
  expect(await onPrimary(...complete)).toMatchObject({ code: 0 });
});
