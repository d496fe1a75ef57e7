import type { AccountRefused } from '@carryover/application/require-account';
import { complain, issueAt } from '@carryover/contract/issue';
import type { AccountNotFound } from '@carryover/domain/account';
import { type Answer, failedValidation, ofStoreFailure, type Refusal, refusal } from './refusal.ts';

/** @param body JSON text. */
export const createdText = (body: string | Buffer): Answer => ({ status: 201, body });

export const created = (body: unknown): Answer => createdText(JSON.stringify(body));

/** 201 with an empty body (§4.3). */
export const createdEmpty = (): Answer => ({ status: 201, body: null });

type ByKind<F extends { readonly kind: string }> = {
  readonly [K in F['kind']]: (failure: Extract<F, { readonly kind: K }>) => Refusal;
};

/** What every endpoint answers where there is no imported account (decisions 2). */
export const onAccountNotFound: ByKind<AccountNotFound> = {
  account_not_found: () => refusal(404, 'account_not_found'),
  import_process_does_not_exist: () => refusal(404, 'import_process_does_not_exist'),
};

/** What an import is answered where the account takes no data (§4.1, decisions 2). */
export const onAccountRefused: ByKind<AccountRefused> = {
  ...onAccountNotFound,
  import_supplier_migration_not_ongoing: ({ kind, code, status }) =>
    failedValidation([issueAt(['import_supplier'], complain(kind, `The migration of ${code} is ${status}.`))]),
};

export const onStoreFailure = { store_unavailable: ofStoreFailure, store_failure: ofStoreFailure };
