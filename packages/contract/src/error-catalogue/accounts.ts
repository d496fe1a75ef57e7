import type { ErrorCode } from '../error-codes.ts';
import { BODIES, type CatalogueEntry, IMPORTS, shape } from './entry.ts';

/** Codes of the account and its supplier. */
export const ACCOUNTS = {
  account_failed_validation: shape(
    'Read `errors`: each entry has its own code, path and sentence.',
    'any payload with an error',
    [...BODIES],
  ),
  account_not_found: {
    status: 404,
    answeredBy: [...IMPORTS, 'accounts/summary'],
    whatToDo: 'Wait until the operator has imported the account (`account promote`), then send the same request again.',
    example: '"external_account_number": "EXTERNAL-STAGED"',
  },
  import_process_does_not_exist: {
    status: 404,
    answeredBy: BODIES,
    whatToDo:
      'Correct `import_supplier` or `external_account_number`. Both are compared byte for byte, within your organisation.',
    example: '"import_supplier": "demo_supplier"',
  },
  account_already_imported: shape(
    'Remove the row: an imported account stays imported.',
    'an accounts file with "status": "STAGED" for an imported account',
    ['operator'],
  ),
  account_key_collision: shape(
    'Give the account another external number in the accounts file. Expect this once in half a million migrations of six million accounts.',
    'an accounts file with an account whose 63-bit key is that of another account',
    ['operator'],
  ),
  ledger_code_in_use: shape(
    'Correct `ledger_code` in the accounts file, or add another ledger with the new code.',
    'an accounts file with "ledger_code": "GAS" for a ledger with the code ELECTRICITY that has transactions',
    ['operator'],
  ),
  main_ledger_in_use: shape(
    'Mark the stored main ledger as `main` in the accounts file.',
    'an accounts file with "main": true on L-2 when the main ledger L-1 has transactions',
    ['operator'],
  ),
  open_period_differs: shape(
    'Give the stored open period in the accounts file. To change it, use `ledger open-period` and `ledger close-period`.',
    'an accounts file without "open_statement" for a ledger with an open period',
    ['operator'],
  ),
  import_supplier_migration_not_ongoing: shape(
    'Wait until the operator resumes the migration, then send the same request again. Dry runs and read endpoints continue to work.',
    'any import while the supplier is Paused',
    [...IMPORTS, 'operator'],
  ),
} satisfies { readonly [Code in ErrorCode]?: CatalogueEntry };
