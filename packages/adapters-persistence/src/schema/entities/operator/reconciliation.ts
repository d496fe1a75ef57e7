import { VERDICTS } from '@carryover/domain/proof/compare-totals';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { choice, time } from '../columns.ts';

/** Reconciliations with control totals, by the id of their report: each is added when it ends, and never changed. */
export const Reconciliation = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliation',
  properties: {
    supplierId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** The moment of the data. */
    snapshotAt: time(),
    verdict: choice(VERDICTS),
    controlFileSha256: p.text().strictNullable(),
    performedBy: p.text(),
    recordedAt: time().defaultRaw('clock_timestamp()'),
  },
});
