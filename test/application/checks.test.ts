import { after, conclude, requireAccount, tolerate } from '@carryover/application/imports/checks';
import { type Account, acceptsImports, DEFAULT_CONFIGURATION, type SupplierStatus } from '@carryover/domain/account';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, it } from 'vitest';

const anAccount = (status: Account['status'], supplierStatus: SupplierStatus): Account => ({
  id: 'account',
  externalAccountNumber: 'EXTERNAL-1234',
  serviceAccountNumber: 'A-1B2C3D4E',
  status,
  erasedAt: null,
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

/** What an import or a dry run that has no other check decides about an account. */
const decide = (commit: boolean, account: Account | null) =>
  pipe(
    requireAccount(holding(account)),
    TE.bindTo('found'),
    TE.bindW('refused', ({ found }) => tolerate(commit, acceptsImports(found.supplier))),
    TE.chainW(({ found, refused }) => conclude(refused, E.right(found))),
  )();

describe.each([
  ['an import', true],
  ['a dry run', false],
])(
  'an account takes data of %s while its supplier is Ongoing; whether it is found comes first (decisions 3)',
  (_, commit) => {
    it.each<[string, Account | null, E.Either<unknown, Account>]>([
      ['imported, Ongoing', anAccount('IMPORTED', 'Ongoing'), E.right(anAccount('IMPORTED', 'Ongoing'))],
      ['imported, Paused', anAccount('IMPORTED', 'Paused'), E.left([notOngoing('Paused')])],
      ['imported, Complete', anAccount('IMPORTED', 'Complete'), E.left([notOngoing('Complete')])],
      ['staged, Ongoing', anAccount('STAGED', 'Ongoing'), E.left([{ kind: 'account_not_found' }])],
      ['staged, Paused', anAccount('STAGED', 'Paused'), E.left([{ kind: 'account_not_found' }])],
      ['staged, Complete', anAccount('STAGED', 'Complete'), E.left([{ kind: 'account_not_found' }])],
      ['unknown', null, E.left([{ kind: 'import_process_does_not_exist' }])],
    ])('%s', async (_status, account, expected) => {
      expect(await decide(commit, account)).toEqual(expected);
    });
  },
);

describe('refusals', () => {
  const [one, other] = [E.left('one'), E.left('other')];

  it('end an import at the first of them', async () => {
    expect(await tolerate(true, E.right(1), one, other)()).toEqual(E.left(['one']));
    expect(await tolerate(true, E.right(1))()).toEqual(E.right([]));
  });

  it('are all reported by a dry run, in the order of its checks; after one, it is never allowed to write', async () => {
    expect(await tolerate(false, one, E.right(1), other)()).toEqual(E.right(['one', 'other']));
    expect(await conclude(['one'], other)()).toEqual(E.left(['one', 'other']));
    expect(await conclude(['one'], E.right(1))()).toEqual(E.left(['one']));
    expect(await conclude([], E.right(1))()).toEqual(E.right(1));
    expect(after(['one'])('other')).toEqual(['one', 'other']);
  });
});
