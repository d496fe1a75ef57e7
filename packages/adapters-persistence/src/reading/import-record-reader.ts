import type {
  ImportFilter,
  ImportOutcome,
  ImportRecord,
  ImportRecordContent,
  ImportRecordReader,
  UndoneBy,
} from '@carryover/application/ports/operator/import-records';
import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { unpackPayload } from '../imports/import-records.ts';
import { readFailures } from '../operator/reconciliation/failure-reader.ts';
import { forReading } from '../orm.ts';
import { AcceptedImport, DryRun, RefusedImport } from '../schema/entities/import-record.ts';
import { ImportUndo } from '../schema/entities/import-undo.ts';
import { ImportSupplier } from '../schema/entities/organisation.ts';
import { type FoundRecord, nameOwners, toAttempt, toSha256 } from './import-record-entity.ts';

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

const toAccepted = (entity: Accepted, undone: ReadonlyMap<string, UndoneBy>): FoundRecord => ({
  id: entity.id,
  receivedAt: entity.receivedAt,
  organisationId: entity.organisationId,
  apiKeyId: entity.apiKeyId,
  endpoint: entity.endpoint,
  supplierCode: entity.account.supplier.code,
  externalAccountNumber: entity.account.externalAccountNumber,
  outcome: 'accepted',
  status: 201,
  code: null,
  detail: null,
  attr: null,
  attrValue: null,
  itemCount: entity.itemCount,
  payloadSha256: toSha256(entity.payloadSha256),
  conflictCount: entity.conflictCount,
  undone: undone.get(entity.id) ?? null,
});

/** The part of a filter that is the same for all records. */
const receivedWithin = ({ endpoint, since, until }: Omit<ImportFilter, 'limit'>) => ({
  ...(endpoint === undefined ? {} : { endpoint }),
  ...(since === undefined && until === undefined
    ? {}
    : { receivedAt: { ...(since && { $gte: since }), ...(until && { $lt: until }) } }),
});

const listAccepted = async (em: EntityManager, filter: ImportFilter): Promise<ReadonlyArray<FoundRecord>> => {
  if ((filter.outcome ?? 'accepted') !== 'accepted' || filter.code !== undefined) return [];
  const { supplierId: supplier, externalAccountNumber } = filter;
  const account = {
    ...(supplier === undefined ? {} : { supplier }),
    ...(externalAccountNumber === undefined ? {} : { externalAccountNumber }),
  };
  const found = await em.find(
    AcceptedImport,
    { ...receivedWithin(filter), account },
    { populate: ['account.supplier'], orderBy: { id: 'desc' }, limit: filter.limit },
  );
  // The column may be large: it is read only for the listed records.
  await em.populate(found, ['conflictCount']);
  const undone = await readUndone(em, found);
  return found.map((one) => toAccepted(one, undone));
};

/** Reads the records of requests that stored nothing else, newest first. They name their supplier by its code. */
const listAttempts = async (em: EntityManager, filter: ImportFilter): Promise<ReadonlyArray<FoundRecord>> => {
  const { supplierId, externalAccountNumber, code, limit } = filter;
  const supplier = supplierId === undefined ? null : await em.findOneOrFail(ImportSupplier, supplierId);
  const where = {
    ...receivedWithin(filter),
    ...(supplier && { organisationId: supplier.organisation.id, supplierCode: supplier.code }),
    ...(externalAccountNumber === undefined ? {} : { externalAccountNumber }),
    ...(code === undefined ? {} : { code }),
  };
  const options = { orderBy: { id: 'desc' }, limit } as const;
  const isWanted = (outcome: ImportOutcome) => (filter.outcome ?? outcome) === outcome;
  const refused = isWanted('refused') ? await em.find(RefusedImport, where, options) : [];
  const dryRuns = isWanted('dry_run') ? await em.find(DryRun, where, options) : [];
  return [...refused.map(toAttempt('refused')), ...dryRuns.map(toAttempt('dry_run'))];
};

/** Ids are ordered by time. */
const newestFirst = (a: FoundRecord, b: FoundRecord): number => (a.id < b.id ? 1 : -1);

const list = async (em: EntityManager, filter: ImportFilter): Promise<ReadonlyArray<ImportRecord>> => {
  const found = [...(await listAccepted(em, filter)), ...(await listAttempts(em, filter))];
  return nameOwners(em, found.toSorted(newestFirst).slice(0, filter.limit));
};

const findAttempt = async (em: EntityManager, id: string): Promise<FoundRecord | null> => {
  const refused = await em.findOne(RefusedImport, id);
  if (refused !== null) return toAttempt('refused')(refused);
  const dryRun = await em.findOne(DryRun, id);
  return dryRun && toAttempt('dry_run')(dryRun);
};

const show = async (em: EntityManager, id: string): Promise<ImportRecordContent | null> => {
  const populate = ['account.supplier', 'conflictCount', 'payload', 'findings'] as const;
  const accepted = await em.findOne(AcceptedImport, { id }, { populate });
  const found = accepted === null ? await findAttempt(em, id) : toAccepted(accepted, await readUndone(em, [accepted]));
  if (found === null) return null;
  const [record] = await nameOwners(em, [found]);
  return {
    record: record!,
    payload: accepted && (await unpackPayload(Buffer.from(accepted.payload))),
    findings: accepted?.findings ? { noteConflicts: [], ...accepted.findings } : null,
  };
};

export const makePostgresImportRecordReader = (em: EntityManager): ImportRecordReader => ({
  list: (filter) => stored(() => list(forReading(em), filter)),
  show: (id) => stored(() => show(forReading(em), id)),
  failures: (filter) => stored(() => readFailures(forReading(em), filter)),
});
