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

/** Returns the part of an instruction that may be shown: without the vendor's customer reference. */
export type MaskedInstruction = Omit<ActiveInstruction, 'customerReference'>;

export const maskInstruction = ({ customerReference: _, ...shown }: ActiveInstruction): MaskedInstruction => shown;

/** Returns a vendor's reference with its last four characters alone; none of them if it has no more than these. */
export const maskReference = (reference: string): string => {
  const characters = Array.from(reference);
  return `••••${characters.length > 4 ? characters.slice(-4).join('') : ''}`;
};

export type AnotherInstructionActive = { readonly kind: 'account_already_has_an_active_instruction' };

/**
 * Returns true if an account still needs this instruction (decisions 8): true if it has none, false if it has this
 * one, so that a request can be sent again.
 */
export const needsInstruction = (
  active: PaymentInstruction | null,
  { vendor, reference, type }: PaymentInstruction,
): E.Either<AnotherInstructionActive, boolean> => {
  if (active === null) return E.right(true);
  return active.vendor === vendor && active.reference === reference && active.type === type
    ? E.right(false)
    : E.left({ kind: 'account_already_has_an_active_instruction' });
};
