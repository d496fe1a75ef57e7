import { makePostgresAdministration } from '@carryover/adapters-persistence/admin/operator-work';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { readAccountPage } from '@carryover/adapters-persistence/queries/account';
import {
  type Page,
  readItemPage,
  readNewestItems,
  type StoredTransaction,
} from '@carryover/adapters-persistence/queries/account-items';
import { findAccounts, IDENTIFIER_KINDS, listAccounts } from '@carryover/adapters-persistence/queries/accounts';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import type { DateTime } from '@carryover/domain/date-time';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { payment } from '../support/bodies.ts';

const service = await theService();
const account = await anAccount(service);
// In 1900, this time zone was 19 minutes and 32 seconds ahead of UTC.
const url = new URL(service.databaseUrl);
await service.sql(`alter database ${url.pathname.slice(1)} set timezone = 'Europe/Amsterdam'`);
const orm = openDatabase({ url: url.href, maxConnections: 2, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
afterAll(() => orm.close(true));

const refOf = async () => {
  const [organisation] = await service.sql<{ id: string }>('select id from organisation');
  const { import_supplier: supplierCode, external_account_number: externalAccountNumber } = account;
  return { organisationId: organisation!.id, supplierCode, externalAccountNumber };
};

const accountOf = async () => {
  const found = await makePostgresAdministration(orm.em).findAccount(await refOf())();
  if (E.isLeft(found) || found.right === null) throw new Error('No account.');
  return found.right;
};

const now = '2026-06-15T12:00:00Z' as DateTime;
const read = async () => readAccountPage(orm.em, { account: await refOf(), now, parts: null })();

describe('a value that means something in SQL or to the query builder', () => {
  const ID = `T-?'"\\'??$1 ) or true --\\`;

  it('is a value like any other', async () => {
    const transactions = [ID, `${ID}?`, `\\${ID}`].map((id) => payment(id));
    const created = await service.post('/v1/data-import/transactions/create/', { ...account, transactions });
    expect(created.status).toBe(201);
    const suppliers = await makePostgresAdministration(orm.em).findSuppliers({ code: account.import_supplier })();
    const [supplier] = E.isRight(suppliers) ? suppliers.right : [];
    const having = async (identifier: string) =>
      findAccounts(orm.em, { identifier, kinds: IDENTIFIER_KINDS, supplierId: supplier!.id, organisations: null })();
    const found = { externalAccountNumber: account.external_account_number };
    expect(await having(ID)).toMatchObject(E.right({ accounts: [{ ...found, foundBy: ['transaction_id'] }] }));
    expect(await having(`${ID}-`)).toEqual(E.right({ accounts: [], isComplete: true }));
    expect(await having('\0')).toEqual(E.right({ accounts: [], isComplete: true }));
    const page = { search: `?'\\`, status: null, after: ID, limit: 5 };
    expect(await listAccounts(orm.em, supplier!.id, page)()).toEqual(E.right({ items: [], next: null }));

    const { id } = await accountOf();
    const ids: string[] = [];
    for (let after: string | null = null; ids.length === 0 || after !== null; ) {
      const page: Page<StoredTransaction> = await readNewestItems(orm.em, id, 'transactions', 1, after);
      ids.push(...page.items.map(({ transactionId }) => transactionId));
      after = page.next;
    }
    expect(ids.toReversed()).toEqual([ID, `${ID}?`, `\\${ID}`]);
    const cursor = Buffer.from(JSON.stringify([ID, 0])).toString('base64url');
    const behind = [{ transactionId: `${ID}?` }, { transactionId: `\\${ID}` }];
    expect(await readItemPage(orm.em)(id, 'transactions', cursor)()).toMatchObject(
      E.right({ items: behind, next: null }),
    );
  });
});

describe('stored values', () => {
  it('are read as they were sent, whatever the time zone of the database is', async () => {
    const note = { body: 'old', created_at: '1900-01-01T00:00:00Z', is_pinned: true, unpin_at: '1937-07-01T12:00:00Z' };
    await service.post('/v1/data-import/notes/create/', { ...account, notes: [note] });
    expect(await read()).toMatchObject(
      E.right({ notes: { items: [{ createdAt: '1900-01-01T00:00:00Z', unpinAt: '1937-07-01T12:00:00Z' }] } }),
    );
  });

  it.each([
    [`update account set status = 'MERGED'`, `update account set status = 'IMPORTED'`],
    [
      `insert into ledger_transaction (account_id, transaction_id, occurrence, ledger_number, transaction_date, amount,
         type, line_items, import_id)
       select id, 'T', 0, 'L-1', '2019-10-01', 1, 'SUPPLY_CHARGE', '[{"rate_band": 5}]', gen_random_uuid() from account`,
      'delete from ledger_transaction',
    ],
  ])('that this release does not know are an error, not passed on: %s', async (spoil, restore) => {
    await service.sql(spoil);
    const message = expect.stringContaining('A stored value is not');
    expect(await read()).toMatchObject(E.left({ kind: 'store_failure', cause: { message } }));
    await service.sql(restore);
    expect(E.isRight(await read())).toBe(true);
  });
});
