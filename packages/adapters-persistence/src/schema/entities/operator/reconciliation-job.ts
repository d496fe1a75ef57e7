import { defineEntity, p } from '@mikro-orm/postgresql';
import { JOB_OUTCOMES, jobProgress, jobResult } from '../../stored-job.ts';
import { choice, json, time } from '../columns.ts';

/** Reconciliations that consoles run: of those without an outcome, a supplier has one. */
export const ReconciliationJob = defineEntity({
  name: 'ReconciliationJob',
  tableName: 'reconciliation_job',
  uniques: [{ name: 'reconciliation_job_running_unique', properties: ['supplierId'], where: 'outcome is null' }],
  indexes: [{ name: 'reconciliation_job_supplier_id_index', properties: ['supplierId', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    supplierId: p.uuid(),
    startedAt: time().defaultRaw('now()'),
    startedBy: p.text(),
    host: p.text(),
    processId: p.integer(),
    fileName: p.text(),
    /** By the database's clock, as long as its process lives. */
    heartbeatAt: time().defaultRaw('now()'),
    progress: json(jobProgress).strictNullable(),
    endedAt: time().strictNullable(),
    outcome: choice(JOB_OUTCOMES).strictNullable(),
    result: json(jobResult).strictNullable(),
    /** Says why it failed. */
    detail: p.text().strictNullable(),
  },
});
