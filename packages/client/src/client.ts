import type { AccountRef } from './account.ts';
import { makeCall } from './call.ts';
import type { Client } from './calls.ts';
import { loadAll } from './load-all.ts';
import type { Creates } from './load-request.ts';
import { type CallOptions, type ClientOptions, toSettings } from './options.ts';
import * as requests from './requests.ts';

export type * from './account.ts';
export type * from './account-summary.ts';
export type * from './amount.ts';
export type * from './billing-document.ts';
export type { Client } from './calls.ts';
export { CarryoverError } from './carryover-error.ts';
export type * from './control-total.ts';
export type { AnyErrorCode, ErrorCode } from './error-code.ts';
export type { FailureKind } from './failure.ts';
export type * from './load.ts';
export type * from './note.ts';
export type { Attempt, CallOptions, ClientOptions } from './options.ts';
export type * from './payment-instruction.ts';
export type { Fetch } from './post.ts';
export type * from './statement.ts';
export type { Timing } from './timing.ts';
export type * from './transaction.ts';
export type * from './validation.ts';

/**
 * Makes a client of the service at `baseUrl`. One client serves a whole program: calls may run at the same time.
 *
 * @throws TypeError where an option can't be meant.
 */
export const makeClient = (options: ClientOptions): Client => {
  const call = makeCall(toSettings(options));
  const creates: Creates = {
    createNotes: (request, options) => call(requests.createNotes(request), options),
    createTransactions: (request, options) => call(requests.createTransactions(request, options), options),
    createHistoricalBillingDocuments: async (request, options) => {
      await call(requests.createHistoricalBillingDocuments(request), options);
    },
    createHistoricalStatements: (request, options) => call(requests.createHistoricalStatements(request), options),
    createPaymentInstruction: (request, options) => call(requests.createPaymentInstruction(request), options),
  };
  return {
    ...creates,
    loadAll: (source, options) => loadAll(creates, source, options ?? {}),
    validateNotes: (request, options) => call(requests.validate('notes', request), options),
    validateTransactions: (request, options) => call(requests.validateTransactions(request, options), options),
    validateHistoricalBillingDocuments: (request, options) =>
      call(requests.validate('historical-billing-documents', request), options),
    validateHistoricalStatements: (request, options) =>
      call(requests.validate('historical-statements', request), options),
    validatePaymentInstruction: (request, options) => call(requests.validate('payment-instruction', request), options),
    summariseAccount: (request: AccountRef, options?: CallOptions) =>
      call<never>(requests.summariseAccount(request), options),
    compareControlTotals: (request, options) => call(requests.compareControlTotals(request), options),
  };
};
