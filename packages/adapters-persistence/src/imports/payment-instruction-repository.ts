import type { Store } from '@carryover/application/ports/store';
import type { ActiveInstruction } from '@carryover/domain/payment-instruction';
import * as t from 'io-ts';
import { orNull } from '../schema/stored-values.ts';
import { changed, stored } from '../sql/store-failure.ts';
import type { ImportStatements } from './account-repository.ts';

export const instructionRow = t.type({
  vendor: t.string,
  reference: t.string,
  type: t.string,
  customerReference: orNull(t.string),
  status: t.string,
  brand: orNull(t.string),
  lastFour: orNull(t.string),
  expiry: orNull(t.string),
  bankName: orNull(t.string),
});

/** One account's active instruction, in the domain's names. */
const ACTIVE_INSTRUCTION = `
  select vendor, reference, type, customer_reference as "customerReference", status, brand, last_four as "lastFour",
         expiry, bank_name as "bankName"
  from payment_instruction
  where account_id = $1 and is_active`;

const ADD = `
  insert into payment_instruction
    (account_id, import_id, is_active, vendor, reference, type, customer_reference, status, brand, last_four, expiry,
     bank_name)
  values ($1, $2, true, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/** What is stored for an instruction, by column; without what its import gives it. */
export const INSTRUCTION_COLUMNS = {
  vendor: ({ vendor }) => vendor,
  reference: ({ reference }) => reference,
  type: ({ type }) => type,
  customer_reference: ({ customerReference }) => customerReference,
  status: ({ status }) => status,
  brand: ({ brand }) => brand,
  last_four: ({ lastFour }) => lastFour,
  expiry: ({ expiry }) => expiry,
  bank_name: ({ bankName }) => bankName,
} satisfies Readonly<Record<string, (instruction: ActiveInstruction) => string | null>>;

export const makePostgresPaymentInstructionRepository = ({
  db,
  accountId,
  importId,
}: ImportStatements): Store['paymentInstructions'] => ({
  active: stored(async () => {
    const [row] = await db.read(instructionRow, ACTIVE_INSTRUCTION, [accountId]);
    return row ?? null;
  }),

  add: (instruction) =>
    changed(() =>
      db.write(ADD, [accountId, importId, ...Object.values(INSTRUCTION_COLUMNS).map((of) => of(instruction))]),
    ),
});
