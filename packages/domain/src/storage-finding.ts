/** The kinds of differences between what was accepted and what is stored (decisions 20). */
export const FINDING_KINDS = [
  'altered',
  'missing',
  'extra',
  'payload_altered',
  'record_missing',
  'record_altered',
  'action_altered',
  'seal_broken',
] as const;

/** A difference between what was accepted and what is stored (decisions 20). What does not apply, or is not known any more, is null. */
export type StorageFinding = {
  readonly kind: (typeof FINDING_KINDS)[number];
  /** External account number. */
  readonly account: string | null;
  readonly endpoint: string | null;
  readonly importId: string | null;
  /** The identifier of the item; of a seal its number, of an operator action its id. */
  readonly item: string | null;
  readonly field: string | null;
  /** What must be stored. */
  readonly accepted: string | null;
  readonly stored: string | null;
};
