import { type Account, accountTakingImports, importedAccount } from '@carryover/domain/account';
import { DEFAULT_CONFIGURATION, type SupplierStatus } from '@carryover/domain/import-supplier';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const anAccount = (status: Account['status'], supplierStatus: SupplierStatus = 'Ongoing'): Account => ({
  id: 'account',
  externalAccountNumber: 'EXTERNAL-1234',
  serviceAccountNumber: 'A-1B2C3D4E',
  status,
  supplier: {
    id: 'supplier',
    organisationId: 'organisation',
    code: 'SUPPLIER',
    status: supplierStatus,
    configuration: DEFAULT_CONFIGURATION,
  },
});
const notOngoing = (status: SupplierStatus) =>
  E.left({ kind: 'import_supplier_migration_not_ongoing', code: 'SUPPLIER', status });

describe('only imported accounts are found (§2, decisions 2)', () => {
  it.each<[string, Account | null, E.Either<unknown, Account>]>([
    ['an imported account', anAccount('IMPORTED'), E.right(anAccount('IMPORTED'))],
    ['a staged account', anAccount('STAGED'), E.left({ kind: 'account_not_found' })],
    ['an unknown supplier or account', null, E.left({ kind: 'import_process_does_not_exist' })],
    ['one whose supplier is paused', anAccount('IMPORTED', 'Paused'), E.right(anAccount('IMPORTED', 'Paused'))],
  ])('%s', (_, account, expected) => {
    expect(importedAccount(account)).toEqual(expected);
  });
});

describe('an account takes data while its supplier is Ongoing; whether it is found comes first (decisions 3)', () => {
  it.each<[string, Account | null, E.Either<unknown, Account>]>([
    ['imported, Ongoing', anAccount('IMPORTED'), E.right(anAccount('IMPORTED'))],
    ['imported, Paused', anAccount('IMPORTED', 'Paused'), notOngoing('Paused')],
    ['imported, Complete', anAccount('IMPORTED', 'Complete'), notOngoing('Complete')],
    ['staged, Ongoing', anAccount('STAGED'), E.left({ kind: 'account_not_found' })],
    ['staged, Paused', anAccount('STAGED', 'Paused'), E.left({ kind: 'account_not_found' })],
    ['staged, Complete', anAccount('STAGED', 'Complete'), E.left({ kind: 'account_not_found' })],
    ['unknown', null, E.left({ kind: 'import_process_does_not_exist' })],
  ])('%s', (_, account, expected) => {
    expect(accountTakingImports(account)).toEqual(expected);
  });
});
