import { randomUUID } from 'node:crypto';
import type { OperatorAction, OperatorActions } from '@carryover/application/ports/operator/operator-actions';
import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { OperatorAction as OperatorActionEntity } from '../schema/entities/operator-action.ts';

const toAction = ({ before, after, ...row }: InferEntity<typeof OperatorActionEntity>): OperatorAction => ({
  id: row.id,
  performedAt: row.performedAt,
  performedBy: row.performedBy,
  reason: row.reason ?? null,
  action: row.action,
  organisation: row.organisation,
  supplierCode: row.supplierCode ?? null,
  externalAccountNumber: row.externalAccountNumber ?? null,
  ledgerNumber: row.ledgerNumber ?? null,
  before: before ?? null,
  after: after ?? null,
});

/** @param em of the transaction that makes the change, if an action is added. */
export const makePostgresOperatorActions = (em: EntityManager): OperatorActions => ({
  add: (action) =>
    stored(async () => {
      const id = randomUUID();
      await em.insert(OperatorActionEntity, { id, ...action });
      return id;
    }),
  list: ({ organisation, supplierCode, since, limit }) =>
    stored(async () => {
      const where = {
        ...(organisation === undefined ? {} : { organisation }),
        ...(supplierCode === undefined ? {} : { supplierCode }),
        ...(since === undefined ? {} : { performedAt: { $gte: since } }),
      };
      const orderBy = { performedAt: 'desc', id: 'desc' } as const;
      return (await forReading(em).find(OperatorActionEntity, where, { orderBy, limit })).map(toAction);
    }),
});
