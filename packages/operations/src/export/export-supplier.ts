import { setTimeout as delay } from 'node:timers/promises';
import { readFinalPosition } from '@carryover/adapters-persistence/admin/changed-since';
import { EXPORTED_FILES, type ExportedFile, readExportTotals } from '@carryover/adapters-persistence/export/rows';
import {
  cursorBefore,
  type ExportScope,
  findPlace,
  isPastEnd,
  readRemovedSince,
} from '@carryover/adapters-persistence/export/scope';
import { onSupplierSnapshot, type Snapshot } from '@carryover/adapters-persistence/sql/snapshot';
import { theAccount } from '@carryover/application/admin/accounts';
import type { RecordRun } from '@carryover/application/admin/operator-actions';
import { type SupplierName, theSupplier } from '@carryover/application/admin/suppliers';
import type { Acting, Administration, NamedSupplier } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
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

/** `export_past_end`: what the export should have was removed or changed meanwhile. */
export type ExportRefused =
  | { readonly kind: 'invalid_cursor' }
  | { readonly kind: 'export_unsupported' }
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

/** How long a snapshot is waited for in which nothing was removed beside a transaction that is still open. */
const WAIT_MS = 10_000;
const RETRY_MS = 100;

const scopeOf = ({ supplier, organisation, account }: WantedExport) => ({
  supplierCode: supplier,
  organisation,
  account,
});

type Refusal = E.Either<ExportRefused, never>;
const refusal = (refused: ExportRefused): Refusal => E.left(refused);

/** Writes the files that are not complete yet, of one snapshot, and the manifest. */
const write = async (
  snapshot: Snapshot,
  folder: ExportFolder,
  wanted: WantedExport,
  onProgress: ExportCommand['onProgress'],
): Promise<E.Either<ExportRefused, Exported>> => {
  if (!snapshot.dialect.isOfOneMoment) return refusal({ kind: 'export_unsupported' });
  const after = wanted.after === null ? null : await findPlace(snapshot, wanted.after);
  if (after === null && wanted.after !== null) return refusal({ kind: 'invalid_cursor' });
  const final = folder.begun?.final ?? (await readFinalPosition(snapshot.read));
  const scope: ExportScope = { ...scopeOf(wanted), final, after };
  if (await isPastEnd(snapshot, scope, folder.begun === null))
    return refusal({ kind: 'export_past_end', isResumed: folder.begun !== null });

  let begun: BegunExport = folder.begun ?? {
    ...wanted,
    taken_at: snapshot.takenAt.toISOString(),
    cursor: await cursorBefore(snapshot, final),
    final,
    files: [],
  };
  await folder.keep(begun);
  const kept = begun.files.length;
  const totals = await readExportTotals(snapshot, scope);
  for (const file of EXPORTED_FILES) {
    const name = `${file}.${wanted.format}`;
    if (begun.files.some((written) => written.name === name)) continue;
    const written = await writeOne(snapshot, folder, { ...wanted, scope, file, name }, onProgress);
    await folder.complete(name);
    begun = { ...begun, files: [...begun.files, { name, ...written }] };
    await folder.keep(begun);
  }
  const { supplier, organisation, taken_at, cursor, values, files } = begun;
  const manifest = { supplier, organisation, taken_at, cursor, after: begun.after, values, files, totals };
  await folder.finish(manifest);
  return E.right({ manifest, kept, removed: after === null ? null : await readRemovedSince(snapshot, after, final) });
};

const writeOne = (
  snapshot: Snapshot,
  folder: ExportFolder,
  {
    name,
    ...wanted
  }: Pick<WantedExport, 'format' | 'values'> & {
    readonly scope: ExportScope;
    readonly file: ExportedFile;
    readonly name: string;
  },
  onProgress: ExportCommand['onProgress'],
) => writeExportedFile(snapshot, folder.partOf(name), wanted, (bytes) => onProgress(name, bytes));

/**
 * Writes what is stored for a supplier, or for one of its accounts, to the files of a folder (decisions 18): on one snapshot, up to a
 * cursor of the feed. A snapshot does not outlive its process: an export that was interrupted goes on up to the same cursor, unless something
 * was removed since.
 */
export const makeExportSupplier =
  ({ orm, administration, recordRun }: Ports) =>
  ({ supplier: name, out, isResumed, onProgress, actor, ...asked }: Acting<ExportCommand>) => {
    type Result = E.Either<ExportRefused | FileFailure | StoreFailure, Exported>;
    const onSnapshot = (
      supplier: NamedSupplier,
      read: (snapshot: Snapshot) => Promise<E.Either<ExportRefused, Exported>>,
    ): Promise<Result> =>
      onSupplierSnapshot(orm)(supplier, read)().then(E.flattenW, (error: unknown): Result => {
        if (error instanceof WriteFailed) return E.left(error.failure);
        throw error;
      });
    const exportTo = (supplier: NamedSupplier, folder: ExportFolder, wanted: WantedExport) => async () => {
      const deadline = Date.now() + WAIT_MS;
      for (;;) {
        const done = await onSnapshot(supplier, (snapshot) => write(snapshot, folder, wanted, onProgress));
        const isEarly = E.isLeft(done) && done.left.kind === 'export_past_end' && !done.left.isResumed;
        if (!isEarly || Date.now() > deadline) return done;
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
      TE.bindW('folder', ({ wanted }) => openExportFolder(out, wanted, isResumed)),
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
