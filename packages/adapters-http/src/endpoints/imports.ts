import type { Imports } from '@carryover/application/imports/imports';
import type { Clock } from '@carryover/application/ports/clock';
import type { OfferedVendor } from '@carryover/contract/codecs/payment-instruction';
import type { Limits } from '@carryover/contract/limits';
import type { Flags } from '../pipeline/decode.ts';
import { createHistoricalBillingDocumentsEndpoint } from './create-historical-billing-documents.ts';
import { createHistoricalStatementsEndpoint } from './create-historical-statements.ts';
import { createNotesEndpoint } from './create-notes.ts';
import { createPaymentInstructionEndpoint } from './create-payment-instruction.ts';
import { createTransactionsEndpoint } from './create-transactions.ts';
import type { ImportEndpoint, NamesAccount } from './endpoint.ts';
import type { DataImportRoute } from './routes.ts';

/** Makes the route of an endpoint in one mode. */
type ToRoute = <Input extends NamesAccount, F extends Flags, Failure extends { readonly kind: string }, Success>(
  endpoint: ImportEndpoint<Input, F, Failure, Success>,
) => DataImportRoute;

/** The routes of the five endpoints over these use cases. */
export const importRoutes = (
  imports: Imports,
  {
    limits,
    clock,
    vendors,
  }: { readonly limits: Limits; readonly clock: Clock; readonly vendors: ReadonlyArray<OfferedVendor> },
  toRoute: ToRoute,
): ReadonlyArray<DataImportRoute> => [
  toRoute(createNotesEndpoint(imports.createNotes, limits)),
  toRoute(createTransactionsEndpoint(imports.createTransactions, limits)),
  toRoute(createHistoricalBillingDocumentsEndpoint(imports.createHistoricalBillingDocuments, limits, clock)),
  toRoute(createHistoricalStatementsEndpoint(imports.createHistoricalStatements, limits)),
  toRoute(createPaymentInstructionEndpoint(imports.createPaymentInstruction, vendors)),
];
