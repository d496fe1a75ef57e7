import type { Round } from '@carryover/bench/report/result';
import { mediansOf, ratiosOf } from '@carryover/bench/report/summarise';
import { expect, it } from 'vitest';

const aRound = (fields: Partial<Round> = {}): Round => ({
  requests: 10,
  failed: 0,
  requestsPerSecond: 10,
  itemsPerSecond: 1_000,
  p50Ms: 5,
  p99Ms: 9,
  serviceCpu: 20,
  postgresCpu: 30,
  loadCpu: 1,
  walBytesPerItem: 400,
  othersShare: 0,
  firstItemsPerSecond: null,
  ...fields,
});

it('a contender is measured by the medians of its rounds, and against others round by round', () => {
  const service = [500, 600, 100].map((itemsPerSecond) => aRound({ itemsPerSecond, firstItemsPerSecond: 400 }));
  const floor = [1_000, 1_000, 200].map((itemsPerSecond) => aRound({ itemsPerSecond, serviceCpu: null, p99Ms: 3 }));
  expect(mediansOf(service)).toMatchObject({ itemsPerSecond: 500, serviceCpu: 20, firstItemsPerSecond: 400 });
  expect(mediansOf(floor)).toMatchObject({ itemsPerSecond: 1_000, serviceCpu: null, firstItemsPerSecond: null });
  const rounds = new Map([
    ['service' as const, service],
    ['floor' as const, floor],
  ]);
  expect(ratiosOf('service', rounds)).toEqual({
    toFloor: 0.5,
    toLimit: null,
    toInsertMany: null,
    toReference: null,
    p99ToFloor: 3,
    againToFirst: 1.25,
  });
});
