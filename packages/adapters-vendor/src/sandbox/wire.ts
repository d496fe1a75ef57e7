import type { Behaviour, InstructionState } from './behaviours.ts';

/** One vendor's wire format, as far as the adapters use it. */
export type Wire = {
  /** The reference that a path names; null if it is not a path of this vendor. */
  readonly match: (path: string) => Asked | null;
  /** The vendor's error form. */
  readonly refusal: (httpStatus: number, reference: string) => object;
};

export type Asked = {
  readonly reference: string;
  /** Null if the vendor does not know the reference. */
  readonly behaviour: Behaviour | null;
  /** The body of the answer for an instruction in this state. */
  readonly body: (state: InstructionState) => object;
};
