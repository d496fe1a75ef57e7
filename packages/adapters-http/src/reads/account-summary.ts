import type { AccountOverview, readAccountOverview } from '@carryover/adapters-persistence/queries/account';
import type { ItemList, Items, readItemPage } from '@carryover/adapters-persistence/queries/account-items';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { accountSummaryBody } from '@carryover/contract/codecs/account-summary';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { instructionJson } from '@carryover/contract/codecs/payment-instruction';
import { complain, issueAt } from '@carryover/contract/issue';
import { type AccountErased, type AccountNotFound, importedAccount } from '@carryover/domain/account';
import { toMoney } from '@carryover/domain/decimal';
import {
  instructionDifferences,
  maskInstruction,
  type PaymentInstruction,
} from '@carryover/domain/payment-instruction';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { failedValidation, onAccountErased, onAccountNotFound, onStoreFailure } from '../errors/rejection.ts';
import type { ReadEndpoint } from './read-route.ts';

type Input = ValueOf<typeof accountSummaryBody>;

/** `after` is not the `next` of a page. */
type PageUnknown = { readonly kind: 'page_unknown' };

/** The items of each list with all fields, as the interface names them. */
const ITEM_JSON: { readonly [L in ItemList]: (item: Items[L]) => Readonly<Record<string, unknown>> } = {
  notes: (note) => ({
    body: note.body,
    document_paths: note.documentPaths ?? [],
    created_at: note.createdAt,
    is_pinned: note.isPinned,
    unpin_at: note.unpinAt,
    added_by_service: note.isAddedByService,
    import_id: note.importId,
  }),
  transactions: (transaction) => ({
    transaction_id: transaction.transactionId,
    ledger_number: transaction.ledgerNumber,
    transaction_date: transaction.date,
    amount: transaction.amount,
    type: transaction.type,
    reason: transaction.reason,
    payment_type: transaction.paymentType,
    reference: transaction.reference,
    note: transaction.note,
    display_note: transaction.displayNote,
    product_code: transaction.productCode,
    line_items: transaction.lineItems,
    tax_items: transaction.taxItems,
    submitted_transaction_date: transaction.submittedDate,
    submitted_note: transaction.submittedNote,
    billing_document_identifier: transaction.billingDocument,
    import_id: transaction.importId,
  }),
  billing_documents: (document) => ({
    billing_document_identifier: document.identifier,
    ledger_number: document.ledgerNumber,
    billing_document_type: document.type,
    issued_date: document.issuedDate,
    bill_period_from_date: document.period?.from ?? null,
    bill_period_to_date: document.period?.to ?? null,
    import_id: document.importId,
  }),
  statements: (statement) => ({
    statement_id: statement.statementId,
    number: statement.number,
    issued_date: statement.issuedDate,
    bill_period_from_date: statement.period.from,
    bill_period_to_date: statement.period.to,
    gross_amount: statement.grossAmount,
    statement_path: statement.path,
    import_id: statement.importId,
  }),
};

type Queries = {
  readonly readAccount: ReturnType<typeof readAccountOverview>;
  readonly readItems: ReturnType<typeof readItemPage>;
};

const readPage =
  ({ readItems }: Queries) =>
  <L extends ItemList>(accountId: string, list: L, after: string | null) =>
    pipe(
      readItems(accountId, list, after),
      TE.chainW(TE.fromNullable<PageUnknown | StoreFailure>({ kind: 'page_unknown' })),
      TE.map(({ items, next }) => ({ items: items.map(ITEM_JSON[list]), next })),
    );

type Summary = {
  readonly overview: AccountOverview;
  /** The items of a list; null if none was asked for. */
  readonly page: { readonly items: ReadonlyArray<unknown>; readonly next: string | null } | null;
  /** The instruction that was asked about, whose differences from the active one are shown; null if none was. */
  readonly compared: PaymentInstruction | null;
};

const toBody = ({ overview, page, compared }: Summary) => {
  const { account, noteCounts, paymentInstruction: active } = overview;
  return {
    external_account_number: account.externalAccountNumber,
    service_account_number: account.serviceAccountNumber,
    notes: { count: noteCounts.fromClients, added_by_service: noteCounts.addedByService },
    ledgers: overview.ledgers.map(({ ledgerNumber, ledgerCode, totals, billingDocuments }) => ({
      ledger_number: ledgerNumber,
      ledger_code: ledgerCode,
      transactions: totals.map(({ type, count, sum }) => ({ type, count, sum: toMoney(sum) })),
      billing_documents: { count: billingDocuments },
    })),
    statements: { count: overview.statementCount },
    payment_instruction: active && {
      ...instructionJson(maskInstruction(active)),
      ...(compared && { differing_fields: instructionDifferences(active, compared) }),
    },
    ...page,
  };
};

/** POST /v1/data-import/accounts/summary/ (decisions 13): also works after the end of the migration (decisions 2). */
export const accountSummaryEndpoint = (
  queries: Queries,
): ReadEndpoint<Input, AccountNotFound | AccountErased | PageUnknown | StoreFailure, Summary> => ({
  name: 'accounts/summary',
  input: accountSummaryBody,
  run: ({ organisationId }, { importSupplier, externalAccountNumber, list, after, paymentInstruction }) =>
    pipe(
      queries.readAccount({
        organisationId,
        supplierCode: importSupplier,
        externalAccountNumber,
      }),
      TE.chainW(TE.fromNullable<AccountNotFound | StoreFailure>({ kind: 'import_process_does_not_exist' })),
      TE.chainFirstEitherKW(({ account }) => importedAccount(account)),
      TE.bindTo('overview'),
      TE.bindW('page', ({ overview: { account } }) =>
        list === null ? TE.right(null) : readPage(queries)(account.id, list, after),
      ),
      TE.let('compared', () => paymentInstruction),
    ),
  toBody,
  onError: {
    ...onAccountNotFound,
    ...onAccountErased,
    ...onStoreFailure,
    page_unknown: () =>
      failedValidation([issueAt(['after'], complain('invalid', 'Must be the `next` of an earlier page.'))]),
  },
});
