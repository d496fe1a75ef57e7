import type { AccountWithImports, UndoableImports } from '@carryover/application/ports/operator/corrections';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow, readRows } from '../../driver/query.ts';
import { stored } from '../../driver/store-failure.ts';

const ACCOUNT_OF = `
  select a.id::text as id, o.name as organisation, s.code as "supplierCode",
         a.external_account_number as "externalAccountNumber"
  from accepted_import i
  join account a on a.id = i.account_id
  join import_supplier s on s.id = a.supplier_id
  join organisation o on o.id = s.organisation_id
  where i.id = $1`;

// The limit keeps PostgreSQL from reading all imports of the range for each page.
const ACCOUNTS_WITHIN = `
  select a.id::text as id, a.external_account_number as "externalAccountNumber"
  from account a
  cross join lateral (
    select from accepted_import i
    where i.account_id = a.id and i.received_at >= $2 and i.received_at < $3
      and not exists (select from import_undo u where u.account_id = i.account_id and u.import_id = i.id)
    limit 1) i
  where a.supplier_id = $1 and a.id > $4
  order by a.id limit $5`;

const accountRow = t.type({ id: t.string, externalAccountNumber: t.string });
const namedRow = t.type({ ...accountRow.props, organisation: t.string, supplierCode: t.string });

const accountOf = ({ id, ...subject }: t.TypeOf<typeof namedRow>): AccountWithImports => ({
  id,
  subject: { ...subject, ledgerNumber: null },
});

export const makePostgresUndoableImports = (em: EntityManager): UndoableImports => ({
  accountOf: (importId) =>
    stored(async () => {
      const row = await readRow(em, namedRow, ACCOUNT_OF, [importId]);
      return row && accountOf(row);
    }),
  accountsWithin: ({ id, code: supplierCode, organisationName: organisation }, { since, until }, { after, limit }) =>
    stored(async () => {
      const parameters = [id, since.toISOString(), until.toISOString(), after?.id ?? '-1', limit];
      const rows = await readRows(em, accountRow, ACCOUNTS_WITHIN, parameters);
      return rows.map((row) => accountOf({ ...row, organisation, supplierCode }));
    }),
});
