import { COUNTED_TYPES, type ControlTotal, type CountedType, TOTAL_TYPES } from '@carryover/domain/control-total';
import { ZERO } from '@carryover/domain/decimal';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import { complain } from '../issue.ts';
import { MAX_LENGTH } from '../limits.ts';
import { accountFields } from './account-ref.ts';
import { type Codec, scalar } from './codec.ts';
import { controlTotal, count } from './control-total.ts';
import { record, tagged } from './record.ts';
import { choice, identifier } from './scalars.ts';

/** A field that has no value for a type: left out, or empty as in a column of CSV. */
const empty = (detail: string): Codec<''> =>
  scalar('empty', { type: 'string', maxLength: 0 }, (value, findings) =>
    value === '' ? value : findings.add(complain('field_not_used_with_type', detail)),
  );
const noSum = empty(`${COUNTED_TYPES.join(', ')} rows have only a count. Leave the sum empty.`);
const noLedger = empty('Notes and statements do not belong to a ledger. Leave the ledger number empty.');

const countedOf = (type: CountedType): Codec<ControlTotal> => {
  const common = { external_account_number: accountFields.external_account_number, type: choice([type]), count };
  const name = `control total of ${type}`;
  return type === 'BILLING_DOCUMENT'
    ? record({
        name,
        required: { ...common, ledger_number: identifier(MAX_LENGTH.identifier) },
        optional: { sum: noSum },
        to: (it): ControlTotal => ({
          externalAccountNumber: it.external_account_number,
          ledgerNumber: it.ledger_number,
          type,
          count: it.count,
          sum: ZERO,
        }),
      })
    : record({
        name,
        required: common,
        optional: { ledger_number: noLedger, sum: noSum },
        to: (it): ControlTotal => ({
          externalAccountNumber: it.external_account_number,
          ledgerNumber: '',
          type,
          count: it.count,
          sum: ZERO,
        }),
      });
};

const anything = scalar('anything', {}, (value) => value);

/** A row whose type is missing or unknown: never valid; it says of the type alone what is wrong. */
const ofUnknownType: Codec<ControlTotal> = record({
  name: 'control total',
  required: { type: choice(TOTAL_TYPES) },
  optional: { external_account_number: anything, ledger_number: anything, count: anything, sum: anything },
  to: (): ControlTotal => {
    throw new Error('A known type has a variant of its own.');
  },
});

/**
 * A row of a file of control totals: a control total of transactions, or the count of the notes or statements of an account or
 * of the billing documents of a ledger. Rows of the latter have an empty sum, notes and statements an empty ledger number.
 */
export const controlFileRow: Codec<ControlTotal> = tagged(
  'control file row',
  'type',
  new Map<string, Codec<ControlTotal>>([
    ...TRANSACTION_TYPES.map((type): [string, Codec<ControlTotal>] => [type, controlTotal]),
    ...COUNTED_TYPES.map((type): [string, Codec<ControlTotal>] => [type, countedOf(type)]),
  ]),
  ofUnknownType,
);
