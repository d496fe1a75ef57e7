import type { Behaviour, InstructionState } from './behaviours.ts';

/** One vendor's wire format, as far as the adapters use it. */
export type Wire = {
  /** What a path asks for; null where it is no path of this vendor. */
  readonly match: (path: string) => Asked | null;
  /** The vendor's error form. */
  readonly refusal: (httpStatus: number, reference: string) => object;
};

export type Asked = {
  readonly reference: string;
  /** Null where the vendor knows no such reference. */
  readonly behaviour: Behaviour | null;
  /** The answer's body, for an instruction in this state. */
  readonly body: (state: InstructionState) => object;
};
