import * as E from 'fp-ts/lib/Either.js';

/** The changes and looks of the console that may need a second person. */
export const FOUR_EYES = ['undo', 'complete', 'payloads'] as const;
export type FourEyes = (typeof FOUR_EYES)[number];

export type Decision = 'approved' | 'declined' | 'withdrawn';

/** Identifies a person at the provider that signed them in. */
type Identity = { readonly subject: string | null; readonly issuer: string | null };

/** A change that one person asked for, as far as a decision depends on it. */
type Asked = { readonly askedBy: Identity; readonly expiresAt: Date; readonly decision: Decision | null };

export type ApprovalState = 'open' | 'expired' | Decision;

/** The reason why a decision is refused. */
export type DecisionRefused =
  | { readonly kind: 'approval_not_open'; readonly state: ApprovalState }
  | { readonly kind: 'approval_is_own' }
  | { readonly kind: 'approval_is_of_another' };

export const approvalStateOf = (
  { decision, expiresAt }: Pick<Asked, 'decision' | 'expiresAt'>,
  now: Date,
): ApprovalState => decision ?? (now < expiresAt ? 'open' : 'expired');

export const isSamePerson = (one: Identity, other: Identity): boolean =>
  one.subject === other.subject && one.issuer === other.issuer;

/** Judges a decision: once, in time, and by another person than the one who asked, who alone may withdraw. */
export const judgeDecision =
  (decision: Decision, by: Identity, now: Date) =>
  (asked: Asked): E.Either<DecisionRefused, void> => {
    const state = approvalStateOf(asked, now);
    if (state !== 'open') return E.left({ kind: 'approval_not_open', state });
    const isOwn = isSamePerson(asked.askedBy, by);
    if (decision === 'withdrawn') return isOwn ? E.right(undefined) : E.left({ kind: 'approval_is_of_another' });
    return isOwn ? E.left({ kind: 'approval_is_own' }) : E.right(undefined);
  };
