/**
 * The ways in which tables and responses can disagree. `lost`: acknowledged but not stored. `doubled`: stored more than once. `partial`:
 * of a request that is there in part. `altered`: there, but not as sent. `stray`: there, though never accepted. `record`: an
 * import record that is missing, or does not say what happened.
 */
export const KINDS = ['lost', 'doubled', 'partial', 'altered', 'stray', 'record'] as const;

export type Disagreement = {
  readonly kind: (typeof KINDS)[number];
  readonly account: string;
  /** The item, or the import record. */
  readonly what: string;
  readonly detail: string;
};

export type Complain = (kind: Disagreement['kind'], what: string, detail: string) => void;

export const show = ({ kind, account, what, detail }: Disagreement): string => `${kind}: ${account} ${what}: ${detail}`;
