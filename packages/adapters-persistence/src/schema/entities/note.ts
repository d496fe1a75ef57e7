import { defineEntity, p } from '@mikro-orm/postgresql';
import { accountId, hex, importId, second } from '../columns.ts';

/**
 * Notes. The key is the identity of a note (decisions 4), so no race can store one twice; `identity` is a SHA-256,
 * since a body may be longer than an index entry can be.
 */
export const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    accountId: accountId(),
    identity: hex().primary(),
    createdAt: second().primary(),
    body: p.text().strictNullable(),
    /** Full locations. */
    documents: p.array().columnType('text[]'),
    /** As posted; null without documents. */
    documentPaths: p.array().columnType('text[]').strictNullable(),
    isPinned: p.boolean(),
    unpinAt: second().strictNullable(),
    importId: importId(),
    /** Zero-based place within its import. */
    position: p.integer(),
  },
});
