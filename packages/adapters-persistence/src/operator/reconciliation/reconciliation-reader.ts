import type {
  ReconciliationReader,
  SupplierSnapshot,
} from '@carryover/application/ports/operator/reconciliation/reconciliation-reader';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { onSnapshot, type Snapshot, SnapshotFailed } from '../../driver/snapshot.ts';
import { toStoreFailure } from '../../driver/store-failure.ts';
import { poolOf } from '../../orm.ts';
import { streamTotals } from '../../queries/stored-totals.ts';
import { streamCorrections } from '../corrections/stored-corrections.ts';
import {
  readAcceptedImports,
  readRefusedAccounts,
  readRefusedRequests,
  readTotalsCounting,
} from './explanation-reader.ts';
import { streamImportRecords } from './import-evidence.ts';
import { readSentItems } from './sent-items.ts';
import { readCounts, readRefusals, readVocabulary } from './stored-counts.ts';
import { streamFindings, streamMoved, streamRepeated } from './stored-findings.ts';

const snapshotOf = (snapshot: Snapshot, supplier: ImportSupplier): SupplierSnapshot => ({
  takenAt: snapshot.takenAt,
  isOfOneMoment: !snapshot.isOnCitus,
  counts: () => readCounts(snapshot),
  totals: (counted) => streamTotals(snapshot, counted),
  vocabulary: () => readVocabulary(snapshot),
  refusals: () => readRefusals(snapshot),
  moved: () => streamMoved(snapshot),
  repeated: () => streamRepeated(snapshot),
  corrections: () => streamCorrections(snapshot),
  findings: () => streamFindings(snapshot),
  importRecords: () => streamImportRecords(snapshot),
  importsOf: (totals) => readAcceptedImports(snapshot, supplier, totals),
  refusalsOf: (numbers) => readRefusedRequests(snapshot, supplier, numbers),
  refusedAccounts: (numbers) => readRefusedAccounts(snapshot, supplier, numbers),
  sentItemsOf: (totals) => readSentItems(snapshot, supplier, totals),
  totalsCounting: (transactions) => readTotalsCounting(snapshot, supplier, transactions),
});

const settingsOf = ({ id, organisationId, code }: ImportSupplier) => ({
  'carryover.supplier': id,
  'carryover.organisation': organisationId,
  'carryover.code': code,
});

export const makePostgresReconciliationReader = (orm: MikroORM): ReconciliationReader => ({
  onSnapshot: (supplier, read) => async () => {
    try {
      const pool = await poolOf(orm);
      return E.right(await onSnapshot(pool, settingsOf(supplier), (snapshot) => read(snapshotOf(snapshot, supplier))));
    } catch (error) {
      if (error instanceof SnapshotFailed) return E.left(toStoreFailure(error.cause));
      throw error;
    }
  },
});
