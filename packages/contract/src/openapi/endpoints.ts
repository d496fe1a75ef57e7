import type { CalendarDate } from '@carryover/domain/calendar-date';
import { accountSummaryBody } from '../codecs/account-summary.ts';
import { makeCreateHistoricalBillingDocumentsBody } from '../codecs/billing-document.ts';
import type { AnyCodec } from '../codecs/codec.ts';
import { compareControlTotalsBody, registerControlTotalsBody } from '../codecs/control-total.ts';
import { makeCreateNotesBody } from '../codecs/note.ts';
import { makeCreatePaymentInstructionBody, type OfferedVendor } from '../codecs/payment-instruction.ts';
import { makeCreateHistoricalStatementsBody } from '../codecs/statement.ts';
import { makeCreateTransactionsBody, transactionParameters } from '../codecs/transaction.ts';
import type { Limits } from '../limits.ts';
import type { ANSWERS } from './answers.ts';
import { EXAMPLES, type Examples } from './examples.ts';

/** The parts of a service's configuration that the documentation shows. */
export type Documented = {
  readonly limits: Limits;
  readonly maxBodyBytes: number;
  readonly vendors: ReadonlyArray<OfferedVendor>;
};

/** An endpoint below `/v1/data-import/`, as it is documented. */
export type DocumentedEndpoint = {
  readonly name: keyof typeof ANSWERS;
  readonly title: string;
  readonly description: string;
  readonly body: AnyCodec;
  readonly parameters?: AnyCodec;
  readonly examples: Examples;
  /** The status of a success of an endpoint that is no import; absent: 200. */
  readonly status?: 200 | 201;
  /** Description of the success. */
  readonly answered: string;
};

/** The dates of history depend on the current day, which a schema cannot know. */
const anyDay = () => '2199-12-31' as CalendarDate;

/** Returns the five imports; each also has a dry run. */
export const documentedImports = ({ limits, vendors }: Documented): ReadonlyArray<DocumentedEndpoint> => [
  {
    name: 'notes',
    title: 'Create notes',
    description:
      'Adds the notes that the account does not have yet. A note already exists if the account has one with the same body (and the same `created_at`, if sent). A note without a body is identified by its set of document paths.',
    body: makeCreateNotesBody(limits),
    examples: EXAMPLES.notes,
    answered: 'One result per note, in the order sent.',
  },
  {
    name: 'transactions',
    title: 'Create transactions',
    description:
      "Adds the transactions that the account does not have yet to its main ledger, all or none. If a date is outside the ledger's open statement period, it is moved to the nearest day of the period, or the request is rejected.",
    body: makeCreateTransactionsBody(limits),
    parameters: transactionParameters,
    examples: EXAMPLES.transactions,
    answered: 'One result per transaction, in the order sent.',
  },
  {
    name: 'historical-billing-documents',
    title: 'Create historical billing documents',
    description: `Adds the history of one ledger: its billing documents with their transactions, and additional transactions. Possible once per ledger, and only if the ledger has no finalized billing document. At most ${limits.maxHistoricalTransactions.toLocaleString('en')} transactions in all; none later than the current date in UTC+14.`,
    body: makeCreateHistoricalBillingDocumentsBody(limits, anyDay),
    examples: EXAMPLES['historical-billing-documents'],
    answered: 'Documents and transactions are created. The body is empty.',
  },
  {
    name: 'historical-statements',
    title: 'Create historical statements',
    description:
      'Adds the statements that the account does not have yet. A statement that already exists with the same content is accepted; with different content it is rejected.',
    body: makeCreateHistoricalStatementsBody(limits),
    examples: EXAMPLES['historical-statements'],
    answered: 'The validated data, as submitted.',
  },
  {
    name: 'payment-instruction',
    title: 'Create a payment instruction',
    description:
      'Stores the instruction once its vendor confirms it. After a 400, do not send the same request again. After a 500, send it again: the vendor was not available.',
    body: makeCreatePaymentInstructionBody(vendors),
    examples: Object.fromEntries(
      Object.entries(EXAMPLES['payment-instruction']).filter(([name]) =>
        vendors.some((vendor) => vendor.name === name),
      ),
    ),
    answered: 'The instruction is stored, now or earlier.',
  },
];

/** The endpoints that read stored data (decisions 13). */
export const DOCUMENTED_READS: ReadonlyArray<DocumentedEndpoint> = [
  {
    name: 'accounts/summary',
    title: 'Summarise an account',
    description:
      'Returns what is stored on an account: counts and sums, and with `list` the items with all fields, up to 1,000 per page. With `payment_instruction` it says if exactly this instruction is stored.',
    body: accountSummaryBody,
    examples: EXAMPLES['accounts/summary'],
    answered: 'The summary.',
  },
  {
    name: 'control-totals/compare',
    title: 'Compare control totals',
    description: "Compares the client's totals with what is stored.",
    body: compareControlTotalsBody,
    examples: EXAMPLES['control-totals/compare'],
    answered: 'The comparison: all totals agree, or the differences.',
  },
  {
    name: 'control-totals/register',
    title: 'Register control totals',
    description:
      "Keeps the client's totals unchanged, with its API key, the time and a digest, for the proof of the migration: before or during the load, so accounts need not be imported yet. A set may take several requests; `complete` ends it. The same request can be sent again at any time. A later set supersedes an earlier one; all are kept.",
    body: registerControlTotalsBody,
    examples: EXAMPLES['control-totals/register'],
    answered: 'The set as it is registered now.',
    status: 201,
  },
];
