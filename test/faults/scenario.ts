import type { Disagreement } from './checker/disagreement.ts';
import type { Endings } from './environment/endings.ts';
import type { Installation } from './environment/installation.ts';
import type { Random } from './random.ts';
import type { Counts } from './watch.ts';

/** The requirements of a scenario, in addition to `npm install`. */
export type Need = 'root' | 'linux' | 'volume' | 'pgbouncer' | 'faketime' | 'citus';

/** The result of a round. @param over the end of the fault by `performance.now()`, from which recovery counts. */
export type Struck = { readonly over: number; readonly says?: string };

export type Fault = {
  readonly name: string;
  /** True if requests must fail during it: a fault without effect proves nothing. */
  readonly mustFail?: true;
  /** For one that ends the service itself: how long it may take from being started again. */
  readonly readyWithinMs?: number;
  /** Causes the fault and ends it; throws if it could not be caused. */
  readonly strike: (installation: Installation, random: Random) => Promise<Struck>;
};

export type Context = {
  readonly rounds: number;
  readonly minutes: number;
  readonly isShort: boolean;
  readonly seed: number;
  readonly random: Random;
  /** An empty folder, removed at the end. */
  readonly folder: string;
  readonly endings: Endings;
  readonly say: (line: string) => void;
  readonly found: Findings;
};

export type Scenario = {
  readonly name: string;
  /** The purpose, in one line. */
  readonly promise: string;
  readonly needs: ReadonlyArray<Need>;
  /** The form that runs it, if it is one: the other form makes the same faults in another scenario. */
  readonly onlyIn?: 'full' | 'short';
  readonly rounds: { readonly full: number; readonly short: number };
  readonly run: (context: Context) => Promise<void>;
};

/** The data that a scenario collects while it runs. */
export class Findings {
  rounds = 0;
  readonly recoveriesMs: number[] = [];
  readonly disagreements: Disagreement[] = [];
  readonly complaints: string[] = [];
  readonly says: string[] = [];
  answers: Counts = {};
  requests = 0;
  items = 0;
  slowestMs = 0;

  /** Takes over what a installation knows when its scenario is over. */
  of({ model, watch, disagreements }: Installation): void {
    this.disagreements.push(...disagreements);
    const { answers, complaints, slowestMs } = watch.takeCounts();
    this.complaints.push(...complaints);
    this.slowestMs = Math.max(this.slowestMs, slowestMs);
    const sum = { ...this.answers };
    for (const [what, count] of Object.entries(answers)) sum[what] = (sum[what] ?? 0) + count;
    this.answers = sum;
    this.requests += model.counts.requests;
    this.items += model.counts.acknowledgedItems;
  }
}
