import type { MandateStatus } from 'gocardless-nodejs/types';

/** The sandbox's response to a request for an instruction. */
export type Behaviour =
  /** An instruction in this state, after `delayMs`. */
  | { readonly kind: 'instruction'; readonly state: InstructionState; readonly delayMs: number }
  | { readonly kind: 'refusal'; readonly httpStatus: number; readonly headers: { readonly 'retry-after'?: number } }
  /** 503 twice, then a usable instruction, then from the start. */
  | { readonly kind: 'flaky' }
  | { readonly kind: Misbehaviour };

/** A card that is usable, expired or detached from its customer, another payment method, or a mandate of that status. */
export type InstructionState = 'usable' | 'detached' | 'not_a_card' | `${MandateStatus}`;

/** Faults of a vendor. `hang…` stays silent, `trickle` sends a byte at intervals, `endless` never stops. */
export type Misbehaviour =
  | 'hang'
  | 'hang_mid_body'
  | 'trickle'
  | 'endless'
  | 'reset'
  | 'reset_mid_body'
  | 'garbage'
  | 'html'
  | 'empty'
  | 'wrong_shape'
  | 'other_reference'
  | 'redirect';

/** Longest delay of `SANDBOX-SLOW-<ms>`. */
const MAX_DELAY_MS = 60_000;

const instruction = (state: InstructionState, delayMs = 0): Behaviour => ({ kind: 'instruction', state, delayMs });

const refusal = (httpStatus: number, headers: { readonly 'retry-after'?: number } = {}): Behaviour => ({
  kind: 'refusal',
  httpStatus,
  headers,
});

/** References both vendors know (packages/adapters-http/docs/vendor-sandbox.md). */
const SHARED: { readonly [reference: string]: Behaviour } = {
  'SANDBOX-EXPIRED': instruction('expired'),
  'SANDBOX-FLAKY': { kind: 'flaky' },
  'SANDBOX-400': refusal(400),
  'SANDBOX-401': refusal(401),
  'SANDBOX-403': refusal(403),
  'SANDBOX-404': refusal(404),
  'SANDBOX-408': refusal(408),
  'SANDBOX-409': refusal(409),
  'SANDBOX-422': refusal(422),
  'SANDBOX-425': refusal(425),
  'SANDBOX-429': refusal(429, { 'retry-after': 1 }),
  'SANDBOX-429-LONG': refusal(429, { 'retry-after': 60 }),
  'SANDBOX-500': refusal(500),
  'SANDBOX-503': refusal(503),
  'SANDBOX-HANG': { kind: 'hang' },
  'SANDBOX-HANG-MID-BODY': { kind: 'hang_mid_body' },
  'SANDBOX-TRICKLE': { kind: 'trickle' },
  'SANDBOX-ENDLESS': { kind: 'endless' },
  'SANDBOX-RESET': { kind: 'reset' },
  'SANDBOX-RESET-MID-BODY': { kind: 'reset_mid_body' },
  'SANDBOX-GARBAGE': { kind: 'garbage' },
  'SANDBOX-HTML': { kind: 'html' },
  'SANDBOX-EMPTY': { kind: 'empty' },
  'SANDBOX-WRONG-SHAPE': { kind: 'wrong_shape' },
  'SANDBOX-OTHER-REFERENCE': { kind: 'other_reference' },
  'SANDBOX-REDIRECT': { kind: 'redirect' },
};

const CARDS: { readonly [reference: string]: Behaviour } = {
  'THIS-IS-A-FAKE-REFERENCE': instruction('usable'),
  'SANDBOX-CARD': instruction('usable'),
  'SANDBOX-CANCELLED': instruction('detached'),
  'SANDBOX-NOT-A-CARD': instruction('not_a_card'),
};

const MANDATES: { readonly [reference: string]: Behaviour } = {
  'SANDBOX-MANDATE': instruction('active'),
  'SANDBOX-PENDING-CUSTOMER-APPROVAL': instruction('pending_customer_approval'),
  'SANDBOX-PENDING-SUBMISSION': instruction('pending_submission'),
  'SANDBOX-SUBMITTED': instruction('submitted'),
  'SANDBOX-CANCELLED': instruction('cancelled'),
  'SANDBOX-FAILED': instruction('failed'),
  'SANDBOX-CONSUMED': instruction('consumed'),
  'SANDBOX-BLOCKED': instruction('blocked'),
  'SANDBOX-SUSPENDED-BY-PAYER': instruction('suspended_by_payer'),
};

/** Null if the vendor does not know the reference. */
export const cardBehaviour = (reference: string): Behaviour | null => find(CARDS, 'usable', reference);
export const mandateBehaviour = (reference: string): Behaviour | null => find(MANDATES, 'active', reference);

const find = (
  own: { readonly [reference: string]: Behaviour },
  slow: InstructionState,
  reference: string,
): Behaviour | null => {
  const delay = /^SANDBOX-SLOW-(\d{1,5})$/.exec(reference)?.[1];
  if (delay !== undefined) return instruction(slow, Math.min(Number(delay), MAX_DELAY_MS));
  return [own, SHARED].find((known) => Object.hasOwn(known, reference))?.[reference] ?? null;
};
