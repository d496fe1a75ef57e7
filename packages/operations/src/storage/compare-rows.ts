import type { DerivedAccount } from '@carryover/adapters-persistence/verification/derived-account';
import {
  differingColumns,
  keyOf,
  placeOf,
  type Row,
  TABLE_NAMES,
  TABLES,
} from '@carryover/adapters-persistence/verification/stored-account';
import type { StorageFinding } from '@carryover/domain/storage-finding';
import type { AccountToVerify, VerifiedAccount, VerifiedHistory } from './verified-account.ts';

type About = Partial<Pick<StorageFinding, 'item' | 'field' | 'accepted' | 'stored'>>;

/** Differences between the rows that must be stored and those that are. `compared`: the number of the latter. */
type ComparedRows = Pick<VerifiedAccount, 'findings' | 'strangers'> &
  Pick<VerifiedHistory, 'changes'> & { readonly compared: number };

/**
 * Compares the rows of an account both ways, each field.
 *
 * @param known the imports of the account, by id.
 * @param finding makes a finding about an item of an import.
 */
export const compareRows = (
  derived: DerivedAccount,
  rows: AccountToVerify['rows'],
  known: ReadonlyMap<string, unknown>,
  finding: (kind: StorageFinding['kind'], importId: string, about: About) => StorageFinding,
): ComparedRows => {
  const findings: StorageFinding[] = [];
  const strangers: StorageFinding[] = [];
  const changes: VerifiedHistory['changes'][number][] = [];
  let compared = 0;
  for (const name of TABLE_NAMES) {
    const { item } = TABLES[name];
    const missing = new Map(derived.rows(name));
    const extra: Row[] = [];
    const compare = (accepted: Row, found: Row): void => {
      const differing = differingColumns(name, accepted, found);
      if (differing.length > 0) changes.push({ table: name, accepted, stored: found });
      for (const field of differing)
        findings.push(
          finding('altered', accepted.import_id!, {
            item: accepted[item] ?? null,
            field,
            accepted: accepted[field] ?? null,
            stored: found[field] ?? null,
          }),
        );
    };
    for (const row of rows[name]) {
      compared += 1;
      const importId = row.import_id!;
      const key = keyOf(name, row);
      if (!known.has(importId)) {
        strangers.push(finding('extra', importId, { item: row[item] ?? null, field: name }));
        changes.push({ table: name, accepted: null, stored: row });
        if (missing.get(key)?.importId === importId) missing.delete(key);
        continue;
      }
      const must = missing.get(key);
      if (must === undefined) extra.push(row);
      else {
        missing.delete(key);
        compare(must.row, row);
      }
    }
    if (missing.size === 0 && extra.length === 0) continue;
    // A row whose key was changed is still at its place in its import.
    const places = new Map([...missing].map(([key, { row }]) => [placeOf(name, row), { key, row }]));
    for (const row of extra) {
      const must = places.get(placeOf(name, row));
      if (must !== undefined && missing.delete(must.key)) {
        compare(must.row, row);
        continue;
      }
      changes.push({ table: name, accepted: null, stored: row });
      findings.push(finding('extra', row.import_id!, { item: row[item] ?? null, field: name }));
    }
    for (const { row } of missing.values()) {
      changes.push({ table: name, accepted: row, stored: null });
      findings.push(finding('missing', row.import_id!, { item: row[item] ?? null, field: name }));
    }
  }
  return { findings, strangers, changes, compared };
};
