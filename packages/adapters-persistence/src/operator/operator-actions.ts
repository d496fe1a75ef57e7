import { randomUUID } from 'node:crypto';
import type { OperatorAction, OperatorActions } from '@carryover/application/ports/operator/operator-actions';
import type { EntityManager, InferEntity } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { OperatorAction as OperatorActionEntity } from '../schema/entities/operator/operator-action.ts';

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

/** Compared in the database, whose times are more precise than a `Date`. */
const FOLLOWS = '(action.performed_at, action.id) < (select performed_at, id from operator_action where id = ?)';

/** @param em of the transaction that makes the change, if an action is added. */
export const makePostgresOperatorActions = (em: EntityManager): OperatorActions => ({
  add: (action) =>
    stored(async () => {
      const id = randomUUID();
      await em.insert(OperatorActionEntity, { id, ...action });
      return id;
    }),
  list: ({ organisation, supplierCode, since, organisations, performedBy, after, limit }) =>
    stored(async () => {
      const where = {
        ...(organisations === undefined ? {} : { $and: [{ organisation: { $in: [...organisations] } }] }),
        ...(organisation === undefined ? {} : { organisation }),
        ...(performedBy === undefined ? {} : { performedBy }),
        ...(supplierCode === undefined ? {} : { supplierCode }),
        ...(since === undefined ? {} : { performedAt: { $gte: since } }),
      };
      const actions = forReading(em)
        .createQueryBuilder(OperatorActionEntity, 'action')
        .where(where)
        .orderBy({ performedAt: 'desc', id: 'desc' })
        .limit(limit);
      if (after !== undefined) actions.andWhere(FOLLOWS, [after]);
      return (await actions.getResult()).map(toAction);
    }),
});
