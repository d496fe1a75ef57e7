import type { ActionName, OperatorAction } from '@carryover/application/ports/administration';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, orNull } from '../schema/stored-values.ts';
import { ORGANISATION_NAMES } from '../sql/organisation-names.ts';
import { readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';

/**
 * The operator actions to list; those of all organisations, suppliers, times, persons and kinds, if none is named. An organisation is
 * named as it is now; its actions may have the name of their time.
 */
export type ActionFilter = {
  readonly organisation?: string;
  /** Of that organisation. */
  readonly supplierCode?: string;
  readonly since?: Date | null;
  /** Not included. */
  readonly until?: Date | null;
  /** Only of these organisations. */
  readonly organisations?: ReadonlyArray<string>;
  readonly performedBy?: string;
  readonly action?: ActionName;
  /** The id of the last action that was read: those before it in time follow. */
  readonly after?: string;
  readonly limit: number;
};

const action: t.Type<OperatorAction, unknown> = t.type({
  id: t.string,
  performedAt: moment,
  performedBy: t.string,
  performedBySubject: orNull(t.string),
  performedByIssuer: orNull(t.string),
  reason: orNull(t.string),
  action: t.string,
  organisation: t.string,
  supplierCode: orNull(t.string),
  externalAccountNumber: orNull(t.string),
  ledgerNumber: orNull(t.string),
  before: orNull(t.UnknownRecord),
  after: orNull(t.UnknownRecord),
});

/** The condition that an action is about one of the organisations that have these names now, by whichever name it has. */
const OF_PRESENT = (names: string): string => `organisation in (
  select named.name from organisation o join ${ORGANISATION_NAMES} named on named.organisation_id = o.id
  where o.name = any(${names}))`;

// Times are compared in the database, where they are more precise than a `Date`. An action of no listed organisation is no position.
const ACTIONS = `
  select id, to_json(performed_at)#>>'{}' as "performedAt", performed_by as "performedBy",
    performed_by_subject as "performedBySubject", performed_by_issuer as "performedByIssuer", reason, action,
    organisation, supplier_code as "supplierCode", external_account_number as "externalAccountNumber",
    ledger_number as "ledgerNumber", before, after
  from operator_action
  where ($1::text is null or ${OF_PRESENT('array[$1]')})
    and ($2::text is null or supplier_code = $2)
    and ($3::timestamptz is null or performed_at >= $3)
    and ($4::text[] is null or ${OF_PRESENT('$4')})
    and ($5::text is null or performed_by = $5)
    and ($6::text is null or action = $6)
    and ($7::uuid is null or (performed_at, id) < (
      select performed_at, id from operator_action where id = $7 and ($4::text[] is null or ${OF_PRESENT('$4')})))
    and ($8::timestamptz is null or performed_at < $8)
  order by performed_at desc, id desc
  limit $9`;

/** Lists operator actions, newest first (decisions 16). */
export const listOperatorActions =
  (em: EntityManager) =>
  (filter: ActionFilter): Stored<ReadonlyArray<OperatorAction>> =>
    stored(() => {
      const {
        organisation,
        supplierCode,
        since,
        until,
        organisations,
        performedBy,
        action: name,
        after,
        limit,
      } = filter;
      const values = [organisation, supplierCode, since, organisations, performedBy, name, after, until].map(
        (value) => value ?? null,
      );
      return readRows(em, action, ACTIONS, [...values, limit]);
    });
