import type { DocumentStore } from '../ports/document-store.ts';
import type { PaymentVendor } from '../ports/payment-vendor.ts';
import type { SupplierRepository } from '../ports/supplier-repository.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import {
  type CreateHistoricalBillingDocuments,
  makeCreateHistoricalBillingDocuments,
} from './create-historical-billing-documents.ts';
import { type CreateHistoricalStatements, makeCreateHistoricalStatements } from './create-historical-statements.ts';
import { type CreateNotes, makeCreateNotes } from './create-notes.ts';
import { type CreatePaymentInstruction, makeCreatePaymentInstruction } from './create-payment-instruction.ts';
import { type CreateTransactions, makeCreateTransactions } from './create-transactions.ts';
import { makeVerifyDocuments } from './verify-documents.ts';

/** The five use cases of imports (§4). */
export type Imports = {
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
    createNotes: makeCreateNotes({ ...ports, verifyDocuments }),
    createTransactions: makeCreateTransactions(ports),
    createHistoricalBillingDocuments: makeCreateHistoricalBillingDocuments(ports),
    createHistoricalStatements: makeCreateHistoricalStatements({ ...ports, verifyDocuments }),
    createPaymentInstruction: makeCreatePaymentInstruction(ports),
  };
};
