import type { Client } from '../calls.ts';
import type { CallOptions } from '../options.ts';
import type { LoadEntry, LoadSuccess } from './load.ts';

/** The calls that store. */
export type Creates = Pick<
  Client,
  | 'createNotes'
  | 'createTransactions'
  | 'createHistoricalBillingDocuments'
  | 'createHistoricalStatements'
  | 'createPaymentInstruction'
>;

/** Sends a request of a load. @param number its position in the source. */
export const send = async (
  client: Creates,
  entry: LoadEntry,
  number: number,
  options: CallOptions,
): Promise<LoadSuccess> => {
  switch (entry.kind) {
    case 'notes':
      return { number, kind: entry.kind, entry, answer: await client.createNotes(entry.request, options), error: null };
    case 'transactions': {
      const answer = await client.createTransactions(entry.request, { ...options, ...entry.flags });
      return { number, kind: entry.kind, entry, answer, error: null };
    }
    case 'billing-documents': {
      const answer = await client.createHistoricalBillingDocuments(entry.request, options);
      return { number, kind: entry.kind, entry, answer, error: null };
    }
    case 'statements': {
      const answer = await client.createHistoricalStatements(entry.request, options);
      return { number, kind: entry.kind, entry, answer, error: null };
    }
    case 'payment-instructions': {
      const answer = await client.createPaymentInstruction(entry.request, options);
      return { number, kind: entry.kind, entry, answer, error: null };
    }
    default:
      throw new TypeError(`Request ${number} of the source has no kind that the client knows.`);
  }
};

/** Returns the number of items of a request, and of those that were already stored. */
export const countItems = (result: LoadSuccess): readonly [items: number, alreadyExisted: number] => {
  switch (result.kind) {
    case 'notes':
      return [result.answer.length, result.answer.filter(({ status }) => status === 'NOTE_ALREADY_EXISTS').length];
    case 'transactions': {
      const { results } = result.answer;
      return [results.length, results.filter(({ status }) => status === 'TRANSACTION_ALREADY_EXISTS').length];
    }
    case 'billing-documents':
      return [result.entry.request.historical_billing_documents.length, 0];
    case 'statements':
      return [result.entry.request.statements.length, 0];
    case 'payment-instructions':
      return [1, 0];
  }
};

/** Returns the account of a request as one text. @throws TypeError if it names none. */
export const accountOf = ({ request }: LoadEntry, number: number): string => {
  const { import_supplier, external_account_number } = request ?? {};
  if (typeof import_supplier === 'string' && typeof external_account_number === 'string')
    return JSON.stringify([import_supplier, external_account_number]);
  throw new TypeError(`Request ${number} of the source names no account.`);
};
