import { ZERO } from '@carryover/domain/decimal';
import { COUNTED_TYPES, type ControlTotal, type CountedType, TOTAL_TYPES } from '@carryover/domain/proof/control-total';
import { complain } from '../issue.ts';
import { MAX_LENGTH } from '../limits.ts';
import { accountFields } from './account-ref.ts';
import { type Codec, scalar } from './base/codec.ts';
import { record, tagged } from './base/containers.ts';
import { choice, identifier } from './base/scalars.ts';
import { controlTotal, count } from './control-total.ts';

/** A field that has no value for a type: left out, or empty as in a column of CSV. */
const empty = (detail: string): Codec<''> =>
  scalar('empty', { type: 'string', maxLength: 0 }, (value, issues) =>
    value === '' ? value : issues.add(complain('field_not_used_with_type', detail)),
  );
const noSum = empty(`${COUNTED_TYPES.join(', ')} rows have only a count. Leave the sum empty.`);
const noLedger = empty('Notes and statements do not belong to a ledger. Leave the ledger number empty.');

const commonOf = <T extends CountedType>(type: T) => ({
  external_account_number: accountFields.external_account_number,
  type: choice([type]),
  count,
});

const ofBillingDocuments = record({
  name: 'control total of BILLING_DOCUMENT',
  required: { ...commonOf('BILLING_DOCUMENT'), ledger_number: identifier(MAX_LENGTH.identifier) },
  optional: { sum: noSum },
}).mapped<ControlTotal & { readonly type: 'BILLING_DOCUMENT' }>((it) => ({
  externalAccountNumber: it.external_account_number,
  ledgerNumber: it.ledger_number,
  type: it.type,
  count: it.count,
  sum: ZERO,
}));

const ofAccount = <T extends 'NOTE' | 'STATEMENT'>(type: T) =>
  record({
    name: `control total of ${type}`,
    required: commonOf(type),
    optional: { ledger_number: noLedger, sum: noSum },
  }).mapped<ControlTotal & { readonly type: T }>((it) => ({
    externalAccountNumber: it.external_account_number,
    ledgerNumber: '',
    type: it.type,
    count: it.count,
    sum: ZERO,
  }));

const anything = scalar('anything', {}, (value) => value);

/** A row whose type is missing or unknown: it is never valid, and its only issue is the type. */
const ofUnknownType = record({
  name: 'control total',
  required: { type: choice(TOTAL_TYPES) },
  optional: { external_account_number: anything, ledger_number: anything, count: anything, sum: anything },
});

/**
 * A row of a file of control totals: a control total of transactions, or the count of the notes or statements of an account or
 * of the billing documents of a ledger. Rows of the latter have an empty sum, notes and statements an empty ledger number.
 */
export const controlFileRow: Codec<ControlTotal> = tagged<ControlTotal>(
  'control file row',
  'type',
  {
    CHARGE: controlTotal,
    CREDIT: controlTotal,
    PAYMENT: controlTotal,
    REPAYMENT: controlTotal,
    SUPPLY_CHARGE: controlTotal,
    NOTE: ofAccount('NOTE'),
    STATEMENT: ofAccount('STATEMENT'),
    BILLING_DOCUMENT: ofBillingDocuments,
  },
  ofUnknownType,
);
