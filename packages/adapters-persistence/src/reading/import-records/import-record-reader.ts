import type {
  FoundImport,
  ImportFilter,
  ImportRecord,
  ImportRecordReader,
  UndoneBy,
} from '@carryover/application/ports/operator/import-records';
import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { stored } from '../../driver/store-failure.ts';
import { intactPayload } from '../../imports/import-records.ts';
import { readFailures } from '../../operator/reconciliation/failure-reader.ts';
import { forReading } from '../../orm.ts';
import { AcceptedImport, DryRun, RefusedImport } from '../../schema/entities/import-record.ts';
import { ImportUndo } from '../../schema/entities/operator/import-undo.ts';
import { readStoredItems } from '../stored-items.ts';
import { type FoundRecord, nameOwners, toAttempt, toSha256 } from './import-record-entity.ts';
import { listedIds } from './list-import-records.ts';

type Accepted = Omit<InferEntity<typeof AcceptedImport>, 'payload' | 'findings'>;

/** Returns the undo of each of these imports that was undone, by the id of the import. */
const readUndone = async (
  em: EntityManager,
  imports: ReadonlyArray<Accepted>,
): Promise<ReadonlyMap<string, UndoneBy>> => {
  const accountId = { $in: [...new Set(imports.map(({ account }) => account.id))] };
  const found = await em.find(ImportUndo, { accountId, importId: { $in: imports.map(({ id }) => id) } });
  return new Map(
    found.map(({ importId, undoneAt, undoneBy, reason }) => [importId, { at: undoneAt, by: undoneBy, reason }]),
  );
};

const toAccepted = ({ account, ...entity }: Accepted, undone: ReadonlyMap<string, UndoneBy>): FoundRecord => ({
  ...entity,
  supplierCode: account.supplier.code,
  externalAccountNumber: account.externalAccountNumber,
  outcome: 'accepted',
  status: 201,
  code: null,
  detail: null,
  attr: null,
  attrValue: null,
  payloadSha256: toSha256(entity.payloadSha256),
  undone: undone.get(entity.id) ?? null,
});

const listAccepted = async (em: EntityManager, ids: ReadonlyArray<string>): Promise<ReadonlyArray<FoundRecord>> => {
  const populate = ['account.supplier', 'conflictCount'] as const;
  const found = await em.find(AcceptedImport, { id: { $in: [...ids] } }, { populate });
  const undone = await readUndone(em, found);
  return found.map((one) => toAccepted(one, undone));
};

/** Ids are ordered by time. */
const newestFirst = (a: FoundRecord, b: FoundRecord): number => (a.id < b.id ? 1 : -1);

const list = async (em: EntityManager, filter: ImportFilter): Promise<ReadonlyArray<ImportRecord>> => {
  const ids = await listedIds(em, filter);
  const named = (of: ReadonlyArray<string>) => ({ id: { $in: [...of] } });
  const found = [
    ...(ids.accepted.length === 0 ? [] : await listAccepted(em, ids.accepted)),
    ...(ids.refused.length === 0 ? [] : await em.find(RefusedImport, named(ids.refused))).map(toAttempt('refused')),
    ...(ids.dry_run.length === 0 ? [] : await em.find(DryRun, named(ids.dry_run))).map(toAttempt('dry_run')),
  ];
  return nameOwners(em, found.toSorted(newestFirst));
};

const findAttempt = async (em: EntityManager, id: string): Promise<FoundRecord | null> => {
  const refused = await em.findOne(RefusedImport, id);
  if (refused !== null) return toAttempt('refused')(refused);
  const dryRun = await em.findOne(DryRun, id);
  return dryRun && toAttempt('dry_run')(dryRun);
};

const find = async (em: EntityManager, id: string): Promise<FoundImport | null> => {
  const populate = ['account.supplier', 'conflictCount', 'findings'] as const;
  const accepted = await em.findOne(AcceptedImport, { id }, { populate });
  const found = accepted === null ? await findAttempt(em, id) : toAccepted(accepted, await readUndone(em, [accepted]));
  if (found === null) return null;
  const [record] = await nameOwners(em, [found]);
  return { record: record!, findings: accepted?.findings ?? null };
};

const readPayload = async (em: EntityManager, id: string): Promise<string | null> => {
  const found = await em.findOne(AcceptedImport, { id }, { fields: ['payload', 'payloadSha256'] });
  return found && intactPayload(id, Buffer.from(found.payload), found.payloadSha256.slice(2));
};

export const makePostgresImportRecordReader = (em: EntityManager): ImportRecordReader => ({
  list: (filter) => stored(() => list(forReading(em), filter)),
  find: (id) => stored(() => find(forReading(em), id)),
  payload: (id) => stored(() => readPayload(forReading(em), id)),
  storedItems: (id) => stored(() => readStoredItems(em, id)),
  failures: (filter) => stored(() => readFailures(forReading(em), filter)),
});
