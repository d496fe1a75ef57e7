import type { Client } from './calls.ts';
import { makeCall } from './http/call.ts';
import { type Creates, loadAll } from './loading/load-all.ts';
import { type CallOptions, type ClientOptions, toSettings } from './options.ts';
import * as requests from './requests.ts';
import type { SummaryRequest } from './types/account-summary.ts';

export type { Client } from './calls.ts';
export * from './changes.ts';
export type { AnyErrorCode, ErrorCode } from './error-code.ts';
export { CarryoverError, type FailureKind } from './failure.ts';
export type { Fetch } from './http/post.ts';
export type { Timing } from './http/timing.ts';
export type * from './loading/load.ts';
export type { Attempt, CallOptions, ClientOptions } from './options.ts';
export type * from './types/account-summary.ts';
export type * from './types/billing-document.ts';
export type * from './types/common.ts';
export type * from './types/control-total.ts';
export type * from './types/note.ts';
export type * from './types/payment-instruction.ts';
export type * from './types/statement.ts';
export type * from './types/transaction.ts';

/**
 * Makes a client of the service at `baseUrl`. One client serves a whole program: calls may run at the same time.
 *
 * @throws TypeError if an option is invalid or unknown.
 */
export const makeClient = (options: ClientOptions): Client => {
  const call = makeCall(toSettings(options));
  const creates: Creates = {
    createNotes: (request, options) => call(requests.createNotes(request), options),
    createTransactions: async (request, { checkPreviouslyAdded, forceAddToCurrentStatement, ...options } = {}) =>
      call(requests.createTransactions(request, { checkPreviouslyAdded, forceAddToCurrentStatement }), options),
    createHistoricalBillingDocuments: (request, options) =>
      call(requests.createHistoricalBillingDocuments(request), options),
    createHistoricalStatements: (request, options) => call(requests.createHistoricalStatements(request), options),
    createPaymentInstruction: (request, options) => call(requests.createPaymentInstruction(request), options),
  };
  return {
    ...creates,
    loadAll: (source, options) => loadAll(creates, source, options ?? {}),
    validateNotes: (request, options) => call(requests.validate('notes', request), options),
    validateTransactions: async (request, { checkPreviouslyAdded, forceAddToCurrentStatement, ...options } = {}) =>
      call(requests.validateTransactions(request, { checkPreviouslyAdded, forceAddToCurrentStatement }), options),
    validateHistoricalBillingDocuments: (request, options) =>
      call(requests.validate('historical-billing-documents', request), options),
    validateHistoricalStatements: (request, options) =>
      call(requests.validate('historical-statements', request), options),
    validatePaymentInstruction: (request, options) => call(requests.validate('payment-instruction', request), options),
    summariseAccount: (request: SummaryRequest, options?: CallOptions) =>
      call<never>(requests.summariseAccount(request), options),
    registerControlTotals: (request, options) => call(requests.registerControlTotals(request), options),
    compareControlTotals: (request, options) => call(requests.compareControlTotals(request), options),
  };
};
