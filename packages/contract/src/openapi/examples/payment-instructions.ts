import type { OfferedVendor } from '../../codecs/payment-instruction.ts';
import { account, type Examples, secondAccount } from './example.ts';

const INSTRUCTIONS = {
  STRIPE: {
    summary: 'A card',
    value: { ...account, vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' },
  },
  GOCARDLESS: {
    summary: 'A direct-debit mandate',
    value: { ...secondAccount, vendor: 'GOCARDLESS', reference: 'SANDBOX-MANDATE', type: 'DIRECT_DEBIT' },
  },
} as const;

/** Returns one example per configured vendor. */
export const instructionExamples = (vendors: ReadonlyArray<OfferedVendor>): Examples =>
  Object.fromEntries(Object.entries(INSTRUCTIONS).filter(([name]) => vendors.some((vendor) => vendor.name === name)));
