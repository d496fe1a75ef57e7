import type { SupplierChange } from '@carryover/application/ports/administration';
import type { SupplierRepository } from '@carryover/application/ports/store';
import type { ImportSupplier } from '@carryover/domain/account';
import { type EntityManager, type InferEntity, LockMode } from '@mikro-orm/postgresql';
import { forReading } from '../orm.ts';
import { ImportSupplierEntity } from '../schema/entities.ts';
import { stored } from '../sql/store-failure.ts';

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

/** Reads a supplier and locks it until the transaction of `em` ends. */
const lock = (em: EntityManager, { id }: ImportSupplier) =>
  em.findOneOrFail(ImportSupplierEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Returns a supplier as it is, and locks it until the transaction of `em` ends. */
export const lockSupplier = async (em: EntityManager, supplier: ImportSupplier): Promise<ImportSupplier> =>
  toSupplier(await lock(em, supplier));

/** Changes a supplier and locks it until the transaction of `em` ends. */
export const changeSupplier = async (em: EntityManager, unlocked: ImportSupplier, change: SupplierChange) => {
  const supplier = await lock(em, unlocked);
  const before = toSupplier(supplier);
  em.assign(supplier, change);
  await em.flush();
  return { before, after: toSupplier(supplier) };
};
