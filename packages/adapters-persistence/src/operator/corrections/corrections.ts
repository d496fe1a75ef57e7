import type { Corrections } from '@carryover/application/ports/operator/corrections';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stored } from '../../driver/store-failure.ts';
import { countRemovable, undoImports } from './undo.ts';
import { lockImports } from './undoable-import.ts';

/** @param em of a transaction, which holds the locks. @param isDryRun nothing is removed, only counted. */
export const makePostgresCorrections = (em: EntityManager, isDryRun: boolean): Corrections => ({
  lockImports: (account, selection) => stored(() => lockImports(em, account, selection)),
  undo: (account, undo) =>
    stored(() => (isDryRun ? countRemovable(em, account, undo) : undoImports(em, account, undo))),
});
