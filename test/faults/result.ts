import { type Disagreement, KINDS } from './checker/disagreement.ts';
import type { Findings, Scenario } from './scenario.ts';
import type { Counts } from './watch.ts';

type Verdict = 'kept' | 'broken' | 'not run';

/** The result of a scenario, as written and printed. */
export type Result = {
  readonly name: string;
  readonly promise: string;
  readonly verdict: Verdict;
  /** The reason why it was not run; null if it was. */
  readonly reason: string | null;
  readonly rounds: number;
  readonly seconds: number;
  readonly requests: number;
  /** Acknowledged. */
  readonly items: number;
  readonly readyMs: { readonly median: number; readonly worst: number } | null;
  readonly slowestAnswerMs: number;
  readonly answers: Counts;
  readonly disagreements: Readonly<Record<Disagreement['kind'], number>>;
  readonly firstDisagreements: ReadonlyArray<Disagreement>;
  readonly complaints: ReadonlyArray<string>;
  readonly says: ReadonlyArray<string>;
};

const KEPT_DISAGREEMENTS = 20;

const noDisagreements = (): Record<Disagreement['kind'], number> =>
  Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Disagreement['kind'], number>;

/** The same item may be found in every comparison: it counts once. */
const distinct = (disagreements: ReadonlyArray<Disagreement>): ReadonlyArray<Disagreement> => [
  ...new Map(disagreements.map((one) => [`${one.kind} ${one.account} ${one.what}`, one])).values(),
];

/** A scenario that broke nothing, or of which nothing was acknowledged, is no proof. */
const emptyOf = ({ rounds, items }: Findings): ReadonlyArray<string> => [
  ...(rounds === 0 ? ['there was no round, so nothing was shown'] : []),
  ...(items === 0 ? ['no item was acknowledged, so nothing was shown'] : []),
];

export const resultOf = ({ name, promise }: Scenario, findings: Findings, seconds: number): Result => {
  const complaints = [...findings.complaints, ...emptyOf(findings)];
  const disagreements = distinct(findings.disagreements);
  const counted = noDisagreements();
  for (const { kind } of disagreements) counted[kind] += 1;
  const sorted = findings.recoveriesMs.toSorted((a, b) => a - b);
  const isKept = disagreements.length === 0 && complaints.length === 0;
  return {
    name,
    promise,
    verdict: isKept ? 'kept' : 'broken',
    reason: null,
    rounds: findings.rounds,
    seconds: Math.round(seconds),
    requests: findings.requests,
    items: findings.items,
    readyMs: sorted.length === 0 ? null : { median: sorted[Math.floor(sorted.length / 2)]!, worst: sorted.at(-1)! },
    slowestAnswerMs: Math.round(findings.slowestMs),
    answers: findings.answers,
    disagreements: counted,
    firstDisagreements: disagreements.slice(0, KEPT_DISAGREEMENTS),
    complaints,
    says: findings.says,
  };
};

export const notRun = ({ name, promise }: Scenario, reason: string): Result => ({
  name,
  promise,
  verdict: 'not run',
  reason,
  rounds: 0,
  seconds: 0,
  requests: 0,
  items: 0,
  readyMs: null,
  slowestAnswerMs: 0,
  answers: {},
  disagreements: noDisagreements(),
  firstDisagreements: [],
  complaints: [],
  says: [],
});

/** All scenarios together. */
export const totalsOf = (results: ReadonlyArray<Result>) => {
  const sum = (of: (result: Result) => number): number => results.reduce((total, one) => total + of(one), 0);
  const { lost, doubled, ...others } = Object.fromEntries(
    KINDS.map((kind) => [kind, sum(({ disagreements }) => disagreements[kind])]),
  ) as Record<Disagreement['kind'], number>;
  return {
    rounds: sum(({ rounds }) => rounds),
    requests: sum(({ requests }) => requests),
    items: sum(({ items }) => items),
    lost,
    doubled,
    other: Object.values(others).reduce((total, one) => total + one, 0),
    seconds: sum(({ seconds }) => seconds),
  };
};
