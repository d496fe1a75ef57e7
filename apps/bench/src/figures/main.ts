import { readFileSync, writeFileSync } from 'node:fs';
import type { GrowthResult } from '../result.ts';
import { flameGraph, type Profile } from './flame-graph.ts';
import { type GrowthPoint, growthPlot } from './growth-plot.ts';

const USAGE = `Draws what the benchmark measured, for docs/performance.md.

  node apps/bench/src/figures/main.ts flame PROFILE SVG TITLE   a profile of --cpu-prof as flame graph
  node apps/bench/src/figures/main.ts growth JSON SVG           the figures of --growth as plot
`;

const toPoints = (growth: ReadonlyArray<GrowthResult>): ReadonlyArray<GrowthPoint> =>
  growth.flatMap(({ scenario, rows, contenders }) => {
    const ratio = contenders.find(({ contender }) => contender === 'service')?.ratios.toReference;
    if (ratio === null || ratio === undefined) return [];
    return [{ series: `${scenario.items} a request`, millions: Math.round(rows / 1e6), ratio }];
  });

const [kind, input = '', output = '', title = ''] = process.argv.slice(2);
if (kind === 'flame') {
  const profile: Profile = JSON.parse(readFileSync(input, 'utf8'));
  writeFileSync(output, flameGraph(profile, title));
} else if (kind === 'growth') {
  const { growth }: { readonly growth: ReadonlyArray<GrowthResult> } = JSON.parse(readFileSync(input, 'utf8'));
  writeFileSync(output, growthPlot(toPoints(growth), 'Rate against the size of the table'));
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
