import type { IntermittentVendorFailure, VendorFailure } from '@carryover/application/ports/payment-vendor';

/** The vendor refuses our credentials: it verifies no instruction until they are corrected (decisions 8). */
type VendorAlarm = {
  readonly kind: 'vendor_credentials_refused';
  readonly vendor: string;
  readonly httpStatus: number | null;
};

export type CircuitStateName = 'closed' | 'open' | 'half_open';

/** For metrics. It never identifies an instruction. */
export type VendorEvent =
  | {
      readonly kind: 'verification';
      readonly vendor: string;
      readonly outcome: 'verified' | VendorFailure['kind'];
      /** Null unless the vendor was unavailable. */
      readonly cause: IntermittentVendorFailure['cause'] | null;
      readonly durationMs: number;
    }
  | { readonly kind: 'circuit'; readonly vendor: string; readonly state: CircuitStateName };

export type VendorObserver = {
  /** Called for each refusal. */
  readonly onAlarm: (alarm: VendorAlarm) => void;
  readonly onEvent?: (event: VendorEvent) => void;
};

/** An observer that cannot fail the verification it observes. */
export const quiet = ({ onAlarm, onEvent = () => {} }: VendorObserver): Required<VendorObserver> => ({
  onAlarm: (alarm) => attempt(() => onAlarm(alarm)),
  onEvent: (event) => attempt(() => onEvent(event)),
});

const attempt = (call: () => void): void => {
  try {
    call();
  } catch {
    // A failing observer must not fail the request.
  }
};
