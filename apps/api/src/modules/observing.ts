import { ContainerModule } from 'inversify';
import { makeScrape } from '../observing/all-workers.ts';
import { makeMetrics } from '../observing/metrics.ts';
import { tokens } from '../tokens.ts';

export const observing = new ContainerModule(({ bind }) => {
  bind(tokens.metrics).toResolvedValue(makeMetrics).inSingletonScope();
  bind(tokens.scrape)
    .toResolvedValue(({ registry }) => makeScrape(registry), [tokens.metrics])
    .inSingletonScope();
});
