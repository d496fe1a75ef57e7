import { jobProgress, jobResult } from '@carryover/adapters-persistence/reconciliation-jobs';
import type { DataSettings } from '@carryover/settings/data-settings';
import * as t from 'io-ts';

/** The work of the process that makes one reconciliation, as it is sent to it. */
export type Work = {
  /** With the address of the database, also if it is the embedded one. */
  readonly settings: DataSettings;
  readonly supplier: { readonly code: string; readonly organisationName: string };
  /** The folder for the reports. */
  readonly folder: string;
  readonly controlTotals: string;
  /** The file of the key that signs evidence; null: no evidence is made. */
  readonly evidenceKeyFile: string | null;
  readonly madeBy: string;
};

/** A message of the process. */
const fromWorker = t.union([
  t.type({ kind: t.literal('progress'), progress: jobProgress }),
  t.type({ kind: t.literal('finished'), result: jobResult }),
  t.type({ kind: t.literal('failed'), detail: t.string }),
]);
export type FromWorker = t.TypeOf<typeof fromWorker>;
export const isFromWorker = fromWorker.is;
