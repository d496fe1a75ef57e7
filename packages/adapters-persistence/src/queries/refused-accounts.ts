import type { Stored } from '@carryover/application/ports/store-failure';
import { isWellFormed } from '@carryover/domain/text';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { accountKey } from '../imports/account-repository.ts';
import { readingOneMoment } from '../orm.ts';
import { hasRefused } from '../schema/search-terms.ts';
import { query, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import {
  type AccountSearch,
  type FoundAccounts,
  LIMIT_STATEMENTS,
  MAX_FOUND,
  readFound,
  USE_SEARCH_INDEXES,
} from './accounts.ts';

const NAMED = `
  select distinct r.organisation_id as "organisationId", r.supplier_code as "supplierCode",
         r.external_account_number as "externalAccountNumber"
  from refused_import r
  where ${hasRefused('$1')} and r.supplier_code is not null and r.external_account_number is not null
    and ($2::uuid is null or exists (
      select from import_supplier s where s.id = $2 and s.organisation_id = r.organisation_id and s.code = r.supplier_code))
    and ($3::text[] is null or r.organisation_id in (select o.id from organisation o where o.name = any($3)))
  limit ${MAX_FOUND + 1}`;

const named = t.type({ organisationId: t.string, supplierCode: t.string, externalAccountNumber: t.string });

/** Finds the accounts for which an item with this id was sent and refused. */
export const findAccountsOfRefused = (
  em: EntityManager,
  { identifier, supplierId, organisations, statementMs }: Omit<AccountSearch, 'kinds' | 'payment'>,
): Stored<FoundAccounts> =>
  stored(() =>
    readingOneMoment(em, async (snapshot) => {
      if (!isWellFormed(identifier)) return { accounts: [], isComplete: true };
      for (const setting of USE_SEARCH_INDEXES) await query(snapshot, setting);
      if (statementMs !== undefined) await query(snapshot, LIMIT_STATEMENTS, [String(statementMs)]);
      const refs = await readRows(snapshot, named, NAMED, [
        identifier,
        supplierId ?? null,
        organisations && [...organisations],
      ]);
      const found = await readFound(snapshot, refs.map(accountKey));
      return {
        accounts: found.slice(0, MAX_FOUND).map(({ id: _, ...listed }) => ({ ...listed, foundBy: ['refused_item'] })),
        isComplete: refs.length <= MAX_FOUND,
      };
    }),
  );
