import type figures from './figures.json';

type Figures = typeof figures;
type Costs = Figures['perItem'][number];

/** A migration, and either the hours or the cores there are for it. */
export type Work = {
  readonly accounts: number;
  readonly items: number;
  readonly itemsPerRequest: number;
  readonly refusedRequests?: number;
  readonly dryRuns?: number;
} & ({ readonly hours: number; readonly cores?: undefined } | { readonly cores: number; readonly hours?: undefined });

export type Estimate = {
  readonly cores: number;
  readonly hours: number;
  /** The share of the processor time that the service takes; PostgreSQL takes the rest. */
  readonly serviceShare: number;
  readonly diskBytes: number;
  readonly walBytes: number;
};

/** The share of the cores that a night is planned with: the rest is for vacuum, backups, other work and slow hours. */
const PLANNED_SHARE = 0.7;

/** An item has costs of its own and a share of its request's: costs are linear in requests per item. */
const between = (a: Costs, b: Costs, itemsPerRequest: number): Costs => {
  const share = (1 / a.itemsPerRequest - 1 / itemsPerRequest) / (1 / a.itemsPerRequest - 1 / b.itemsPerRequest);
  const at = (field: keyof Costs) => a[field] + share * (b[field] - a[field]);
  return {
    itemsPerRequest,
    serviceCpuMicros: at('serviceCpuMicros'),
    postgresCpuMicros: at('postgresCpuMicros'),
    diskBytes: at('diskBytes'),
    walBytes: at('walBytes'),
  };
};

/** Returns the costs of an item; above the largest measured size, those of it. */
export const costsOf = (perItem: ReadonlyArray<Costs>, itemsPerRequest: number): Costs => {
  const largest = perItem.at(-1)!;
  if (itemsPerRequest >= largest.itemsPerRequest) return largest;
  const next = perItem.findIndex((one) => one.itemsPerRequest > itemsPerRequest);
  return between(perItem[next - 1]!, perItem[next]!, itemsPerRequest);
};

/** Estimates what a migration needs, from measured figures. */
export const estimate = ({ perItem, perAccount, perRecord, growth }: Figures, work: Work): Estimate => {
  const { accounts, items, refusedRequests = 0, dryRuns = 0 } = work;
  const costs = costsOf(perItem, work.itemsPerRequest);
  const service = (items * costs.serviceCpuMicros) / 1e6;
  const postgres = (items * costs.postgresCpuMicros * growth.postgresCpuFactor) / 1e6;
  const coreHours = (service + postgres) / 3600 / PLANNED_SHARE;
  return {
    ...(work.cores === undefined
      ? { cores: Math.max(1, Math.ceil(coreHours / work.hours)), hours: work.hours }
      : { cores: work.cores, hours: coreHours / work.cores }),
    serviceShare: service / (service + postgres),
    diskBytes:
      items * costs.diskBytes +
      accounts * perAccount.diskBytes +
      refusedRequests * perRecord.refusedBytes +
      dryRuns * perRecord.dryRunBytes,
    walBytes: items * costs.walBytes + accounts * perAccount.walBytes,
  };
};
