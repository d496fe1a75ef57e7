import { identified, type NamedSupplier } from '@carryover/application/ports/administration';
import type { Stored } from '@carryover/application/ports/store-failure';
import { actionOf, DECISIONS, type DifferenceNote } from '@carryover/application/reconciliation/difference-notes';
import { TOTAL_TYPES, type Total } from '@carryover/domain/control-total';
import { Decimal } from '@carryover/domain/decimal';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, oneOf, orNull } from '../schema/stored-values.ts';
import { namesOrganisation } from '../sql/organisation-names.ts';
import { readRows } from '../sql/query.ts';
import type { Snapshot } from '../sql/snapshot.ts';
import { stored } from '../sql/store-failure.ts';

// An erased account has no notes: what identifies its differences is removed with it.
const NOTES = `
  select external_account_number as "externalAccountNumber", coalesce(ledger_number, '') as "ledgerNumber", action,
         after, reason, to_json(performed_at)#>>'{}' as "decidedAt", performed_by as "performedBy",
         performed_by_subject as "performedBySubject", performed_by_issuer as "performedByIssuer"
  from operator_action
  where ${namesOrganisation('organisation', '$1::uuid')} and supplier_code = $2 and action = any($3) and after is not null and reason is not null
  order by performed_at, id`;

const figures = t.type({ count: t.number, sum: orNull(t.string) });
const noteRow = t.type({
  externalAccountNumber: t.string,
  ledgerNumber: t.string,
  action: t.string,
  after: t.type({ type: oneOf(TOTAL_TYPES), expected: figures, actual: figures }),
  reason: t.string,
  decidedAt: moment,
  performedBy: t.string,
  performedBySubject: orNull(t.string),
  performedByIssuer: orNull(t.string),
});

const ACTIONS = DECISIONS.map(actionOf);

const totalOf = ({ count, sum }: t.TypeOf<typeof figures>): Total => ({
  count,
  sum: sum === null ? null : new Decimal(sum),
});

const toNote = ({ action, after, ...row }: t.TypeOf<typeof noteRow>): DifferenceNote => ({
  externalAccountNumber: row.externalAccountNumber,
  ledgerNumber: row.ledgerNumber,
  type: after.type,
  expected: totalOf(after.expected),
  actual: totalOf(after.actual),
  decision: DECISIONS.find((decision) => actionOf(decision) === action)!,
  reason: row.reason,
  decidedAt: row.decidedAt,
  decidedBy: identified(row),
});

type Named = Pick<NamedSupplier, 'organisationId' | 'code'>;

/** Reads what persons said of a supplier's differences, the earliest first. */
export const readDifferenceNotes =
  (em: EntityManager) =>
  ({ organisationId, code }: Named): Stored<ReadonlyArray<DifferenceNote>> =>
    stored(async () => (await readRows(em, noteRow, NOTES, [organisationId, code, ACTIONS])).map(toNote));

/** The same on the snapshot of a reconciliation. */
export const readNotesOn = async (
  { read }: Snapshot,
  { organisationId, code }: Named,
): Promise<ReadonlyArray<DifferenceNote>> => (await read(noteRow, NOTES, [organisationId, code, ACTIONS])).map(toNote);
