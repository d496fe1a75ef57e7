import { jobProgress, jobResult, type UndoTask } from '@carryover/adapters-persistence/console-jobs';
import type { Actor } from '@carryover/application/ports/administration';
import type { DataSettings } from '@carryover/settings/data-settings';
import * as t from 'io-ts';

type OfSupplier = {
  /** With the address of the database, also if it is the embedded one. */
  readonly settings: DataSettings;
  readonly supplier: { readonly code: string; readonly organisationName: string };
  /** The folder for what is written. */
  readonly folder: string;
  readonly madeBy: string;
};

export type ReconciliationWork = OfSupplier & {
  readonly kind: 'reconciliation';
  /** The file that was sent, or a set that the client registered. */
  readonly controlTotals: { readonly file: string } | { readonly set: string };
  /** The file of the key that signs evidence; null: no evidence is made. */
  readonly evidenceKeyFile: string | null;
  readonly timeStampUrl: string | null;
};

export type StorageWork = OfSupplier & {
  readonly kind: 'storage_check';
  /** External account number; null: all accounts, and the seals. */
  readonly account: string | null;
};

export type UndoWork = OfSupplier & {
  readonly kind: 'undo';
  readonly task: UndoTask;
  /** Who undoes, or looks. */
  readonly actor: Actor;
};

/** The work of a process beside the pages, as it is sent to it. */
export type Work = ReconciliationWork | StorageWork | UndoWork;

/** A message of the process. */
const fromWorker = t.union([
  t.type({ kind: t.literal('progress'), progress: jobProgress }),
  t.type({ kind: t.literal('finished'), result: jobResult }),
  t.type({ kind: t.literal('failed'), detail: t.string }),
]);
export type FromWorker = t.TypeOf<typeof fromWorker>;
export const isFromWorker = fromWorker.is;
