import { accountKey } from '@carryover/adapters-persistence/imports/account-repository';
import { migrate } from '@carryover/adapters-persistence/migrate';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { describe, expect, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';

const ORGANISATION = '00000000-0000-7000-8000-000000000001';

/** Keys that are in databases: if one of these changes, so do all. */
const VECTORS: ReadonlyArray<readonly [organisationId: string, supplier: string, account: string, key: string]> = [
  [ORGANISATION, 'S', '659D44E0E280A079', '7381818110885564209'],
  [ORGANISATION, 'S', '4EBFEA7C169EF464', '7381818110885564209'],
  [ORGANISATION, 'S1', '2', '3023405119966329657'],
  [ORGANISATION, 'S', '12', '8365830420564003356'],
  ['ffffffff-ffff-7fff-bfff-ffffffffffff', 'S', '12', '8686350395127553095'],
  [ORGANISATION, ' Süd\n', 'Konto 7 🏠', '4623626340086777882'],
  [ORGANISATION, 'S'.repeat(32), '9'.repeat(128), '6528017030661389072'],
];

const url = await aDatabase();
const orm = openDatabase({ url, maxConnections: 2, acquireTimeoutMs: 5_000, timeouts: UNHURRIED });
await migrate(orm);
await orm.close(true);

describe('the key of an account', () => {
  it.each(VECTORS)('is 63 bits of a SHA-256: %s %j %j', async (organisationId, supplierCode, number, key) => {
    expect(accountKey({ organisationId, supplierCode, externalAccountNumber: number })).toBe(key);
  });

  it.each(VECTORS)('is the same in SQL: %s %j %j', async (...names) => {
    const [row] = await runSql<{ key: string }>(url, 'select account_key($1, $2, $3) as key', names.slice(0, 3));
    expect(row!.key).toBe(names[3]);
  });
});
