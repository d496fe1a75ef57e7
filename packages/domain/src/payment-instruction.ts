import * as E from 'fp-ts/lib/Either.js';

/** A client's reference to a payment instruction: vendor, the vendor's reference, and type (§2). */
export type PaymentInstruction = {
  readonly vendor: string;
  /** The vendor's own reference of the instruction: at most 512 characters. */
  readonly reference: string;
  readonly type: string;
};

/**
 * The vendor's details of an instruction that are safe to store and show (decisions 8).
 * Never a full card or account number: a vendor adapter leaves those out.
 */
export type VerifiedInstruction = {
  /** The vendor's reference of the customer who owns the instruction; null if the vendor names none. */
  readonly customerReference: string | null;
  /** The vendor's own name of the instruction's state, such as `active`. */
  readonly status: string;
  /** Card brand, such as `visa`; null for a mandate. */
  readonly brand: string | null;
  /** The last four digits (a card) or the masked ending (a bank account); null if the vendor gives none. */
  readonly lastFour: string | null;
  /** A card's last valid month, `YYYY-MM`; null for a mandate. */
  readonly expiry: string | null;
  readonly bankName: string | null;
};

/** The active instruction of an account. */
export type ActiveInstruction = PaymentInstruction & VerifiedInstruction;

/** An instruction without the vendor's customer reference. */
export type ShownInstruction = Omit<ActiveInstruction, 'customerReference'>;

/** Returns a vendor's reference with its last four characters alone; none of them if it has no more than these. */
export const maskReference = (reference: string): string => {
  const characters = Array.from(reference);
  return `••••${characters.length > 4 ? characters.slice(-4).join('') : ''}`;
};

/** Eight digits or more, spaced or not: a card or account number may have been sent in place of another field. */
const NUMBERS = /\d(?:[\s.-]*\d){7,}/g;

/** Returns a text of an instruction that was refused without what may be a full card or account number (decisions 8). */
export const withoutNumbers = (text: string): string => text.replaceAll(NUMBERS, '****');

/** Leaves out the vendor's customer reference. */
export const withoutCustomer = <I extends ActiveInstruction>({ customerReference: _, ...shown }: I) => shown;

/** Returns the part of an instruction that clients and support may see: of its reference, the last four characters. */
export const maskInstruction = (instruction: ActiveInstruction): ShownInstruction => ({
  ...withoutCustomer(instruction),
  reference: maskReference(instruction.reference),
});

/** Returns the sorted names of the fields in which the active instruction differs from another one. */
export const instructionDifferences = (
  active: PaymentInstruction,
  submitted: PaymentInstruction,
): ReadonlyArray<keyof PaymentInstruction> =>
  (['reference', 'type', 'vendor'] as const).filter((field) => active[field] !== submitted[field]);

export type AnotherInstructionActive = { readonly kind: 'account_already_has_an_active_instruction' };

/**
 * Decides what an account with the instruction `active` does with another (decisions 8): true to store it, false if it is the
 * same one, so that a request can be sent again.
 */
export const planInstruction = (
  active: PaymentInstruction | null,
  instruction: PaymentInstruction,
): E.Either<AnotherInstructionActive, boolean> => {
  if (active === null) return E.right(true);
  return instructionDifferences(active, instruction).length === 0
    ? E.right(false)
    : E.left({ kind: 'account_already_has_an_active_instruction' });
};
