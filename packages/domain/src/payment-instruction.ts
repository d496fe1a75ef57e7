import * as E from 'fp-ts/lib/Either.js';

/** A payment instruction as the client names it: which vendor holds it, under which reference, of which type (§2). */
export type PaymentInstruction = {
  readonly vendor: string;
  /** The vendor's own reference of the instruction: at most 512 characters. */
  readonly reference: string;
  readonly type: string;
};

/**
 * What the vendor said of an instruction and what is safe to keep and show (decisions 8).
 * Never a full card or account number: a vendor adapter leaves those out.
 */
export type VerifiedInstruction = {
  /** The vendor's reference of the customer who owns the instruction; null if the vendor names none. */
  readonly customerReference: string | null;
  /** The vendor's own word for the instruction's state, `active` for instance. */
  readonly status: string;
  /** Card brand, `visa` for instance; null for a mandate. */
  readonly brand: string | null;
  /** The last four digits (a card) or the masked ending (a bank account); null if the vendor gives none. */
  readonly lastFour: string | null;
  /** A card's last valid month, `YYYY-MM`; null for a mandate. */
  readonly expiry: string | null;
  readonly bankName: string | null;
};

/** An instruction the account has and pays by. */
export type ActiveInstruction = PaymentInstruction & VerifiedInstruction;

/** What may be shown of an instruction: the vendor's customer reference is nobody else's business. */
export type MaskedInstruction = Omit<ActiveInstruction, 'customerReference'>;

export const maskInstruction = ({ customerReference: _, ...shown }: ActiveInstruction): MaskedInstruction => shown;

export type AnotherInstructionActive = { readonly kind: 'account_already_has_an_active_instruction' };

/**
 * Returns true if an account still needs this instruction (decisions 8): true where it has none, false if it has this very
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
