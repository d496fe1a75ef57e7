import type { latestErasures } from '@carryover/adapters-persistence/corrections/erasure';
import type { readDatabaseTime } from '@carryover/adapters-persistence/queries/database';
import { removeRunsBefore } from '@carryover/operations/run-files';
import { inBackground } from '@carryover/settings/in-background';
import * as E from 'fp-ts/lib/Either.js';

const EVERY_MS = 30_000;

/**
 * Removes the files of reconciliations that began before an account of their supplier was erased, since they may name it: also of those
 * that another machine erased, or that ran at that moment (docs/data-protection.md). @returns a function that stops it.
 */
export const forgetErased = (
  latest: ReturnType<typeof latestErasures>,
  readTime: ReturnType<typeof readDatabaseTime>,
  dataDir: string,
): (() => Promise<void>) =>
  inBackground(async () => {
    const time = await readTime();
    // A database that does not answer is told by the pages.
    if (E.isLeft(time)) return EVERY_MS;
    // The clock of this machine, which gave the runs their ids, may not be that of the database.
    const ahead = Date.now() - time.right.getTime();
    const erasures = await latest();
    if (E.isRight(erasures))
      for (const { supplierId, erasedAt } of erasures.right)
        await removeRunsBefore(dataDir, supplierId, new Date(erasedAt.getTime() + ahead));
    return EVERY_MS;
  });
