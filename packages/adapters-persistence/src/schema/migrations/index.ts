import { Baseline } from './0001-baseline.ts';

/** In order, forward only. */
export const migrations = [{ name: '0001-baseline', class: Baseline }];
