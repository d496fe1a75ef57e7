import { setTimeout as delay } from 'node:timers/promises';
import { readFinalPosition } from '@carryover/adapters-persistence/admin/changed-since';
import {
  findEnds,
  findPlacesOfAccounts,
  haveAccountsStayed,
  haveLedgersChanged,
} from '@carryover/adapters-persistence/export/ends';
import {
  EXPORTED_FILES,
  type FileWanted,
  readExportTotals,
  readParts,
} from '@carryover/adapters-persistence/export/rows';
import {
  cursorBefore,
  type ExportScope,
  findPlaces,
  isPastEnd,
  readRemovedSince,
} from '@carryover/adapters-persistence/export/scope';
import { onSupplierSnapshot, type Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import { theAccount } from '@carryover/application/admin/accounts';
import type { RecordRun } from '@carryover/application/admin/operator-actions';
import { type SupplierName, theSupplier } from '@carryover/application/admin/suppliers';
import type { Acting, Administration, NamedSupplier } from '@carryover/application/ports/administration';
import type { Stored, StoreFailure } from '@carryover/application/ports/store-failure';
import { type FileFailure, WriteFailed } from '@carryover/files/source/file-failure';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type BegunExport,
  type ExportFolder,
  type ExportManifest,
  openExportFolder,
  type WantedExport,
} from './export-folder.ts';
import { writeExportedFile } from './write-file.ts';

type Ports = { readonly orm: MikroORM; readonly administration: Administration; readonly recordRun: RecordRun };

/**
 * `export_past_end`: what the export should have was removed or changed before a snapshot had it. `export_held_back`: a transaction
 * stays open that a cluster's export waits for.
 */
export type ExportRefused =
  | { readonly kind: 'invalid_cursor' }
  | { readonly kind: 'export_held_back' }
  | { readonly kind: 'export_past_end'; readonly isResumed: boolean };

export type Exported = {
  readonly manifest: ExportManifest;
  /** The files that an interrupted export had completed. */
  readonly kept: number;
  /** What was removed behind the cursor of `--after`; null without one. */
  readonly removed: { readonly undone: number; readonly erased: number } | null;
};

type ExportCommand = Omit<WantedExport, 'supplier' | 'organisation'> & {
  readonly supplier: SupplierName;
  /** The folder. */
  readonly out: string;
  readonly isResumed: boolean;
  readonly onProgress: (name: string, bytes: number) => void;
};

/** How long a snapshot is waited for that has all that is before its end: nothing of it was removed between the two. */
const WAIT_MS = 60_000;
const RETRY_MS = 100;
/** How often an export begins again that could not go on up to its end after a shard was moved. */
const MOST_RESTARTS = 5;

/** The supplier of an export, and what is wanted of it. */
type Of = { readonly supplier: NamedSupplier; readonly wanted: WantedExport };

const scopeOf = ({ supplier: { code, organisationId }, wanted: { account } }: Of) => ({
  supplierCode: code,
  organisationId,
  account,
});

/** `moved`: a shard of a cluster was moved, so that what was read since it was checked last may lack rows. */
type NotWritten = ExportRefused | StoreFailure | { readonly kind: 'moved' };
type Written = E.Either<NotWritten, Omit<Exported, 'kept'>>;
const refusal = (refused: NotWritten): E.Either<NotWritten, never> => E.left(refused);

/** Where an export ends, and whether what its snapshot has read is whole. */
type Reading = {
  /** By nodes; null: of one server, at the snapshot. */
  readonly ends: ReadonlyArray<string> | null;
  readonly haveStayed: Stored<boolean>;
  readonly haveLedgersChanged: (scope: ExportScope) => Stored<boolean>;
};

const whole = async ({ haveStayed }: Reading): Promise<E.Either<NotWritten, void>> => {
  const stayed = await haveStayed();
  if (E.isLeft(stayed)) return stayed;
  return stayed.right ? E.right(undefined) : refusal({ kind: 'moved' });
};

/** Writes the files that are not complete yet, of one snapshot, and the manifest. */
const write = async (
  snapshot: Snapshot,
  reading: Reading,
  folder: ExportFolder,
  { supplier: of, wanted }: Of,
  onProgress: ExportCommand['onProgress'],
): Promise<Written> => {
  const before = folder.begun();
  const ends = before?.ends ?? reading.ends ?? [await readFinalPosition(snapshot.read)];
  const after = wanted.after === null ? null : await findPlaces(snapshot, wanted.after, ends);
  if (after === null && wanted.after !== null) return refusal({ kind: 'invalid_cursor' });
  const scope: ExportScope = { ...scopeOf({ supplier: of, wanted }), ends, after };
  if (await isPastEnd(snapshot, scope, before === null))
    return refusal({ kind: 'export_past_end', isResumed: before !== null });
  const changed = before === null ? await reading.haveLedgersChanged(scope)() : E.right(false);
  if (E.isLeft(changed)) return changed;
  if (changed.right) return refusal({ kind: 'export_past_end', isResumed: false });

  let begun: BegunExport = before ?? {
    ...wanted,
    taken_at: snapshot.takenAt.toISOString(),
    cursor: await cursorBefore(snapshot, ends),
    ends,
    files: [],
  };
  await folder.keep(begun);
  const totals = await readExportTotals(snapshot, scope);
  const removed = after === null ? null : await readRemovedSince(snapshot, { ends, after });
  const parts = await readParts(snapshot, scope);
  for (const file of EXPORTED_FILES) {
    const name = `${file}.${wanted.format}`;
    if (begun.files.some((written) => written.name === name)) continue;
    const written = await writeOne(snapshot, folder, { ...wanted, scope, parts, file, name }, onProgress);
    const checked = await whole(reading);
    if (E.isLeft(checked)) return checked;
    await folder.complete(name);
    begun = { ...begun, files: [...begun.files, { name, ...written }] };
    await folder.keep(begun);
  }
  const checked = await whole(reading);
  if (E.isLeft(checked)) return checked;
  const { supplier, organisation, taken_at, cursor, values, files } = begun;
  const manifest = { supplier, organisation, taken_at, cursor, after: begun.after, values, files, totals };
  await folder.finish(manifest);
  return E.right({ manifest, removed });
};

const writeOne = async (
  snapshot: Snapshot,
  folder: ExportFolder,
  { name, ...wanted }: FileWanted & Pick<WantedExport, 'format'> & { readonly name: string },
  onProgress: ExportCommand['onProgress'],
) => writeExportedFile(snapshot, await folder.partOf(name), wanted, (bytes) => onProgress(name, bytes));

/**
 * Writes what is stored for a supplier, or for one of its accounts, to the files of a folder (decisions 18): on one snapshot, up to a
 * cursor of the feed. A snapshot does not outlive its process: an export that was interrupted goes on up to the same cursor, unless
 * something was removed since. So does one during which a shard of a cluster was moved; if something was removed, it begins again.
 */
export const makeExportSupplier =
  ({ orm, administration, recordRun }: Ports) =>
  ({ supplier: name, out, isResumed, onProgress, actor, ...asked }: Acting<ExportCommand>) => {
    type Result = E.Either<ExportRefused | FileFailure | StoreFailure, Exported>;
    const onSnapshot = (
      supplier: NamedSupplier,
      read: (snapshot: Snapshot) => Promise<Written>,
    ): Promise<E.Either<NotWritten | FileFailure, Omit<Exported, 'kept'>>> =>
      onSupplierSnapshot(orm, { checkEveryMs: null })(supplier, read)().then(E.flattenW, (error: unknown) => {
        if (error instanceof WriteFailed) return E.left(error.failure);
        throw error;
      });
    const readingOf = async (folder: ExportFolder): Promise<E.Either<ExportRefused | StoreFailure, Reading>> => {
      const checks = (places: string | null) => ({
        haveStayed: haveAccountsStayed(orm, places),
        haveLedgersChanged: (scope: ExportScope) => haveLedgersChanged(orm, scope),
      });
      if (folder.begun() !== null)
        return pipe(
          await findPlacesOfAccounts(orm)(),
          E.map((places) => ({ ends: null, ...checks(places) })),
        );
      const found = await findEnds(orm)();
      if (E.isLeft(found)) return found;
      if (found.right === 'held_back') return E.left({ kind: 'export_held_back' });
      const nodes = found.right;
      const ends = nodes?.positions.map(({ final }) => final) ?? null;
      return E.right({ ends, ...checks(nodes?.places ?? null) });
    };
    const exportTo =
      (supplier: NamedSupplier, folder: ExportFolder, wanted: WantedExport) => async (): Promise<Result> => {
        let deadline = Date.now() + WAIT_MS;
        const kept = folder.begun()?.files.length ?? 0;
        // Who resumes an export wants what was there at its cursor.
        let restarts = kept > 0 ? 0 : MOST_RESTARTS;
        for (;;) {
          const reading = await readingOf(folder);
          if (E.isLeft(reading)) return reading;
          const done = await onSnapshot(supplier, (snapshot) =>
            write(snapshot, reading.right, folder, { supplier, wanted }, onProgress),
          );
          if (E.isRight(done)) return E.right({ ...done.right, kept });
          const { left: failure } = done;
          if (failure.kind === 'moved') continue;
          const begun = folder.begun();
          if (failure.kind === 'export_past_end' && begun !== null && restarts > 0) {
            // Without files, it is none to go on with: those that are there are written again.
            await folder.keep({ ...begun, files: [] });
            restarts -= 1;
            deadline = Date.now() + WAIT_MS;
            continue;
          }
          const isEarly = failure.kind === 'export_past_end' && begun === null;
          if (!isEarly || Date.now() > deadline) return E.left(failure);
          await delay(RETRY_MS);
        }
      };
    return pipe(
      theSupplier(administration, name),
      TE.bindTo('supplier'),
      TE.chainFirstW(() =>
        asked.account === null
          ? TE.right(null)
          : theAccount(administration, { supplier: name, externalAccountNumber: asked.account }),
      ),
      TE.let(
        'wanted',
        ({ supplier }): WantedExport => ({
          ...asked,
          supplier: supplier.code,
          organisation: supplier.organisationName,
        }),
      ),
      TE.bindW('names', ({ supplier }) => administration.namesOf(supplier.organisationName)),
      TE.bindW('folder', ({ wanted, names }) => openExportFolder(out, wanted, isResumed, names)),
      TE.chainW(({ supplier, wanted, folder }) => {
        const { account, format, after, values } = wanted;
        const state = {
          out,
          format,
          values,
          ...(account === null ? {} : { account }),
          ...(after === null ? {} : { after }),
        };
        if (folder.manifest !== null) {
          folder.release();
          return TE.right({ manifest: folder.manifest, kept: folder.manifest.files.length, removed: null });
        }
        const run = recordRun(
          { supplier, action: 'export', state, actor },
          exportTo(supplier, folder, wanted),
          ({ manifest }) => ({
            rows: manifest.files.reduce((sum, { rows }) => sum + rows, 0),
          }),
        );
        return () => run().finally(folder.release);
      }),
    );
  };
