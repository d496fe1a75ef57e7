import type { Stored } from '@carryover/application/ports/store-failure';
import { isWellFormed } from '@carryover/domain/text';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { accountKey } from '../imports/account-repository.ts';
import { readingOneMoment } from '../orm.ts';
import { query, readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { type AccountSearch, type FoundAccounts, LIMIT_STATEMENTS, MAX_FOUND, readFound } from './accounts.ts';

/** The identifiers of items that a refused request keeps, by which they are looked for. */
const KEYS = ['transaction', 'statement', 'document'];

/** Only by what a request of its endpoint may have: each comparison reads all items. */
const HAS_ITEM = `
  case split_part(r.endpoint, '/', 1)
    when 'historical-statements' then r.failing_items @> ($1::jsonb[])[2]
    when 'historical-billing-documents' then r.failing_items @> ($1::jsonb[])[1] or r.failing_items @> ($1::jsonb[])[3]
    else r.failing_items @> ($1::jsonb[])[1]
  end`;

/** No index has what was refused: it would cost every refusal, and few look for one. */
const NAMED = `
  select distinct r.organisation_id as "organisationId", r.supplier_code as "supplierCode",
         r.external_account_number as "externalAccountNumber"
  from refused_import r
  where ${HAS_ITEM} and r.supplier_code is not null and r.external_account_number is not null
    and ($2::uuid is null or exists (
      select from import_supplier s where s.id = $2 and s.organisation_id = r.organisation_id and s.code = r.supplier_code))
    and ($3::text[] is null or r.organisation_id in (select o.id from organisation o where o.name = any($3)))
  limit ${MAX_FOUND + 1}`;

const named = t.type({ organisationId: t.string, supplierCode: t.string, externalAccountNumber: t.string });

/** Finds the accounts for which an item with this id was sent and refused. Reads all refused requests, until the time is up. */
export const findAccountsOfRefused = (
  em: EntityManager,
  { identifier, supplierId, organisations, statementMs }: Omit<AccountSearch, 'kinds' | 'payment'>,
): Stored<FoundAccounts> =>
  stored(() =>
    readingOneMoment(em, async (snapshot) => {
      if (!isWellFormed(identifier)) return { accounts: [], isComplete: true };
      if (statementMs !== undefined) await query(snapshot, LIMIT_STATEMENTS, [String(statementMs)]);
      const items = KEYS.map((key) => JSON.stringify([{ [key]: identifier }]));
      const refs = await readRows(snapshot, named, NAMED, [
        items,
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
