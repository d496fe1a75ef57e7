import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { day } from '../support/a-transaction.ts';
import { aLedger, type TestAccount } from '../support/an-account.ts';
import { payment } from '../support/bodies.ts';
import { idOf, makeUndoableAccounts } from './an-undoable-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });
const { operator, undo, account: anAccount, send } = makeUndoableAccounts(service);
const verify = (...args: ReadonlyArray<string>) =>
  operator('verify-storage', '--supplier', service.demo.import_supplier, '--json', ...args);

/** Gives an account without transactions another main ledger, as an accounts file does. */
const withOtherMainLedger = ({ import_supplier: supplier, external_account_number: number }: TestAccount) => {
  const openPeriod = { from: day('2019-10-01'), to: day('2019-10-31') };
  const ledgers = [aLedger({ openPeriod }), aLedger({ ledgerNumber: 'L-2', isMain: true, openPeriod })];
  return service.operator.importAccounts(supplier, [{ externalAccountNumber: number, status: 'IMPORTED', ledgers }]);
};

describe('verify-storage', () => {
  it('finds nothing after all kinds of imports, and a changed amount', async () => {
    const account = await anAccount();
    const first = idOf(
      await send(account, { transactions: [payment('T-1'), { ...payment('T-2'), transaction_date: '2018-01-01' }] }),
    );
    const second = idOf(await send(account, { transactions: [payment('T-1'), payment('T-3')] }));
    const again = { transactions: [payment('T-1')] };
    const unchecked = idOf(await send(account, again, '?check_previously_added=false'));
    idOf(await send(account, { notes: [{ body: 'a' }, { document_paths: [{ document_path: 'a.pdf' }] }] }));
    idOf(await send(account, { vendor: 'STRIPE', type: 'CARD', reference: 'THIS-IS-A-FAKE-REFERENCE' }));
    expect(await undo('--id', second)).toMatchObject({ code: 0 });
    const erased = await anAccount();
    idOf(await send(erased, { transactions: [payment('T-1'), payment('T-2')] }));
    const taken = idOf(await send(erased, { notes: [{ body: 'b' }] }));
    expect(await undo('--id', taken)).toMatchObject({ code: 0 });
    const erase = ['account', 'erase', '--supplier', service.demo.import_supplier, '--account'];
    expect(await operator(...erase, erased.external_account_number, '--reason', 'Ticket 42', '--yes')).toMatchObject({
      code: 0,
    });
    const clean = await verify();
    expect([clean.err, clean.json.findings]).toEqual(['', []]);
    expect(clean).toMatchObject({ code: 0, json: { recorded: true, imports_not_compared: 0 } });

    await service.sql(`update ledger_transaction set amount = 17 where transaction_id = 'T-2'`);
    const found = await verify('--account', account.external_account_number);
    expect([found.code, found.json.findings]).toEqual([
      1,
      [
        {
          kind: 'altered',
          account: account.external_account_number,
          endpoint: 'transactions/create',
          import_id: first,
          item: 'T-2',
          field: 'amount',
          accepted: '71.00',
          stored: '17.00',
        },
      ],
    ]);
    await service.sql(`update ledger_transaction set amount = 71 where transaction_id = 'T-2'`);

    // The totals of the records, from which those of a pack follow: of payloads, of an undone import, of an erased account.
    await service.sql(`update accepted_import set stored_totals = replace(stored_totals::text, '.00', '.01')::jsonb`);
    await service.sql(`update accepted_import set stored_totals = '7' where id = $1`, [second]);
    const findings: ReadonlyArray<Record<string, string>> = (await verify()).json.findings;
    const ofTotals = findings.filter(({ field }) => field?.startsWith('stored_totals'));
    expect(ofTotals.map((one) => [one.kind, one.import_id, one.item, one.accepted, one.stored])).toEqual(
      expect.arrayContaining([
        ['record_altered', first, 'L-1 PAYMENT', '2, 142.00', '2, 142.01'],
        ['record_altered', second, null, null, null],
        ['record_altered', unchecked, 'L-1 PAYMENT', '1, 71.00', '1, 71.01'],
        ['record_altered', null, 'L-1 PAYMENT', '2, 142.00', '2, 142.01'],
      ]),
    );
    expect(ofTotals).toHaveLength(4);
  });

  it('knows the main ledger of the time of an undone import, and its totals', async () => {
    const account = await anAccount();
    const undone = idOf(await send(account, { transactions: [payment('T-1')] }));
    expect(await undo('--id', undone)).toMatchObject({ code: 0 });
    await withOtherMainLedger(account);
    idOf(await send(account, { transactions: [payment('T-1')] }));
    const number = account.external_account_number;
    expect(await verify('--account', number)).toMatchObject({ code: 0, json: { findings: [] } });

    const other = `replace(stored_totals::text, 'L-1', 'L-2')::jsonb`;
    await service.sql(`update accepted_import set stored_totals = ${other} where id = $1`, [undone]);
    const { json } = await verify('--account', number);
    const found: ReadonlyArray<Record<string, unknown>> = json.findings;
    expect(found.map((one) => [one.kind, one.import_id, one.item, one.accepted, one.stored])).toEqual([
      ['record_altered', undone, 'L-1 PAYMENT', '1, 71.00', null],
      ['record_altered', undone, 'L-2 PAYMENT', null, '1, 71.00'],
    ]);
  });
});
