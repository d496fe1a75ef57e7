import { MAX_LENGTH } from '../limits.ts';
import { identifier } from './scalars.ts';

/** The two fields by which every request names its account (§1). */
export const accountFields = {
  import_supplier: identifier(MAX_LENGTH.importSupplier),
  external_account_number: identifier(MAX_LENGTH.externalAccountNumber),
};
