import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives `work` a new folder, and removes it afterwards. */
export const inTemporaryFolder = async <A>(
  parent: string,
  name: string,
  work: (folder: string) => Promise<A>,
): Promise<A> => {
  const folder = await mkdtemp(join(parent, `carryover-${name}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
