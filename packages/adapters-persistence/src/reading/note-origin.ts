import type { EntityManager } from '@mikro-orm/postgresql';
import { AcceptedImport } from '../schema/entities/import-record.ts';

type OfImport = { readonly importId: string };

/**
 * Reads which of an account's notes the service added: those that came with transactions. A statement of its own, which
 * names the account of the import records: Citus would ask all nodes for a condition of each note (ADR 28).
 */
export const readNoteOrigins = async (
  em: EntityManager,
  account: string,
  notes: ReadonlyArray<OfImport>,
): Promise<(note: OfImport) => boolean> => {
  const id = { $in: [...new Set(notes.map(({ importId }) => importId))] };
  const where = { account, id, endpoint: { $ne: 'notes/create' } };
  const imports = await em.find(AcceptedImport, where, { fields: ['id'] });
  const ofService = new Set(imports.map((one) => one.id));
  return ({ importId }) => ofService.has(importId);
};
