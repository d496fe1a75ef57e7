import type { ActingOperator, NamedSupplier } from '@carryover/application/ports/administration';
import { beginReading } from '@carryover/files/read-rows';
import type { Rejects } from '@carryover/files/rejects/rejects';
import { withFingerprint } from '@carryover/files/source/fingerprint';
import { openSource } from '@carryover/files/source/source';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { readAccountRows } from '@carryover/operations/files/account-rows';
import { countsOf, type ImportedFile, importAccounts } from '@carryover/operations/import-accounts';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { streamFile } from '../../jobs/job-files.ts';
import { supplierSetUpPath } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { author, parameter } from '../../web/input.ts';
import { makeKeptUploads } from '../../web/kept-uploads.ts';
import { notFound, orProblem, Problem } from '../../web/problem.ts';
import { type Answer, get, page, post, postFile, type Route, redirect, type Visit } from '../../web/route.ts';
import { receiveUpload, type Upload } from '../../web/upload.ts';
import { theSupplier } from '../find-suppliers.ts';
import { openRejectedList, pagesOf, type RejectedList } from './accounts/rejected-list.ts';

const NO_PROGRESS = { update: () => undefined, end: () => undefined };

type Reading = {
  readonly supplier: NamedSupplier;
  readonly path: string;
  readonly rejects: Rejects;
  readonly isDryRun: boolean;
};

const readAndImport = ({ accounts }: OperatorUseCases, { supplier, path, rejects, isDryRun }: Reading) =>
  pipe(
    openSource(path),
    withFingerprint((source) =>
      pipe(
        beginReading(path, readAccountRows(source)),
        TE.chainW((rows) =>
          importAccounts(accounts, { supplier, source, rows, rejects, progress: NO_PROGRESS, isDryRun }),
        ),
        TE.map((done) => ({ source, done })),
      ),
    ),
  );

/** Judges the accounts of a file as an import does, and stores nothing. */
const judgeFile = async (
  useCases: OperatorUseCases,
  supplier: NamedSupplier,
  { path }: Pick<Upload, 'path'>,
): Promise<Judged> => {
  const list = openRejectedList(path);
  const reading = { supplier, path, rejects: list.rejects, isDryRun: true };
  return { list, done: (await orProblem(readAndImport(useCases, reading))).done };
};

/** Imports the accounts of a file, as `account import` does. */
const storeFile = async (
  useCases: OperatorUseCases,
  supplier: NamedSupplier,
  { upload, actor }: { readonly upload: Upload; readonly actor: ActingOperator },
): Promise<Judged> => {
  const list = openRejectedList(upload.path);
  const work = readAndImport(useCases, { supplier, path: upload.path, rejects: list.rejects, isDryRun: false });
  const run = { supplier, action: 'account import' as const, state: { file: upload.fileName }, actor };
  const { done } = await orProblem(
    useCases.recordRun(run, work, ({ source, done }) => ({ ...countsOf(done), sha256: source.sha256() })),
  );
  return { list, done };
};

/** The accounts of a file by what became of them, or would, and its rejected rows. */
type Judged = { readonly done: ImportedFile; readonly list: RejectedList };

type Owner = { readonly supplierId: string; readonly subject: string };

/** A file that was judged. Once it is imported, it is kept for its rejected rows. */
type Preview = Owner & {
  readonly upload: Upload;
  readonly judged: Judged;
  readonly state: 'judged' | 'importing' | 'imported';
};

/** Keeps files that were judged. One that is being imported is still read, and then has its result to show. */
const makePreviews = () => {
  const kept = makeKeptUploads<Preview>(({ state }) => state === 'importing');
  /** Returns a file; null if it is not this person's, or for another supplier. */
  const find = (id: string, { supplierId, subject }: Owner): Preview | null => {
    const preview = kept.find(id, subject);
    return preview?.supplierId === supplierId ? preview : null;
  };
  return {
    find,
    add: (preview: Omit<Preview, 'state'>): string => kept.add({ ...preview, state: 'judged' }),
    /** Takes a file once, to import it. */
    take: (id: string, owner: Owner): Preview | null => {
      const preview = find(id, owner);
      if (preview?.state !== 'judged') return null;
      kept.set(id, { ...preview, state: 'importing' });
      return preview;
    },
    /** Gives back a file that could not be imported: what is imported twice is not stored twice. */
    giveBack: kept.set,
    /** Notes what became of an imported file. */
    note: (id: string, preview: Preview, judged: Judged): void =>
      kept.set(id, { ...preview, judged, state: 'imported' }),
  };
};

const PATH = '/set-up/organisations/:organisation/suppliers/:code/accounts';

const pathOf = ({ organisationName, code }: NamedSupplier, id: string): string =>
  `${supplierSetUpPath(organisationName, code)}/accounts/${id}`;

const expired = (): Problem =>
  new Problem(
    409,
    'This preview has expired',
    'A preview can be imported once, within 15 minutes, by the person who uploaded the file. The latest five of a person are kept.',
    'The audit page has the file if it was imported. If not, go back to the supplier and upload it again.',
  );

/** Accounts files: uploaded, judged by a dry run, and imported after that was confirmed. All rejected rows can be read and saved. */
export const accountsFileRoutes = (useCases: OperatorUseCases): ReadonlyArray<Route> => {
  const previews = makePreviews();

  const show = async (visit: Visit, supplier: NamedSupplier, id: string, preview: Preview): Promise<Answer> => {
    const { done, list } = preview.judged;
    const back = supplierSetUpPath(supplier.organisationName, supplier.code);
    const path = pathOf(supplier, id);
    const pages = pagesOf(done.rejects.count);
    const number = Math.min(pages, Math.max(1, Math.floor(Number(visit.query.get('page'))) || 1));
    const values = {
      fileName: preview.upload.fileName,
      done,
      code: supplier.code,
      rejected: await list.read(number),
      ...{ number, pages, path, back },
    };
    const [title, template] =
      preview.state === 'imported'
        ? ['Accounts imported', 'pages/set-up/accounts/accounts-imported']
        : ['Check the accounts', 'pages/set-up/accounts/accounts-preview'];
    return page(title, template, values, ofSupplier(visit, supplier, 'setUp', { title: 'Set-up', path: back }));
  };

  /** The supplier and the file that an address names. */
  const named = async (visit: Visit) => {
    const supplier = await theSupplier(useCases.suppliers, visit);
    const id = parameter(visit, 'preview');
    return { supplier, id, owner: { supplierId: supplier.id, subject: visit.person.subject } };
  };

  return [
    postFile(PATH, 'change', receiveUpload, async (visit, upload) => {
      const supplier = await theSupplier(useCases.suppliers, visit);
      const judged = await judgeFile(useCases, supplier, upload);
      const id = previews.add({ upload, judged, supplierId: supplier.id, subject: visit.person.subject });
      return redirect(pathOf(supplier, id));
    }),
    get(`${PATH}/:preview`, 'change', async (visit) => {
      const { supplier, id, owner } = await named(visit);
      const preview = previews.find(id, owner);
      if (preview === null) throw expired();
      return show(visit, supplier, id, preview);
    }),
    get(`${PATH}/:preview/rejected`, 'change', async (visit) => {
      const { id, owner } = await named(visit);
      const preview = previews.find(id, owner);
      if (preview === null) throw expired();
      if (preview.judged.done.rejects.count === 0) throw notFound();
      const file = preview.judged.list.file();
      const ending = file.endsWith('.csv') ? 'csv' : 'ndjson';
      return {
        kind: 'download',
        fileName: `${preview.upload.fileName}.rejected.${ending}`,
        contentType: ending === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
        bytes: streamFile(file),
      };
    }),
    post(`${PATH}/:preview`, 'change', async (visit) => {
      const { supplier, id, owner } = await named(visit);
      const actor = author(visit);
      const preview = previews.take(id, owner);
      if (preview === null) throw expired();
      const stored = storeFile(useCases, supplier, { upload: preview.upload, actor });
      const judged = await stored.catch((error: unknown) => {
        previews.giveBack(id, preview);
        throw error;
      });
      previews.note(id, preview, judged);
      return redirect(pathOf(supplier, id), 'The accounts were imported.');
    }),
  ];
};
