import type { Corrections } from '@carryover/application/ports/operator/corrections';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stored } from '../../driver/store-failure.ts';
import { undoImports } from './undo.ts';
import { lockImports } from './undoable-import.ts';

/** @param em of a transaction, which holds the locks. */
export const makePostgresCorrections = (em: EntityManager): Corrections => ({
  lockImports: (account, selection) => stored(() => lockImports(em, account, selection)),
  undo: (account, undo) => stored(() => undoImports(em, account, undo)),
});
