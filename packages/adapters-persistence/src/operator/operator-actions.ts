import { randomUUID } from 'node:crypto';
import { given } from '@carryover/application/given';
import type { OperatorActions } from '@carryover/application/ports/operator/operator-actions';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { OperatorAction } from '../schema/entities/operator/operator-action.ts';

/** Compared in the database, whose times are more precise than a `Date`. An action of no listed organisation is no position. */
const FOLLOWS = `(action.performed_at, action.id) < (
  select performed_at, id from operator_action where id = ? and (?::text[] is null or organisation = any(?::text[])))`;

/** @param em of the transaction that makes the change, if an action is added. */
export const makePostgresOperatorActions = (em: EntityManager): OperatorActions => ({
  add: (action) =>
    stored(async () => {
      const id = randomUUID();
      await em.insert(OperatorAction, { id, ...action });
      return id;
    }),
  list: ({ organisation, supplierCode, since, organisations, performedBy, after, limit }) =>
    stored(async () => {
      const performedAt = since && { $gte: since };
      const $and = organisations && [{ organisation: { $in: [...organisations] } }];
      const where = given({ organisation, performedBy, supplierCode, performedAt, $and });
      const actions = forReading(em)
        .createQueryBuilder(OperatorAction, 'action')
        .where(where)
        .orderBy({ performedAt: 'desc', id: 'desc' })
        .limit(limit);
      if (after !== undefined) actions.andWhere(FOLLOWS, [after, organisations ?? null, organisations ?? null]);
      return actions.getResult();
    }),
});
