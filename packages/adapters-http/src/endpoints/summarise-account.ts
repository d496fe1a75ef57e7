import { SUMMARY_LISTS } from '@carryover/application/ports/reading/account-summary-reader';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type {
  PageUnknown,
  SummariseAccount,
  SummarisedAccount,
} from '@carryover/application/reading/summarise-account';
import { makeAccountSummaryBody } from '@carryover/contract/codecs/account-summary';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { instructionJson } from '@carryover/contract/codecs/payment-instruction';
import { complain, issueAt } from '@carryover/contract/issue';
import type { AccountNotFound } from '@carryover/domain/account';
import { toMoney } from '@carryover/domain/decimal';
import { maskInstruction } from '@carryover/domain/payment-instruction';
import { onAccountNotFound, onStoreFailure } from '../responses/account-rejections.ts';
import { failedValidation } from '../responses/rejection.ts';
import type { ReadEndpoint } from './endpoint.ts';

const input = makeAccountSummaryBody(SUMMARY_LISTS);
type Input = ValueOf<typeof input>;

const toBody = ({ summary, page, differingFields }: SummarisedAccount) => ({
  external_account_number: summary.account.externalAccountNumber,
  service_account_number: summary.account.serviceAccountNumber,
  notes: { count: summary.notes.count, added_by_service: summary.notes.addedByService },
  ledgers: summary.ledgers.map(({ ledgerNumber, ledgerCode, transactions, billingDocuments }) => ({
    ledger_number: ledgerNumber,
    ledger_code: ledgerCode,
    transactions: transactions.map(({ type, count, sum }) => ({ type, count, sum: toMoney(sum) })),
    billing_documents: { count: billingDocuments },
  })),
  statements: { count: summary.statements },
  payment_instruction:
    summary.paymentInstruction === null
      ? null
      : {
          ...instructionJson(maskInstruction(summary.paymentInstruction)),
          ...(differingFields === null ? {} : { differing_fields: differingFields }),
        },
  ...(page ?? {}),
});

/** POST /v1/data-import/accounts/summary/ (decisions 13) */
export const summariseAccountEndpoint = (
  summariseAccount: SummariseAccount,
): ReadEndpoint<Input, AccountNotFound | PageUnknown | StoreFailure, SummarisedAccount> => ({
  name: 'accounts/summary',
  input,
  useCase: ({ organisationId }, { import_supplier, external_account_number, list, after, payment_instruction }) =>
    summariseAccount({
      account: { organisationId, supplierCode: import_supplier, externalAccountNumber: external_account_number },
      list: list ?? null,
      after: after ?? null,
      instruction: payment_instruction ?? null,
    }),
  toBody,
  onError: {
    ...onAccountNotFound,
    ...onStoreFailure,
    page_unknown: () =>
      failedValidation([issueAt(['after'], complain('invalid', 'Must be the `next` of an earlier page.'))]),
  },
});
