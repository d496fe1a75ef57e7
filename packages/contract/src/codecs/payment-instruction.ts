import type { ShownInstruction } from '@carryover/domain/payment-instruction';
import { complain, issueAt } from '../issue.ts';
import { MAX_LENGTH } from '../limits.ts';
import { record } from './codec.ts';
import { choice, identifier } from './scalars.ts';
import { accountFields } from './shared-fields.ts';

/** A vendor the service is configured for, and the instruction types it offers (decisions 8). */
export type OfferedVendor = { readonly name: string; readonly types: ReadonlyArray<string> };

const NO_VENDOR = 'No value is accepted, because this service has no payment vendor. Ask its operator.';

/** Body of `payment-instruction/create/` (§4.5). */
export const makeCreatePaymentInstructionBody = (vendors: ReadonlyArray<OfferedVendor>) => {
  const types = [...new Set(vendors.flatMap((vendor) => vendor.types))];
  return record({
    name: 'payment instruction request',
    required: {
      ...accountFields,
      vendor: choice(
        vendors.map(({ name }) => name),
        NO_VENDOR,
      ).described('Payment vendor that verifies the instruction.'),
      reference: identifier(MAX_LENGTH.paymentReference).described(
        "The vendor's reference of the instruction.",
        'THIS-IS-A-FAKE-REFERENCE',
      ),
      type: choice(types, NO_VENDOR).described('The kind of instruction: a card, a direct-debit mandate.'),
    },
    // If no vendor is configured, the list of alternatives would be empty.
    together:
      vendors.length === 0
        ? {}
        : {
            anyOf: vendors.map(({ name, types: offered }) => ({
              title: name,
              type: 'object',
              properties: { vendor: { const: name }, type: { enum: offered } },
            })),
          },
    rules: [
      ({ vendor, type }) => {
        const offered = vendors.find(({ name }) => name === vendor)?.types;
        if (offered === undefined || type === undefined || offered.includes(type)) return [];
        return [issueAt(['type'], complain('invalid_choice', `${vendor} offers ${offered.join(', ')}.`))];
      },
    ],
  });
};

/** Returns a stored instruction by the names of the interface. */
export const instructionJson = (instruction: ShownInstruction) => ({
  vendor: instruction.vendor,
  reference: instruction.reference,
  type: instruction.type,
  status: instruction.status,
  brand: instruction.brand,
  last_four: instruction.lastFour,
  expiry: instruction.expiry,
  bank_name: instruction.bankName,
});
