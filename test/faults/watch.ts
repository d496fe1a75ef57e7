import { checkDocumented } from '../support/openapi.ts';
import { codeOf } from './load/deliver.ts';
import type { Outcome } from './load/http.ts';

/** Counts responses by status, and errors also by code. */
export type Counts = Readonly<Record<string, number>>;

const MAX_KEPT = 50;
/** The schema of every nth 201 is checked: all of them would take the processor from the service. */
const EVERY = 20;

/** The responses that a fault may cause, in their documented form (decisions 3). */
const WAYS_TO_FAIL: Readonly<Record<number, ReadonlyArray<string>>> = {
  429: ['throttled'],
  500: ['error', 'payment_vendor_unavailable'],
  503: ['service_unavailable'],
};

/** Checks every answer: each must be a documented one, whatever is broken at the time. */
export class Watch {
  readonly #complaints: string[] = [];
  #counts: Record<string, number> = {};
  #complained = 0;
  #accepted = 0;
  slowestMs = 0;
  /** Answers of 500 and more, and requests without one. */
  failures = 0;
  /** When the requests without an answer were sent, and why they have none. */
  unanswered: { readonly sentAt: number; readonly why: string }[] = [];

  complain(what: string): void {
    this.#complained += 1;
    if (this.#complaints.length < MAX_KEPT) this.#complaints.push(what);
  }

  get complaints(): ReadonlyArray<string> {
    return this.#complaints;
  }

  /** Returns the counts since the last call. */
  takeCounts(): { readonly answers: Counts; readonly complaints: ReadonlyArray<string>; readonly slowestMs: number } {
    const taken = { answers: this.#counts, complaints: [...this.#complaints], slowestMs: Math.round(this.slowestMs) };
    if (this.#complained > MAX_KEPT) taken.complaints.push(`and ${this.#complained - MAX_KEPT} more`);
    this.#counts = {};
    this.#complaints.length = 0;
    this.#complained = 0;
    this.slowestMs = 0;
    return taken;
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  /** Returns true if it is as documented. A broken connection is neither an answer nor a complaint; one that hangs is a complaint. */
  saw(method: string, path: string, outcome: Outcome): void {
    this.slowestMs = Math.max(this.slowestMs, outcome.tookMs);
    if (outcome.kind === 'no_answer' || outcome.status >= 500) this.failures += 1;
    if (outcome.kind === 'no_answer') {
      this.#count('none');
      this.unanswered.push({ sentAt: outcome.sentAt, why: outcome.why });
      if (outcome.isTimeOut) this.complain(`${method} ${path}: ${outcome.why}`);
      return;
    }
    const { status, headers, text } = outcome;
    const code = status >= 400 ? codeOf(text) : '';
    this.#count(code === '' ? String(status) : `${status} ${code}`);
    this.#checkError(method, path, status, headers, code);
    if (status < 400 && this.#accepted++ % EVERY !== 0) return;
    try {
      checkDocumented({ method, path: path.split('?')[0]!, status, headers, text });
    } catch (error) {
      this.complain((error as Error).message);
    }
  }

  #checkError(method: string, path: string, status: number, headers: Headers, code: string): void {
    if (status < 429) return;
    if (WAYS_TO_FAIL[status]?.includes(code) !== true) this.complain(`${method} ${path}: ${status} ${code}`);
    if ((status === 503 || status === 429) && !headers.has('retry-after'))
      this.complain(`${method} ${path}: ${status} without Retry-After`);
  }
}
