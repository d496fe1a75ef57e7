import type { BillingDocumentRepository } from '@carryover/application/ports/store';
import type { EntityManager } from '@mikro-orm/postgresql';
import { insertRows } from './insert-rows.ts';
import { stored } from './store-failure.ts';
import { BillingDocumentTable } from './tables/history.ts';

export const makePostgresBillingDocumentRepository = (em: EntityManager): BillingDocumentRepository => ({
  add: ({ account, ledger, importId }, documents) =>
    stored(() =>
      insertRows(
        em,
        BillingDocumentTable,
        documents.map(({ identifier, type, issuedDate, period }, position) => ({
          accountId: account.id,
          ledgerNumber: ledger.ledgerNumber,
          identifier,
          type,
          issuedDate,
          fromDate: period?.from,
          toDate: period?.to,
          importId,
          position,
        })),
      ),
    ),
});
