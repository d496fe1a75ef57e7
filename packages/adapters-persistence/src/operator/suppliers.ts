import { randomUUID } from 'node:crypto';
import { given } from '@carryover/application/given';
import type { Administration, SupplierChange } from '@carryover/application/ports/operator/administration';
import type { SupplierRepository } from '@carryover/application/ports/supplier-repository';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import { type EntityManager, type InferEntity, LockMode, raw } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { ImportSupplier as ImportSupplierEntity } from '../schema/entities/organisation.ts';

export const toSupplier = (entity: InferEntity<typeof ImportSupplierEntity>): ImportSupplier => ({
  id: entity.id,
  organisationId: entity.organisation.id,
  code: entity.code,
  status: entity.status,
  configuration: {
    documentRoot: entity.documentRoot,
    verifyDocuments: entity.verifyDocuments,
    automatedEmails: entity.automatedEmails,
    supplyChargeArithmetic: entity.supplyChargeArithmetic,
    unknownFields: entity.unknownFields,
  },
});

export const makePostgresSupplierRepository = (em: EntityManager): SupplierRepository => ({
  find: (organisationId, code) =>
    stored(async () => {
      const found = await forReading(em).findOne(ImportSupplierEntity, { organisation: organisationId, code });
      return found === null ? null : toSupplier(found);
    }),
});

/** Import suppliers and their configuration. */
export const makeSupplierAdministration = (
  em: EntityManager,
): Pick<Administration, 'createSupplier' | 'findSuppliers'> => ({
  createSupplier: (organisation, code, configuration) =>
    stored(async () => {
      const supplier = { id: randomUUID(), code, status: 'Ongoing' } as const;
      const row = { ...supplier, ...configuration, organisation: organisation.id, createdAt: raw('now()') };
      const insert = em.createQueryBuilder(ImportSupplierEntity).insert(row);
      const { affectedRows } = await insert.onConflict(['organisation', 'code']).ignore().execute('run');
      return affectedRows === 0 ? null : { ...supplier, organisationId: organisation.id, configuration };
    }),
  findSuppliers: ({ code, organisationName }) =>
    stored(async () => {
      const where = given({ code, organisation: organisationName === undefined ? null : { name: organisationName } });
      const orderBy = { organisation: { name: 'asc' }, code: 'asc' } as const;
      const found = await forReading(em).find(ImportSupplierEntity, where, { populate: ['organisation'], orderBy });
      return found.map((entity) => ({ ...toSupplier(entity), organisationName: entity.organisation.name }));
    }),
});

/** Reads a supplier and locks it until the transaction of `em` ends. */
const lock = (em: EntityManager, { id }: ImportSupplier) =>
  em.findOneOrFail(ImportSupplierEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Returns a supplier as it is, and locks it until the transaction of `em` ends. */
export const lockSupplier = async (em: EntityManager, supplier: ImportSupplier): Promise<ImportSupplier> =>
  toSupplier(await lock(em, supplier));

/** Changes a supplier and locks it until the transaction of `em` ends. */
export const changeSupplier = async (em: EntityManager, of: ImportSupplier, change: SupplierChange) => {
  const supplier = await lock(em, of);
  const before = toSupplier(supplier);
  em.assign(supplier, change);
  await em.flush();
  return { before, after: toSupplier(supplier) };
};
