import {
  BILLING_DOCUMENT_TYPES,
  type BillingDocument,
  type BillingDocumentType,
  type PlaceInHistory,
} from '@carryover/domain/billing-document';
import type { CalendarDate } from '@carryover/domain/calendar-date';
import type { Transaction } from '@carryover/domain/transaction';
import { complain, type Issue, issueAt, type Path } from '../issue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/exact-json.ts';
import { type Limits, MAX_LENGTH } from '../limits.ts';
import { type Codec, list, type Rule, record, repeatedIds, type SentList, tagged } from './codec.ts';
import { calendarDate, choice, identifier, pastDate } from './scalars.ts';
import { accountFields, periodFields, periodInOrder } from './shared-fields.ts';
import { makeTransaction, repeatedTransactions } from './transaction.ts';

const DOCUMENTS = 'historical_billing_documents';
const ADDITIONAL = 'additional_historical_transactions';

/** Returns the path of a transaction in the body. */
export const pathInHistory = ({ document, index }: PlaceInHistory): Path =>
  document === null ? [ADDITIONAL, index] : [DOCUMENTS, document, 'transactions', index];

const NAMES = { billing_document_identifier: 'identifier', billing_document_type: 'type' } as const;

const makeDocument = (transaction: Codec<Transaction>): Codec<BillingDocument> => {
  const required = {
    billing_document_identifier: identifier(MAX_LENGTH.identifier).described(
      "The client's identifier of the document, unique in the request.",
      'BILL-2019-09',
    ),
    billing_document_type: choice(BILLING_DOCUMENT_TYPES).described('The same type as in the request.'),
    issued_date: calendarDate.described('Date of issue of the document.', '2019-10-02'),
    transactions: list(transaction).described('Transactions of the document; may be empty.'),
  };
  const periodBased = record({
    name: 'PERIOD_BASED',
    required: { ...required, ...periodFields },
    names: NAMES,
    rules: [periodInOrder],
  }).mapped(({ billPeriodFromDate: from, billPeriodToDate: to, ...document }) => ({
    ...document,
    period: { from, to },
  }));
  const itemBased = record({ name: 'ITEM_BASED', required, names: NAMES, notUsed: periodFields }).mapped(
    (document) => ({ ...document, period: null }),
  );
  const ofUnknownType = record({ name: 'billing document', required, optional: periodFields });
  const variants = { PERIOD_BASED: periodBased, ITEM_BASED: itemBased };
  return tagged<BillingDocument>('billing document', 'billing_document_type', variants, ofUnknownType);
};

/** The documents that were sent as objects, each with its place. */
const sentDocuments = (sent: JsonObject): ReadonlyArray<{ readonly document: JsonObject; readonly path: Path }> => {
  const documents = sent[DOCUMENTS];
  return Array.isArray(documents)
    ? documents.flatMap((document: JsonValue, index) =>
        isJsonObject(document) ? [{ document, path: [DOCUMENTS, index] }] : [],
      )
    : [];
};

/** The lists of transactions that were sent, each with its place, in the order sent. */
const sentLists = (sent: JsonObject): ReadonlyArray<SentList> =>
  Object.keys(sent).flatMap((field): ReadonlyArray<SentList> => {
    if (field === ADDITIONAL) return [{ list: sent[ADDITIONAL], path: [ADDITIONAL] }];
    if (field !== DOCUMENTS) return [];
    return sentDocuments(sent).map(({ document, path }) => ({
      list: document.transactions,
      path: [...path, 'transactions'],
    }));
  });

/** Each document has the type of the request (decisions 6). */
const sameType: Rule<{ readonly type: BillingDocumentType }> = ({ type }, sent) =>
  type === undefined
    ? []
    : sentDocuments(sent).flatMap(({ document, path }) => {
        const own = BILLING_DOCUMENT_TYPES.find((known) => known === document.billing_document_type);
        const isOther = own !== undefined && own !== type;
        return isOther ? [issueAt([...path, 'billing_document_type'], complain('billing_document_type_mismatch'))] : [];
      });

const uniqueIds: Rule<unknown> = (_, sent, max) => [
  ...repeatedIds(
    'billing_document_identifier',
    complain('duplicate_billing_document_identifiers'),
    [{ list: sent[DOCUMENTS], path: [DOCUMENTS] }],
    max,
  ),
  ...repeatedTransactions(sentLists(sent), max),
];

/** At least one document or additional transaction. */
const notEmpty: Rule<unknown> = (_, sent) => {
  const isEmpty = (value: JsonValue | undefined) => Array.isArray(value) && value.length === 0;
  const additional = sent[ADDITIONAL];
  return isEmpty(sent[DOCUMENTS]) && (additional === undefined || isEmpty(additional))
    ? [issueAt([DOCUMENTS], complain('min_items', 'Must have at least one document or additional transaction.'))]
    : [];
};

/** Reported at the list that goes over the limit. */
const notTooMany =
  (max: number): Rule<unknown> =>
  (_, sent): ReadonlyArray<Issue> => {
    let total = 0;
    for (const { list: transactions, path } of sentLists(sent)) {
      total += Array.isArray(transactions) ? transactions.length : 0;
      if (total > max) return [issueAt(path, complain('max_items', `Must have at most ${max} transactions in total.`))];
    }
    return [];
  };

/**
 * Body of `historical-billing-documents/create/` (§4.3).
 *
 * @param today the current date in UTC+14: no historical transaction may be later.
 */
export const makeCreateHistoricalBillingDocumentsBody = (limits: Limits, today: () => CalendarDate) => {
  const transaction = makeTransaction(pastDate(today));
  return record({
    name: 'billing documents request',
    required: {
      ...accountFields,
      ledger_code: identifier(MAX_LENGTH.identifier).described('Code of that ledger.', 'ELECTRICITY'),
      ledger_number: identifier(MAX_LENGTH.identifier).described('Ledger the history belongs to.', 'L-DEMO-1'),
      billing_document_type: choice(BILLING_DOCUMENT_TYPES).described('Type of every document of the request.'),
      historical_billing_documents: list(makeDocument(transaction), { maxItems: limits.maxBillingDocuments }).described(
        'The documents; may be empty only if there are additional transactions.',
      ),
    },
    optional: {
      additional_historical_transactions: list(transaction).described('Transactions that belong to no document.'),
    },
    names: {
      billing_document_type: 'type',
      historical_billing_documents: 'documents',
      additional_historical_transactions: 'additionalTransactions',
    },
    defaults: { additional_historical_transactions: [] },
    together: {
      anyOf: [
        { title: 'With documents', type: 'object', properties: { historical_billing_documents: { minItems: 1 } } },
        {
          title: 'With additional transactions',
          type: 'object',
          required: [ADDITIONAL],
          properties: { additional_historical_transactions: { minItems: 1 } },
        },
      ],
    },
    rules: [sameType, uniqueIds, notEmpty, notTooMany(limits.maxHistoricalTransactions)],
  });
};
