import type { Approval, Approvals } from '@carryover/application/ports/approvals';
import type { Stored } from '@carryover/application/ports/store-failure';
import { FOUR_EYES } from '@carryover/domain/four-eyes';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { moment, momentSql, oneOf, orNull } from './schema/stored-values.ts';
import { presentNameOf } from './sql/organisation-names.ts';
import { query, readRow, readRows } from './sql/query.ts';
import { changed, stored } from './sql/store-failure.ts';

const approvalRow = t.type({
  id: t.string,
  kind: oneOf(FOUR_EYES),
  organisation: t.string,
  supplierCode: orNull(t.string),
  what: t.UnknownRecord,
  askedBy: t.string,
  askedBySubject: orNull(t.string),
  askedByIssuer: orNull(t.string),
  reason: t.string,
  askedAt: moment,
  expiresAt: moment,
  decision: orNull(oneOf(['approved', 'declined', 'withdrawn'])),
  decidedAt: orNull(moment),
  decidedBy: orNull(t.string),
  outcome: orNull(t.string),
  outcomePath: orNull(t.string),
  now: moment,
});

/** An approval is about the organisation as it is named now: it may have been renamed since it was asked for. */
const ORGANISATION = `coalesce(${presentNameOf('console_approval.organisation')}, console_approval.organisation)`;

const APPROVALS = `
  select id, kind, ${ORGANISATION} as organisation, supplier_code as "supplierCode", what, asked_by as "askedBy", asked_by_subject as "askedBySubject", asked_by_issuer as "askedByIssuer", reason,
         ${momentSql('asked_at')} as "askedAt", ${momentSql('expires_at')} as "expiresAt", decision,
         ${momentSql('decided_at')} as "decidedAt", decided_by as "decidedBy", outcome, outcome_path as "outcomePath", ${momentSql('clock_timestamp()')} as now
  from console_approval`;

type Read = Approval & { readonly now: Date };

const toApproval = (row: t.TypeOf<typeof approvalRow>): Read => {
  const { organisation, supplierCode, askedBy, askedBySubject, askedByIssuer, ...rest } = row;
  return {
    ...rest,
    subject: { organisation, supplierCode },
    asker: { performedBy: askedBy, performedBySubject: askedBySubject, performedByIssuer: askedByIssuer },
  };
};

const ADD = `
  insert into console_approval (id, kind, organisation, supplier_code, what, asked_by,
    asked_by_subject, asked_by_issuer, reason)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const DECIDE = `
  update console_approval set decision = $2, decided_by = $3, decided_at = statement_timestamp()
  where id = $1 and decision is null returning id`;

/** @param em of a transaction, which holds the locks. */
export const approvalsIn = (em: EntityManager): Approvals => ({
  add: ({ id, kind, subject, what, asker, reason }) =>
    changed(async () => {
      const of = [subject.organisation, subject.supplierCode];
      const by = [asker.performedBy, asker.performedBySubject, asker.performedByIssuer];
      await query(em, ADD, [id, kind, ...of, JSON.stringify(what), ...by, reason]);
    }),
  lock: (id) =>
    stored(async () => {
      const row = await readRow(em, approvalRow, `${APPROVALS} where id = $1 for update`, [id]);
      return row && toApproval(row);
    }),
  decide: (id, decision, by) =>
    changed(async () => {
      if ((await query(em, DECIDE, [id, decision, by])).length !== 1) throw new Error('The approval was decided.');
    }),
});

const LISTED = 100;

/** The approvals as pages read them. */
export const makePostgresApprovals = (em: EntityManager) => ({
  find: (id: string): Stored<Read | null> =>
    stored(async () => {
      const row = await readRow(em, approvalRow, `${APPROVALS} where id = $1`, [id]);
      return row && toApproval(row);
    }),
  /** The open ones of these organisations, and the latest others; the latest first. @param organisations null: all. */
  list: (organisations: ReadonlyArray<string> | null): Stored<ReadonlyArray<Read>> =>
    stored(async () => {
      const within = `where ($1::text[] is null or ${ORGANISATION} = any($1))`;
      const open = 'decision is null and expires_at > clock_timestamp()';
      const some = (condition: string) => `(${APPROVALS} ${within} and ${condition} order by id desc limit ${LISTED})`;
      const rows = await readRows(em, approvalRow, `${some(open)} union all ${some(`not (${open})`)}`, [organisations]);
      return rows.map(toApproval);
    }),
  /** An approval of the last day that a person got to look at the payload of an import; null without one. */
  grantOf: (importId: string, subject: string | null, issuer: string | null): Stored<Read | null> =>
    stored(async () => {
      const row = await readRow(
        em,
        approvalRow,
        `${APPROVALS} where kind = 'payloads' and what->>'import_id' = $1 and decision = 'approved'
           and decided_at > clock_timestamp() - interval '1 day'
           and asked_by_subject is not distinct from $2 and asked_by_issuer is not distinct from $3
         order by id desc limit 1`,
        [importId, subject, issuer],
      );
      return row && toApproval(row);
    }),
  /** Notes what became of an approved change. */
  end: (id: string, { outcome, outcomePath }: Pick<Approval, 'outcome' | 'outcomePath'>): Stored<void> =>
    changed(() =>
      query(em, 'update console_approval set outcome = $2, outcome_path = $3 where id = $1', [
        id,
        outcome,
        outcomePath,
      ]),
    ),
});
