import { type AccountNotFound, type AccountRef, importedAccount } from '@carryover/domain/account';
import { instructionDifferences, type PaymentInstruction } from '@carryover/domain/payment-instruction';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  AccountSummary,
  AccountSummaryReader,
  SummaryList,
  SummaryPage,
} from '../ports/reading/account-summary-reader.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UseCase } from '../use-case.ts';

/** Maximum number of items per page (decisions 13). */
const PAGE_SIZE = 1_000;

/** `after` is not the `next` of a page. */
export type PageUnknown = { readonly kind: 'page_unknown' };

/**
 * `page`: the items of a list; null if none was asked for. `differingFields`: the fields in which the active instruction
 * differs from the one that was asked about; null if there is none, or none was asked about.
 */
export type SummarisedAccount = {
  readonly summary: AccountSummary;
  readonly page: SummaryPage | null;
  readonly differingFields: ReadonlyArray<string> | null;
};

export type SummariseAccount = UseCase<
  {
    readonly account: AccountRef;
    readonly list: SummaryList | null;
    readonly after: string | null;
    /** An instruction to compare with the active one, whose reference is not shown. */
    readonly instruction: PaymentInstruction | null;
  },
  AccountNotFound | PageUnknown | StoreFailure,
  SummarisedAccount
>;

/** Returns what is stored on an imported account; also works after the end of the migration (decisions 2, 13). */
export const makeSummariseAccount =
  ({ summaries }: { readonly summaries: AccountSummaryReader }): SummariseAccount =>
  ({ account: ref, list, after, instruction }) => {
    const pageOf = ({ account }: AccountSummary): TE.TaskEither<PageUnknown | StoreFailure, SummaryPage | null> =>
      list === null
        ? TE.right(null)
        : pipe(
            summaries.page(account, list, after, PAGE_SIZE),
            TE.chainW(TE.fromNullable<PageUnknown | StoreFailure>({ kind: 'page_unknown' })),
          );
    return pipe(
      summaries.summary(ref),
      TE.chainW(TE.fromNullable<AccountNotFound | StoreFailure>({ kind: 'import_process_does_not_exist' })),
      TE.chainFirstEitherKW(({ account }) => importedAccount(account)),
      TE.bindTo('summary'),
      TE.bindW('page', ({ summary }) => pageOf(summary)),
      TE.let('differingFields', ({ summary: { paymentInstruction: active } }) =>
        active === null || instruction === null ? null : instructionDifferences(active, instruction),
      ),
    );
  };
