import type { Store } from '@carryover/application/ports/store';
import { changed } from '../sql/store-failure.ts';
import { plainArray, textArray } from '../sql/transaction.ts';
import type { ImportStatements } from './account-repository.ts';

const COLUMNS = 'account_id, ledger_number, identifier, type, issued_date, from_date, to_date, import_id, position';

const ADD = `
  insert into billing_document (${COLUMNS}) select ${COLUMNS}
  from (
    select account.id as account_id, $2::text as ledger_number, unnest($3::text[]) as identifier,
           unnest($4::text[]) as type, unnest($5::date[]) as issued_date, unnest($6::date[]) as from_date,
           unnest($7::date[]) as to_date, $8::uuid as import_id, unnest($9::int[]) as position
    from account where account.id = $1::bigint) given`;

export const makePostgresBillingDocumentRepository = ({
  db,
  accountId,
  importId,
}: ImportStatements): Store['billingDocuments'] => ({
  add: (ledger, documents) =>
    changed(() => {
      if (documents.length === 0) return;
      db.write(ADD, [
        accountId,
        ledger.ledgerNumber,
        textArray(documents.map(({ identifier }) => identifier)),
        textArray(documents.map(({ type }) => type)),
        plainArray(documents.map(({ issuedDate }) => issuedDate)),
        plainArray(documents.map(({ period }) => period?.from ?? null)),
        plainArray(documents.map(({ period }) => period?.to ?? null)),
        importId,
        plainArray(documents.map((_, position) => position)),
      ]);
    }),
});
