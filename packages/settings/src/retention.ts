import type { EnvironmentReader } from './environment.ts';

const MAX_DAYS = 36_500;

/**
 * Reads `RETAIN_PAYLOADS_DAYS`, `RETAIN_REFUSALS_DAYS` and `RETAIN_DRY_RUNS_DAYS`: the days for which records of imports are kept
 * (decisions 18), null for ever.
 */
export const readRetention = (env: EnvironmentReader) => {
  const days = <A extends number | null>(name: string, fallback: A): number | A =>
    env.text(name) === undefined ? fallback : env.wholeNumber(name, MAX_DAYS, { min: 0, max: MAX_DAYS });
  return {
    payloads: days('RETAIN_PAYLOADS_DAYS', null),
    refusals: days('RETAIN_REFUSALS_DAYS', null),
    dryRuns: days('RETAIN_DRY_RUNS_DAYS', 30),
  };
};
