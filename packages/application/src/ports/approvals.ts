import type { Decision, FourEyes } from '@carryover/domain/four-eyes';
import type { Actor } from './administration.ts';
import type { Stored } from './store-failure.ts';

/** A change, or a look, that one person asked for and that another one approves. */
export type Approval = {
  /** A UUID of version 7. */
  readonly id: string;
  readonly kind: FourEyes;
  /** Without an account: an erasure leaves nothing to remove here. */
  readonly subject: { readonly organisation: string; readonly supplierCode: string | null };
  /** What was asked for, with the state that was shown, as JSON. */
  readonly what: Readonly<Record<string, unknown>>;
  readonly asker: Actor;
  readonly reason: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decision: Decision | null;
  readonly decidedAt: Date | null;
  /** The person with what identifies them. */
  readonly decidedBy: string | null;
  /** What became of an approved change; null: not known yet. */
  readonly outcome: string | null;
  /** The page of the console that shows it, if it has one. */
  readonly outcomePath: string | null;
};

/** The approvals, within a transaction. */
export type Approvals = {
  readonly add: (asked: Pick<Approval, 'id' | 'kind' | 'subject' | 'what' | 'asker' | 'reason'>) => Stored<void>;
  /** Locks an approval until the commit, so that one decision is made; null if there is none. `now` is the database's clock. */
  readonly lock: (id: string) => Stored<(Approval & { readonly now: Date }) | null>;
  readonly decide: (id: string, decision: Decision, by: string) => Stored<void>;
};
