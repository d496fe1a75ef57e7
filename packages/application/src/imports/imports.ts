import type { SupplierConfiguration } from '@carryover/domain/account';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DocumentStore } from '../ports/document-store.ts';
import type { PaymentVendor } from '../ports/payment-vendor.ts';
import type { SupplierRepository, UnitOfWork } from '../ports/store.ts';
import type { Stored } from '../ports/store-failure.ts';
import {
  type CreateHistoricalBillingDocuments,
  makeCreateHistoricalBillingDocuments,
} from './create-historical-billing-documents.ts';
import { type CreateHistoricalStatements, makeCreateHistoricalStatements } from './create-historical-statements.ts';
import { type CreateNotes, makeCreateNotes } from './create-notes.ts';
import { type CreatePaymentInstruction, makeCreatePaymentInstruction } from './create-payment-instruction.ts';
import { type CreateTransactions, makeCreateTransactions } from './create-transactions.ts';
import { makeVerifyDocuments } from './verify-documents.ts';

/** The five use cases of imports (§4), and the supplier's policy for fields that the interface does not know. */
export type Imports = {
  /** `refuse` if there is no such supplier (decisions 2). */
  readonly unknownFields: (supplier: {
    readonly organisationId: string;
    readonly supplierCode: string;
  }) => Stored<SupplierConfiguration['unknownFields']>;
  readonly createNotes: CreateNotes;
  readonly createTransactions: CreateTransactions;
  readonly createHistoricalBillingDocuments: CreateHistoricalBillingDocuments;
  readonly createHistoricalStatements: CreateHistoricalStatements;
  readonly createPaymentInstruction: CreatePaymentInstruction;
};

/** Makes the five imports. */
export const makeImports = (ports: {
  readonly unitOfWork: UnitOfWork;
  readonly suppliers: SupplierRepository;
  readonly documentStore: DocumentStore;
  readonly vendors: ReadonlyMap<string, PaymentVendor>;
}): Imports => {
  const verifyDocuments = makeVerifyDocuments(ports);
  return {
    unknownFields: ({ organisationId, supplierCode }) =>
      pipe(
        ports.suppliers.find(organisationId, supplierCode),
        TE.map((supplier) => supplier?.configuration.unknownFields ?? 'refuse'),
      ),
    createNotes: makeCreateNotes({ ...ports, verifyDocuments }),
    createTransactions: makeCreateTransactions(ports),
    createHistoricalBillingDocuments: makeCreateHistoricalBillingDocuments(ports),
    createHistoricalStatements: makeCreateHistoricalStatements({ ...ports, verifyDocuments }),
    createPaymentInstruction: makeCreatePaymentInstruction(ports),
  };
};
