import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import type { EntityManager } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { firstIdOf, LAST_ID } from '../schema/record-ids.ts';
import { storedFindings } from '../schema/stored-values.ts';
import { NOT_UNDONE } from '../sql/not-undone.ts';
import { readRows } from '../sql/query.ts';
import { stored } from '../sql/store-failure.ts';
import { type ImportFindings, type ImportRecord, recordsWith } from './import-records.ts';

type ConflictFilter = {
  /** null: all suppliers. */
  readonly supplier: ImportSupplier | null;
  readonly organisations?: ReadonlyArray<string>;
  readonly externalAccountNumber?: string;
  /** A field that differs, as the interface names it. */
  readonly field?: string;
  readonly transactionId?: string;
  readonly since: Date;
  /** Only imports that are older than this one. */
  readonly before?: string;
  readonly limit: number;
};

/** An accepted import, not undone, with items that exist already with other content. */
export type ImportWithConflicts = {
  readonly record: ImportRecord;
  readonly conflicts: ImportFindings['conflicts'];
  readonly noteConflicts: ImportFindings['noteConflicts'];
};

const WITH_FIELD = (list: string) => `i.findings @> jsonb_build_object('${list}',
  jsonb_build_array(jsonb_build_object('differences', jsonb_build_array(jsonb_build_object('field', $4::text)))))`;

// The index accepted_import_findings has only imports with findings.
const CONFLICTS = `
  select i.id, i.findings from accepted_import i
  join account a on a.id = i.account_id
  where i.findings is not null
    and jsonb_array_length(i.findings->'conflicts') + jsonb_array_length(i.findings->'noteConflicts') > 0
    and ${NOT_UNDONE}
    and ($1::uuid is null or i.supplier_id = $1)
    and ($2::text[] is null or i.organisation_id in (select o.id from organisation o where o.name = any($2)))
    and ($3::text is null or a.external_account_number = $3)
    and ($4::text is null or ${WITH_FIELD('conflicts')} or ${WITH_FIELD('noteConflicts')})
    and ($5::text is null or i.findings @> jsonb_build_object('conflicts',
      jsonb_build_array(jsonb_build_object('transactionId', $5::text))))
    and i.id >= $6 and i.id < $7
  order by i.id desc limit $8`;

const findingsRow = t.type({ id: t.string, findings: storedFindings });

/** Lists the imports with conflicts that a filter takes, newest first. */
export const listConflicts =
  (em: EntityManager) =>
  (filter: ConflictFilter): Stored<ReadonlyArray<ImportWithConflicts>> =>
    stored(async () => {
      const { supplier, organisations, externalAccountNumber, field, transactionId, since, before, limit } = filter;
      const of = [supplier?.id ?? null, organisations ?? null, externalAccountNumber ?? null];
      const about = [field ?? null, transactionId ?? null, firstIdOf(since.getTime()), before ?? LAST_ID, limit];
      const rows = await readRows(em, findingsRow, CONFLICTS, [...of, ...about]);
      const findings = new Map(rows.map((row) => [row.id, row.findings]));
      return (await recordsWith(em, { accepted: [...findings.keys()] })).map((record) => {
        const { conflicts, noteConflicts } = findings.get(record.id)!;
        return { record, conflicts, noteConflicts };
      });
    });
