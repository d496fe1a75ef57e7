import { defineEntity, p } from '@mikro-orm/postgresql';
import { accountId, importId, json, time } from '../columns.ts';
import { answeredImports, removedItems } from '../stored-values.ts';

/** Undone imports: each record is added in the transaction that removes the import's rows. The key allows one undo per import. */
export const ImportUndo = defineEntity({
  name: 'ImportUndo',
  tableName: 'import_undo',
  indexes: [{ properties: ['undoneAt'] }],
  properties: {
    accountId: accountId(),
    importId: importId().primary(),
    /** By the database's clock, read under the account's lock. */
    undoneAt: time().defaultRaw('clock_timestamp()'),
    undoneBy: p.text(),
    reason: p.text(),
    removed: json(removedItems),
    /** Later imports that were answered "already exists" because of this one. */
    answered: json(answeredImports),
  },
});
