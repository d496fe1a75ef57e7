import type { JsonText, Request } from './http/call.ts';
import type { Success } from './http/judge.ts';
import { type Answer, isRecord } from './http/post.ts';
import type { BillingDocumentsRequest } from './types/billing-document.ts';
import type { AccountRef, Receipt, Validated } from './types/common.ts';
import type {
  ControlTotalsAnswer,
  ControlTotalsRequest,
  RegisteredTotals,
  RegisterTotalsRequest,
} from './types/control-total.ts';
import type { NoteResult, NotesRequest } from './types/note.ts';
import type { PaymentInstructionAnswer, PaymentInstructionRequest } from './types/payment-instruction.ts';
import type { StatementsRequest } from './types/statement.ts';
import type { TransactionsAnswer, TransactionsFlags, TransactionsRequest } from './types/transaction.ts';

/** Returns true if there is an object for each item that was sent. */
const isListOf = (value: unknown, sent: ReadonlyArray<unknown>): value is ReadonlyArray<Record<string, unknown>> =>
  Array.isArray(value) && value.length === sent.length && value.every(isRecord);

/** Returns true if there is a result, which says its status, for each item that was sent. */
const areResultsOf = (value: unknown, sent: ReadonlyArray<unknown>): boolean =>
  isListOf(value, sent) && value.every(({ status }) => typeof status === 'string');

type Shape = (body: Readonly<Record<string, unknown>>) => boolean;

/** Accepts a response as the documented type if it has at least the given shape. */
const object =
  <T>(isShape: Shape) =>
  ({ json }: Answer): T | undefined => {
    const body = json();
    return isRecord(body) && isShape(body) ? (body as T) : undefined;
  };

type Flags = { readonly [Name in keyof TransactionsFlags]: boolean | undefined };

/** @throws TypeError if a flag is not a boolean: the text `'false'` would not count as false here, but at the service. */
const flagsOf = (flags: Flags) => {
  for (const [name, value] of Object.entries(flags))
    if (value !== undefined && typeof value !== 'boolean') throw new TypeError(`${name} must be true or false.`);
  return {
    check_previously_added: flags.checkPreviouslyAdded,
    force_add_to_current_statement: flags.forceAddToCurrentStatement,
  };
};

/** Adds the receipt of the response to what a success returns. */
const receipted =
  <T extends object>(read: Success<T>['read']): Success<T & Receipt>['read'] =>
  (answer) => {
    const value = read(answer);
    if (value === undefined) return undefined;
    const { header } = answer;
    return Object.assign(value, { importId: header('x-import-id'), payloadSha256: header('x-payload-sha256') });
  };

export const createNotes = (body: NotesRequest): Request<ReadonlyArray<NoteResult> & Receipt> => ({
  endpoint: 'notes/create',
  body,
  stores: 'once',
  success: [201],
  read: receipted(({ json }) => {
    const results = json();
    return areResultsOf(results, body.notes) ? (results as ReadonlyArray<NoteResult>) : undefined;
  }),
});

export const createTransactions = (body: TransactionsRequest, flags: Flags): Request<TransactionsAnswer & Receipt> => ({
  endpoint: 'transactions/create',
  query: flagsOf(flags),
  body,
  stores: flags.checkPreviouslyAdded === false ? 'each_time' : 'once',
  success: [201],
  read: receipted(object<TransactionsAnswer>(({ results }) => areResultsOf(results, body.transactions))),
});

/** A success has an empty body; any other body comes from another server. */
export const createHistoricalBillingDocuments = (body: BillingDocumentsRequest): Request<Receipt> => ({
  endpoint: 'historical-billing-documents/create',
  body,
  stores: 'once',
  success: [201],
  read: receipted(({ text }) => (text === '' ? {} : undefined)),
});

/** The interface leaves open which of the two statuses a success has. */
export const createHistoricalStatements = (body: StatementsRequest): Request<StatementsRequest & Receipt> => ({
  endpoint: 'historical-statements/create',
  body,
  stores: 'once',
  success: [201, 200],
  read: receipted(object<StatementsRequest>(({ statements }) => isListOf(statements, body.statements))),
});

export const createPaymentInstruction = (
  body: PaymentInstructionRequest,
): Request<PaymentInstructionAnswer & Receipt> => ({
  endpoint: 'payment-instruction/create',
  body,
  stores: 'once',
  success: [201],
  read: receipted(object<PaymentInstructionAnswer>(({ service_account_number: number }) => typeof number === 'string')),
});

export type Validates =
  | 'notes'
  | 'transactions'
  | 'historical-billing-documents'
  | 'historical-statements'
  | 'payment-instruction';

export const validate = <Results>(what: Validates, body: AccountRef | JsonText): Request<Validated<Results>> => ({
  endpoint: `${what}/validate`,
  body,
  stores: 'nothing',
  success: [200],
  read: object(({ valid, errors }) => typeof valid === 'boolean' && Array.isArray(errors)),
});

export const validateTransactions = (
  body: TransactionsRequest,
  flags: Flags,
): Request<Validated<TransactionsAnswer>> => ({ ...validate('transactions', body), query: flagsOf(flags) });

export const summariseAccount = <T>(body: AccountRef & { readonly list?: unknown }): Request<T> => ({
  endpoint: 'accounts/summary',
  body,
  stores: 'nothing',
  success: [200],
  read: object(({ ledgers, items }) => Array.isArray(ledgers) && (body.list === undefined || Array.isArray(items))),
});

export const registerControlTotals = (body: RegisterTotalsRequest): Request<RegisteredTotals> => ({
  endpoint: 'control-totals/register',
  body,
  stores: 'once',
  success: [201],
  read: object<RegisteredTotals>(({ set, sha256 }) => set === body.set && typeof sha256 === 'string'),
});

export const compareControlTotals = (body: ControlTotalsRequest): Request<ControlTotalsAnswer> => ({
  endpoint: 'control-totals/compare',
  body,
  stores: 'nothing',
  success: [200],
  read: object(({ agree, differences }) => typeof agree === 'boolean' && Array.isArray(differences)),
});
