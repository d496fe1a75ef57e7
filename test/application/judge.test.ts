import { noting, requireAccount, strictly } from '@carryover/application/imports/judge';
import type { Account } from '@carryover/domain/account';
import { DEFAULT_CONFIGURATION, type SupplierStatus } from '@carryover/domain/import-supplier';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from 'vitest';

const anAccount = (status: Account['status'], supplierStatus: SupplierStatus): Account => ({
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
const holding = (account: Account | null) => ({ locked: TE.right(account) });
const notOngoing = (status: SupplierStatus) => ({
  kind: 'import_supplier_migration_not_ongoing',
  code: 'SUPPLIER',
  status,
});

describe('an account takes data while its supplier is Ongoing; whether it is found comes first (decisions 3)', () => {
  it.each<[string, Account | null, E.Either<unknown, Account>]>([
    ['imported, Ongoing', anAccount('IMPORTED', 'Ongoing'), E.right(anAccount('IMPORTED', 'Ongoing'))],
    ['imported, Paused', anAccount('IMPORTED', 'Paused'), E.left(notOngoing('Paused'))],
    ['imported, Complete', anAccount('IMPORTED', 'Complete'), E.left(notOngoing('Complete'))],
    ['staged, Ongoing', anAccount('STAGED', 'Ongoing'), E.left({ kind: 'account_not_found' })],
    ['staged, Paused', anAccount('STAGED', 'Paused'), E.left({ kind: 'account_not_found' })],
    ['staged, Complete', anAccount('STAGED', 'Complete'), E.left({ kind: 'account_not_found' })],
    ['unknown', null, E.left({ kind: 'import_process_does_not_exist' })],
  ])('%s', async (_, account, expected) => {
    expect(await requireAccount(holding(account), strictly())()).toEqual(expected);
  });

  it('a dry run notes the status and goes on; it is never allowed to write', async () => {
    const judge = noting<unknown>();
    const paused = anAccount('IMPORTED', 'Paused');
    expect(await requireAccount(holding(paused), judge)()).toEqual(E.right(paused));
    expect(judge.noted).toEqual([notOngoing('Paused')]);
    expect(judge.conclude()).toEqual(E.left(notOngoing('Paused')));
  });
});
