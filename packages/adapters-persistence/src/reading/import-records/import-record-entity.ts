import type { ImportOutcome, ImportRecord } from '@carryover/application/ports/operator/import-records';
import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import type { DryRun, RefusedImport } from '../../schema/entities/import-record.ts';
import { ApiKey, Organisation } from '../../schema/entities/organisation.ts';

/** An import record with the ids of its organisation and API key in place of their names. */
export type FoundRecord = Omit<ImportRecord, 'organisation' | 'apiKeyPrefix' | 'apiKeyLabel'> & {
  readonly organisationId: string;
  readonly apiKeyId: string;
};

/** Returns a stored hash without PostgreSQL's `\\x`. */
export const toSha256 = (stored: string | null): string | null => stored?.slice(2) ?? null;

export const toAttempt =
  (outcome: ImportOutcome) =>
  (entity: InferEntity<typeof RefusedImport> | InferEntity<typeof DryRun>): FoundRecord => ({
    ...entity,
    outcome,
    payloadSha256: toSha256(entity.payloadSha256),
    conflictCount: null,
    undone: null,
  });

/** Names the organisation and the API key of each record. Records have no foreign keys: the key may be gone. */
export const nameOwners = async (
  em: EntityManager,
  records: ReadonlyArray<FoundRecord>,
): Promise<ReadonlyArray<ImportRecord>> => {
  const ids = (idOf: (record: FoundRecord) => string) => ({ id: { $in: [...new Set(records.map(idOf))] } });
  const organisations = await em.find(
    Organisation,
    ids(({ organisationId }) => organisationId),
  );
  const keys = await em.find(
    ApiKey,
    ids(({ apiKeyId }) => apiKeyId),
  );
  const names = new Map(organisations.map(({ id, name }) => [id, name]));
  const keyOf = new Map(keys.map((key) => [key.id, key]));
  return records.map(({ organisationId, apiKeyId, ...record }) => ({
    ...record,
    organisation: names.get(organisationId) ?? '',
    apiKeyPrefix: keyOf.get(apiKeyId)?.prefix ?? null,
    apiKeyLabel: keyOf.get(apiKeyId)?.label ?? null,
  }));
};
