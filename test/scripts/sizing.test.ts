import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { costsOf, estimate } from '../../scripts/sizing/estimate.ts';
import figures from '../../scripts/sizing/figures.json' with { type: 'json' };

const sizing = (...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, ['scripts/sizing.mjs', ...args], { encoding: 'utf8' });

const PRINTED = /```sh\nnpm run sizing -- (.*)\n```\n\n```text\n([\s\S]*?)```/g;
const documented = [...readFileSync('docs/sizing.md', 'utf8').matchAll(PRINTED)].map(([, args, printed]) => ({
  args: args!,
  printed: printed!,
}));

describe('the sizing calculator', () => {
  it('prints what its page shows', () => {
    expect(documented).toHaveLength(2);
    for (const { args, printed } of documented) expect(sizing(...args.split(' ')).stdout).toBe(printed);
  });

  it('estimates what was measured, at the measured sizes', () => {
    for (const one of figures.perItem)
      expect(costsOf(figures.perItem, one.itemsPerRequest)).toMatchObject({ diskBytes: one.diskBytes });
  });

  it('never estimates more for larger requests', () => {
    const cost = (itemsPerRequest: number) => costsOf(figures.perItem, itemsPerRequest).postgresCpuMicros;
    const sizes = [1, 2, 5, 10, 99, 100, 101, 500, 999, 1_000, 10_000];
    const costs = sizes.map(cost);
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  });

  it('estimates cores for hours and hours for cores alike', () => {
    const work = { accounts: 1, items: 1e9, itemsPerRequest: 100 };
    const { hours } = estimate(figures, { ...work, cores: 6.99 });
    expect(estimate(figures, { ...work, hours })).toMatchObject({ cores: 7 });
  });

  it('adds what refused requests and dry runs take on the disk', () => {
    const work = { accounts: 1, items: 1, itemsPerRequest: 100, cores: 1 };
    const more = estimate(figures, { ...work, refusedRequests: 2_000, dryRuns: 1_000 });
    expect(more.diskBytes - estimate(figures, work).diskBytes).toBe(
      2_000 * figures.perRecord.refusedBytes + 1_000 * figures.perRecord.dryRunBytes,
    );
    const args = ['--accounts', '1', '--items', '1', '--cores', '1', '--json'];
    expect(JSON.parse(sizing(...args, '--refused', '1000000').stdout).diskBytes).toBeGreaterThan(1e9);
  });

  it.each([
    [['--accounts', '1'], 'Give --accounts and --items.'],
    [['--accounts', '1', '--items', '1'], 'Give either --hours or --cores.'],
    [['--accounts', '1', '--items', '1', '--hours', '1', '--cores', '1'], 'Give either --hours or --cores.'],
    [['--accounts', '0', '--items', '1', '--hours', '1'], '--accounts must be a number above 0.'],
    [['--accounts', 'many'], '--accounts must be a number above 0.'],
    [['--acounts', '1'], "Unknown option '--acounts'"],
  ])('refuses %j', (args, reason) => {
    expect(sizing(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(reason), stdout: '' });
  });
});
