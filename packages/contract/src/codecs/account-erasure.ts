import { MAX_LENGTH } from '../limits.ts';
import { type Codec, record } from './codec.ts';
import { identifier } from './scalars.ts';

/** A line of the operator's `account erase --file` (decisions 18): `{external_account_number}`. */
export const accountErasure: Codec<{ readonly externalAccountNumber: string }> = record({
  name: 'account to erase',
  required: { external_account_number: identifier(MAX_LENGTH.identifier) },
});
