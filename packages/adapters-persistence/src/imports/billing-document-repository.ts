import type { Store } from '@carryover/application/ports/store';
import type { BillingDocument } from '@carryover/domain/billing-document';
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

/** What is stored for a billing document, by column; without what its ledger and its import give it. */
export const BILLING_DOCUMENT_COLUMNS = {
  identifier: ({ identifier }) => identifier,
  type: ({ type }) => type,
  issued_date: ({ issuedDate }) => issuedDate,
  from_date: ({ period }) => period?.from ?? null,
  to_date: ({ period }) => period?.to ?? null,
} satisfies Readonly<Record<string, (document: BillingDocument) => string | null>>;

export const makePostgresBillingDocumentRepository = ({
  db,
  accountId,
  importId,
}: ImportStatements): Store['billingDocuments'] => ({
  add: (ledger, documents) =>
    changed(() => {
      if (documents.length === 0) return;
      const column = BILLING_DOCUMENT_COLUMNS;
      db.write(ADD, [
        accountId,
        ledger.ledgerNumber,
        textArray(documents.map(column.identifier)),
        textArray(documents.map(column.type)),
        plainArray(documents.map(column.issued_date)),
        plainArray(documents.map(column.from_date)),
        plainArray(documents.map(column.to_date)),
        importId,
        plainArray(documents.map((_, position) => position)),
      ]);
    }),
});
