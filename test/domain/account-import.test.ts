import { DEFAULT_CONFIGURATION, type ImportSupplier, type SupplierStatus } from '@carryover/domain/account';
import {
  type AccountToImport,
  planAccountImport,
  planPromotion,
  type StoredAccount,
  type StoredLedger,
} from '@carryover/domain/account-import';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { day } from '../support/a-transaction.ts';

const supplier = (status: SupplierStatus = 'Ongoing'): ImportSupplier => ({
  id: 's',
  organisationId: 'o',
  code: 'ACME',
  status,
  configuration: DEFAULT_CONFIGURATION,
});
const NOVEMBER = { from: day('2026-11-01'), to: day('2026-11-30') };
const LEDGER = {
  ledgerNumber: 'L-1',
  ledgerCode: 'GAS',
  isMain: true,
  openPeriod: null,
  hasFinalizedBillingDocument: false,
};
const STORED_LEDGER: StoredLedger = { ...LEDGER, hasImportedHistory: false, hasTransactions: false, hasPeriods: false };
const stored = (...ledgers: ReadonlyArray<Partial<StoredLedger>>): StoredAccount => ({
  id: '7',
  status: 'IMPORTED',
  ledgers: ledgers.map((ledger) => ({ ...STORED_LEDGER, ...ledger })),
});
const given = (...ledgers: ReadonlyArray<Partial<AccountToImport['ledgers'][number]>>): AccountToImport => ({
  externalAccountNumber: 'E-1',
  status: 'IMPORTED',
  ledgers: ledgers.map((ledger) => ({ ...LEDGER, ...ledger })),
});
const SECOND = { ledgerNumber: 'L-2', isMain: false };
const UPDATE = { kind: 'updated', accountId: '7', isPromoted: false, added: [], changed: [], opened: [] };
const NOT_ONGOING = { kind: 'import_supplier_migration_not_ongoing', code: 'ACME', status: 'Paused' };

describe('what an accounts file changes (decisions 2)', () => {
  it('is a new account, unless the supplier takes none', () => {
    expect(planAccountImport(supplier(), null, given({}))).toEqual(E.right({ kind: 'created', account: given({}) }));
    const first = E.right({ kind: 'created', account: given({}, SECOND) });
    expect(planAccountImport(supplier(), null, given({ isMain: false }, SECOND))).toEqual(first);
    expect(planAccountImport(supplier('Paused'), null, given({}))).toEqual(E.left(NOT_ONGOING));
  });

  it.each([
    ['nothing that is stored', stored({}), given({}), { kind: 'unchanged' }],
    ['no ledger that it leaves out', stored({}, SECOND), given({}), { kind: 'unchanged' }],
    ['no finalized billing document', stored({ hasFinalizedBillingDocument: true }), given({}), { kind: 'unchanged' }],
    [
      'no open period',
      stored({ openPeriod: NOVEMBER, hasPeriods: true }),
      given({ openPeriod: NOVEMBER }),
      { kind: 'unchanged' },
    ],
    [
      'a ledger more, alone and not marked: the main ledger stays',
      stored({ hasTransactions: true }),
      given(SECOND),
      { ...UPDATE, added: [{ ...LEDGER, ...SECOND }] },
    ],
    ['no main ledger without a mark', stored({}, SECOND), given(SECOND, { isMain: false }), { kind: 'unchanged' }],
    ['a ledger more', stored({}), given({}, SECOND), { ...UPDATE, added: [{ ...LEDGER, ...SECOND }] }],
    [
      'a first open period',
      stored({ hasTransactions: true }),
      given({ openPeriod: NOVEMBER }),
      { ...UPDATE, opened: [{ ledgerNumber: 'L-1', period: NOVEMBER }] },
    ],
  ])('is %s', (_, before, file, change) => {
    for (const status of ['Ongoing', 'Paused'] as const)
      expect(planAccountImport(supplier(status), before, file)).toEqual(E.right(change));
  });

  it('is the code and the main ledger, if no data depends on them', () => {
    const change = planAccountImport(
      supplier(),
      stored({}, SECOND),
      given({ ledgerNumber: 'L-2', ledgerCode: 'WATER', hasFinalizedBillingDocument: true }),
    );
    const { openPeriod, ...ledger } = LEDGER;
    expect(change).toEqual(
      E.right({
        ...UPDATE,
        changed: [
          { ...ledger, isMain: false },
          { ...ledger, ledgerNumber: 'L-2', ledgerCode: 'WATER', hasFinalizedBillingDocument: true },
        ],
      }),
    );
  });

  it.each([['hasTransactions'], ['hasImportedHistory'], ['hasFinalizedBillingDocument']] as const)(
    'is not the code of a ledger that %s',
    (data) => {
      expect(planAccountImport(supplier(), stored({ [data]: true }), given({ ledgerCode: 'WATER' }))).toEqual(
        E.left({ kind: 'ledger_code_in_use', ledgerNumber: 'L-1', ledgerCode: 'GAS' }),
      );
    },
  );

  it('is not the main ledger if the stored one has transactions, also if the file leaves that one out', () => {
    const refused = E.left({ kind: 'main_ledger_in_use', ledgerNumber: 'L-2', mainLedgerNumber: 'L-1' });
    const before = stored({ hasTransactions: true }, SECOND);
    const second = { ...SECOND, isMain: true };
    expect(planAccountImport(supplier(), before, given({ isMain: false }, second))).toEqual(refused);
    expect(planAccountImport(supplier(), before, given(second))).toEqual(refused);
    expect(planAccountImport(supplier(), stored({ hasImportedHistory: true }), given(second))).toMatchObject({
      _tag: 'Right',
    });
  });

  it.each([
    ['left out', NOVEMBER, null],
    ['another one', NOVEMBER, { ...NOVEMBER, from: day('2026-11-02') }],
    ['without its end', NOVEMBER, { ...NOVEMBER, to: null }],
    ['opened again', null, NOVEMBER],
  ])('is not an open period: %s', (_, openPeriod, inFile) => {
    expect(
      planAccountImport(supplier(), stored({ openPeriod, hasPeriods: true }), given({ openPeriod: inFile })),
    ).toEqual(E.left({ kind: 'open_period_differs', ledgerNumber: 'L-1', openPeriod }));
  });

  it('is IMPORTED in place of STAGED, if the supplier takes accounts, and never the reverse', () => {
    const staged = { ...stored({}), status: 'STAGED' as const };
    const promoted = { ...UPDATE, isPromoted: true };
    expect(planAccountImport(supplier(), staged, given({}))).toEqual(E.right(promoted));
    expect(planAccountImport(supplier('Paused'), staged, given({}))).toEqual(E.left(NOT_ONGOING));
    expect(planAccountImport(supplier(), stored({}), { ...given({}), status: 'STAGED' })).toEqual(
      E.left({ kind: 'account_already_imported' }),
    );
    expect(planPromotion(supplier(), staged)).toEqual(E.right(promoted));
    expect(planPromotion(supplier('Paused'), staged)).toEqual(E.left(NOT_ONGOING));
    expect(planPromotion(supplier('Paused'), stored({}))).toEqual(E.right({ kind: 'unchanged' }));
  });
});
