import type { AccountRefused } from '@carryover/application/imports/judge';
import { complain, issueAt } from '@carryover/contract/issue';
import type { AccountNotFound } from '@carryover/domain/account';
import { failedValidation, ofStoreFailure, type Rejections, rejection } from './rejection.ts';

/** The rejections of a request whose account is not imported (decisions 2). */
export const onAccountNotFound: Rejections<AccountNotFound> = {
  account_not_found: () => rejection(404, 'account_not_found'),
  import_process_does_not_exist: () => rejection(404, 'import_process_does_not_exist'),
};

/** The rejections of an import whose account accepts no data (§4.1, decisions 2). */
export const onAccountRefused: Rejections<AccountRefused> = {
  ...onAccountNotFound,
  import_supplier_migration_not_ongoing: ({ kind, code, status }) =>
    failedValidation([
      issueAt(['import_supplier'], complain(kind, `The migration of import supplier ${code} is ${status}.`)),
    ]),
};

export const onStoreFailure = { store_unavailable: ofStoreFailure, store_failure: ofStoreFailure };
