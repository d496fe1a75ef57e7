import { MAX_LENGTH } from '../limits.ts';
import { identifier } from './base/scalars.ts';

/** The two fields by which every request names its account (§1). */
export const accountFields = {
  import_supplier: identifier(MAX_LENGTH.importSupplier).described(
    'Code of the import supplier, compared byte for byte.',
    'DEMO_SUPPLIER',
  ),
  external_account_number: identifier(MAX_LENGTH.externalAccountNumber).described(
    "The account's number in the client's own system, compared byte for byte.",
    'EXTERNAL-1234',
  ),
};
