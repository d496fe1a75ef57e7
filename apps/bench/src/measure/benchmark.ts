import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from '../databases/cluster.ts';
import { makeEmptyTemplates } from '../databases/schema.ts';

/** A folder for the measurement, and in it a database with empty tables. */
export type Bench = { readonly folder: string; readonly url: string };

const onEmptyDatabase = async <A>(parent: string, name: string, work: (bench: Bench) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(parent, `carryover-${name}-`));
  try {
    const cluster = await startCluster(join(folder, 'data'));
    try {
      const { service } = await makeEmptyTemplates(cluster);
      return await work({ folder, url: await cluster.createDatabase(name, service) });
    } finally {
      await cluster.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Reads the command line and measures. Leaves nothing behind but the exit code.
 *
 * @param defaults of the numbers that the command line may give, by their names.
 * @param measure returns false if something was not as it must be.
 */
export const benchmark = async <Name extends string>(
  name: string,
  usage: string,
  defaults: Readonly<Record<Name, number>>,
  measure: (bench: Bench, numbers: Readonly<Record<Name, number>>) => Promise<boolean>,
): Promise<void> => {
  const numbers = Object.fromEntries(
    Object.entries(defaults).map(([option, value]) => [option, { type: 'string', default: String(value) } as const]),
  );
  const { folder, help, ...given } = parseArgs({
    options: { ...numbers, folder: { type: 'string', default: tmpdir() }, help: { type: 'boolean', default: false } },
  }).values;
  if (help) {
    process.stdout.write(usage);
    return;
  }
  const read = Object.fromEntries(Object.entries(given).map(([option, text]) => [option, Number(text)]));
  const isRight = await onEmptyDatabase(folder, name, (bench) => measure(bench, read as Record<Name, number>));
  process.exitCode = isRight ? 0 : 1;
};
