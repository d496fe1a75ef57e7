import type { BillingDocumentRepository } from '@carryover/application/ports/store';
import type { Session } from './session.ts';
import { sent } from './store-failure.ts';
import { BillingDocumentTable } from './tables/history.ts';

export const makePostgresBillingDocumentRepository = (session: Session): BillingDocumentRepository => ({
  add: ({ account, ledger, importId }, documents) =>
    sent(() =>
      session.insert(
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
