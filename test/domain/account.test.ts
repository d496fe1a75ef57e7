import { type Account, importedAccount } from '@carryover/domain/account';
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
