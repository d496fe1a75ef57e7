import type { ActingOperator, NamedSupplier } from '@carryover/application/ports/administration';
import type { Rejects } from '@carryover/files/rejects/rejects';
import { hashed } from '@carryover/files/source/hashed';
import { openSource } from '@carryover/files/source/source';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { readAccountRows } from '@carryover/operations/files/account-rows';
import { beginReading } from '@carryover/operations/files/read-rows';
import { countsOf, type ImportedFile, importAccounts } from '@carryover/operations/import-accounts';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { orProblem } from '../../../web/or-problem.ts';
import type { Upload } from '../../../web/upload.ts';

/** The page shows the first rejected rows; the operator's command writes all of them to a file. */
const NO_FILE: Rejects = { file: '', add: () => E.right(undefined), close: () => undefined };
const NO_PROGRESS = { update: () => undefined, end: () => undefined };

const readAndImport = (
  { accounts }: OperatorUseCases,
  { supplier, path, isDryRun }: { readonly supplier: NamedSupplier; readonly path: string; readonly isDryRun: boolean },
) =>
  pipe(
    TE.Do,
    TE.bindW('source', () => pipe(openSource(path), TE.map(hashed))),
    TE.bindW('rows', ({ source }) => beginReading(path, readAccountRows(source))),
    TE.bindW('done', ({ source, rows }) =>
      importAccounts(accounts, { supplier, source, rows, rejects: NO_FILE, progress: NO_PROGRESS, isDryRun }),
    ),
  );

/** Judges the accounts of a file as an import does, and stores nothing. */
export const judgeFile = async (
  useCases: OperatorUseCases,
  supplier: NamedSupplier,
  { path }: Upload,
): Promise<ImportedFile> => (await orProblem(readAndImport(useCases, { supplier, path, isDryRun: true }))).done;

/** Imports the accounts of a file, as `account import` does. */
export const storeFile = async (
  useCases: OperatorUseCases,
  supplier: NamedSupplier,
  { upload, actor }: { readonly upload: Upload; readonly actor: ActingOperator },
): Promise<ImportedFile> => {
  const work = readAndImport(useCases, { supplier, path: upload.path, isDryRun: false });
  const run = { supplier, action: 'account import', state: { file: upload.fileName }, actor };
  const { done } = await orProblem(
    useCases.recordRun(run, work, ({ source, done }) => ({ ...countsOf(done), sha256: source.sha256() })),
  );
  return done;
};
