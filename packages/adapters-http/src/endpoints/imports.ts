import type { Imports } from '@carryover/application/imports';
import type { Clock } from '@carryover/application/ports/clock';
import type { OfferedVendor } from '@carryover/contract/codecs/payment-instruction';
import type { Limits } from '@carryover/contract/limits';
import type { Endpoint, NamesAccount } from '../endpoint.ts';
import type { Flags } from '../query-parameters.ts';
import type { ServedEndpoint } from '../serve-body.ts';
import { createHistoricalBillingDocumentsEndpoint } from './create-historical-billing-documents.ts';
import { createHistoricalStatementsEndpoint } from './create-historical-statements.ts';
import { createNotesEndpoint } from './create-notes.ts';
import { createPaymentInstructionEndpoint } from './create-payment-instruction.ts';
import { createTransactionsEndpoint } from './create-transactions.ts';

type ServeEndpoint = <Input extends NamesAccount, F extends Flags, Failure extends { readonly kind: string }, Success>(
  endpoint: Endpoint<Input, F, Failure, Success>,
) => ServedEndpoint;

/** The five endpoints over these use cases, each served the same way. */
export const serveImports = (
  imports: Imports,
  {
    limits,
    clock,
    vendors,
  }: { readonly limits: Limits; readonly clock: Clock; readonly vendors: ReadonlyArray<OfferedVendor> },
  serve: ServeEndpoint,
): ReadonlyArray<ServedEndpoint> => [
  serve(createNotesEndpoint(imports.createNotes, limits)),
  serve(createTransactionsEndpoint(imports.createTransactions, limits)),
  serve(createHistoricalBillingDocumentsEndpoint(imports.createHistoricalBillingDocuments, limits, clock)),
  serve(createHistoricalStatementsEndpoint(imports.createHistoricalStatements, limits)),
  serve(createPaymentInstructionEndpoint(imports.createPaymentInstruction, vendors)),
];
