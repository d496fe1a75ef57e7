import type { BillingDocumentRepository } from '@carryover/application/ports/store';
import type { Session } from '../driver/session.ts';
import { sent } from '../driver/store-failure.ts';
import { BillingDocument } from '../schema/entities/history.ts';

export const makePostgresBillingDocumentRepository = (session: Session): BillingDocumentRepository => ({
  add: ({ account, ledger, importId }, documents) =>
    sent(() =>
      session.insert(
        BillingDocument,
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
