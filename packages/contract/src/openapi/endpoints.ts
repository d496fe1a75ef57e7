import type { CalendarDate } from '@carryover/domain/calendar-date';
import { makeAccountSummaryBody } from '../codecs/account-summary.ts';
import { makeCreateHistoricalBillingDocumentsBody } from '../codecs/billing-document.ts';
import type { AnyCodec } from '../codecs/codec.ts';
import { compareControlTotalsBody } from '../codecs/control-total.ts';
import { makeCreateNotesBody } from '../codecs/note.ts';
import { makeCreatePaymentInstructionBody, type OfferedVendor } from '../codecs/payment-instruction.ts';
import { makeCreateHistoricalStatementsBody } from '../codecs/statement.ts';
import { makeCreateTransactionsBody } from '../codecs/transaction.ts';
import type { Answerer } from '../error-catalogue.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Limits } from '../limits.ts';
import { type QueryParameter, TRANSACTION_PARAMETERS } from '../query-parameters.ts';
import * as answers from './answers.ts';
import * as examples from './examples.ts';

/** What the documentation depends on of a service's configuration. */
export type Documented = {
  readonly limits: Limits;
  readonly maxBodyBytes: number;
  readonly vendors: ReadonlyArray<OfferedVendor>;
  /** What `accounts/summary/` can list. */
  readonly summaryLists: ReadonlyArray<string>;
};

/** An endpoint below `/v1/data-import/`, as it is documented. */
export type DocumentedEndpoint = {
  readonly name: Answerer & string;
  readonly title: string;
  readonly description: string;
  readonly body: AnyCodec;
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly examples: examples.Examples;
  /** Body of its 201 or 200; null: empty. */
  readonly answer: JsonSchema | null;
  /** What the answer's status says. */
  readonly answered: string;
};

/** The dates of history depend on the day, which no schema knows. */
const anyDay = () => '2199-12-31' as CalendarDate;

/** The five imports; each has a dry run beside it. */
export const documentedImports = ({ limits, vendors }: Documented): ReadonlyArray<DocumentedEndpoint> => [
  {
    name: 'notes',
    title: 'Create notes',
    description:
      'Adds the notes that the account lacks. A note is there already when one of the same body is (and of the same `created_at`, if it is sent); one without a body is known by its set of document paths.',
    body: makeCreateNotesBody(limits),
    parameters: {},
    examples: examples.NOTES,
    answer: answers.NOTE_RESULTS,
    answered: 'One result a note, in the order sent.',
  },
  {
    name: 'transactions',
    title: 'Create transactions',
    description:
      "Adds the transactions that the account lacks to its main ledger, all or none. The open statement period of that ledger decides on dates: one outside is moved to the period's nearest day, or refused.",
    body: makeCreateTransactionsBody(limits),
    parameters: TRANSACTION_PARAMETERS,
    examples: examples.TRANSACTIONS,
    answer: answers.TRANSACTION_RESULTS,
    answered: 'One result a transaction, in the order sent.',
  },
  {
    name: 'historical-billing-documents',
    title: 'Create historical billing documents',
    description: `Adds the history of one ledger: its billing documents with their transactions, and transactions beside them. Once per ledger, and not where the ledger has a finalized billing document. At most ${limits.maxHistoricalTransactions.toLocaleString('en')} transactions in all; none dated after today (UTC).`,
    body: makeCreateHistoricalBillingDocumentsBody(limits, anyDay),
    parameters: {},
    examples: examples.BILLING_DOCUMENTS,
    answer: null,
    answered: 'Documents and transactions are created. The body is empty.',
  },
  {
    name: 'historical-statements',
    title: 'Create historical statements',
    description:
      'Adds the statements that the account lacks. One that is there with the same content is there already; with other content it is refused.',
    body: makeCreateHistoricalStatementsBody(limits),
    parameters: {},
    examples: examples.STATEMENTS,
    answer: answers.STATEMENTS,
    answered: 'The validated data, as submitted.',
  },
  {
    name: 'payment-instruction',
    title: 'Create a payment instruction',
    description:
      'Stores the instruction once its vendor confirms it. A 400 is not to be sent again as it is; a 500 is: the vendor could not be asked.',
    body: makeCreatePaymentInstructionBody(vendors),
    parameters: {},
    examples: examples.instructionsOf(vendors),
    answer: answers.INSTRUCTION,
    answered: 'The instruction is stored, or was before.',
  },
];

/** What reads back what landed (decisions 13). */
export const documentedReads = ({ summaryLists }: Documented): ReadonlyArray<DocumentedEndpoint> => [
  {
    name: 'accounts/summary',
    title: 'Summarise an account',
    description: 'What landed on an account: counts and sums, and with `list` the items, up to 1,000 a page.',
    body: makeAccountSummaryBody(summaryLists),
    parameters: {},
    examples: examples.SUMMARIES,
    answer: answers.ACCOUNT_SUMMARY,
    answered: 'The summary.',
  },
  {
    name: 'control-totals/compare',
    title: 'Compare control totals',
    description: 'Compares what the client sent with what landed, total by total.',
    body: compareControlTotalsBody,
    parameters: {},
    examples: examples.TOTALS,
    answer: answers.CONTROL_TOTALS,
    answered: 'Whether they agree, and where not.',
  },
];
