import { randomUUID } from 'node:crypto';
import type { ActingOperator, NamedSupplier } from '@carryover/application/ports/administration';
import { beginReading } from '@carryover/files/read-rows';
import type { Rejects } from '@carryover/files/rejects/rejects';
import { fingerprinted } from '@carryover/files/source/fingerprint';
import { openSource } from '@carryover/files/source/source';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { readAccountRows } from '@carryover/operations/files/account-rows';
import { countsOf, type ImportedFile, importAccounts } from '@carryover/operations/import-accounts';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { supplierSetUpPath } from '../../view/address.ts';
import { author, parameter } from '../../web/input.ts';
import { orProblem, Problem } from '../../web/problem.ts';
import { page, post, postFile, type Route } from '../../web/route.ts';
import { receiveUpload, type Upload } from '../../web/upload.ts';
import { theSupplier } from '../find-suppliers.ts';

/** The page shows the first rejected rows; the operator's command writes all of them to a file. */
const NO_FILE: Rejects = { file: '', add: () => E.right(undefined), close: () => undefined };
const NO_PROGRESS = { update: () => undefined, end: () => undefined };

const readAndImport = (
  { accounts }: OperatorUseCases,
  { supplier, path, isDryRun }: { readonly supplier: NamedSupplier; readonly path: string; readonly isDryRun: boolean },
) =>
  pipe(
    TE.Do,
    TE.bindW('source', () => pipe(openSource(path), TE.map(fingerprinted))),
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
const storeFile = async (
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

/** A file that was judged and waits for its confirmation. */
type Preview = { readonly upload: Upload; readonly supplierId: string; readonly subject: string };

const VALID_MS = 15 * 60_000;

/** Keeps uploaded files until they are imported, or too old. They are of this process: after its end, a file is uploaded again. */
const makePreviews = () => {
  const kept = new Map<string, Preview>();
  return {
    add: (preview: Preview): string => {
      const id = randomUUID();
      kept.set(id, preview);
      setTimeout(() => {
        if (kept.delete(id)) void preview.upload.remove();
      }, VALID_MS).unref();
      return id;
    },
    /** Takes a file once; null if it is not this person's, or for another supplier: theirs stays. */
    take: (id: string, { supplierId, subject }: Omit<Preview, 'upload'>): Upload | null => {
      const preview = kept.get(id);
      if (preview?.supplierId !== supplierId || preview.subject !== subject) return null;
      kept.delete(id);
      return preview.upload;
    },
  };
};

const PATH = '/set-up/organisations/:organisation/suppliers/:code/accounts';

const expired = (): Problem =>
  new Problem(
    409,
    'This preview has expired',
    'Nothing was stored. A preview can be imported once, within 15 minutes, by the person who uploaded the file.',
    'Go back to the supplier and upload the file again.',
  );

/** Accounts files: uploaded, judged by a dry run, and imported after that was confirmed. */
export const accountsFileRoutes = (useCases: OperatorUseCases): ReadonlyArray<Route> => {
  const previews = makePreviews();
  return [
    postFile(PATH, 'change', async (visit) => {
      const supplier = await theSupplier(useCases.suppliers, visit);
      const upload = await receiveUpload(visit.request);
      try {
        const judged = await judgeFile(useCases, supplier, upload);
        const id = previews.add({ upload, supplierId: supplier.id, subject: visit.person.subject });
        const path = supplierSetUpPath(supplier.organisationName, supplier.code);
        return page('Check the accounts', 'pages/set-up/accounts/accounts-preview', {
          fileName: upload.fileName,
          done: judged,
          code: supplier.code,
          action: `${path}/accounts/${id}`,
          back: path,
        });
      } catch (error) {
        await upload.remove();
        throw error;
      }
    }),
    post(`${PATH}/:preview`, 'change', async (visit) => {
      const supplier = await theSupplier(useCases.suppliers, visit);
      const actor = author(visit);
      const owner = { supplierId: supplier.id, subject: visit.person.subject };
      const upload = previews.take(parameter(visit, 'preview'), owner);
      if (upload === null) throw expired();
      try {
        const done = await storeFile(useCases, supplier, { upload, actor });
        return page('Accounts imported', 'pages/set-up/accounts/accounts-imported', {
          done,
          back: supplierSetUpPath(supplier.organisationName, supplier.code),
        });
      } finally {
        await upload.remove();
      }
    }),
  ];
};
