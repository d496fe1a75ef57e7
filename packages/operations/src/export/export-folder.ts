import { createHash } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EXPORT_FORMATS, EXPORTED_VALUES } from '@carryover/adapters-persistence/export/columns';
import { EXPORTED_FILES } from '@carryover/adapters-persistence/export/rows';
import { oneOf, orNull } from '@carryover/adapters-persistence/schema/stored-values';
import { type FileFailure, type FileRefused, messageOf, toFileFailure } from '@carryover/files/source/file-failure';
import { tryLock } from '@carryover/settings/file-lock';
import { makeFolders } from '@carryover/settings/make-folders';
import { readIfThere, writePrivate } from '@carryover/settings/private-file';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { sync } from '../complete-file.ts';

const writtenFile = t.type({ name: t.string, rows: t.number, bytes: t.number, sha256: t.string });
/** A file of an export that is written. */
export type WrittenFile = Readonly<t.TypeOf<typeof writtenFile>>;

const wanted = {
  supplier: t.string,
  organisation: t.string,
  account: orNull(t.string),
  format: oneOf(EXPORT_FORMATS),
  after: orNull(t.string),
  values: oneOf(EXPORTED_VALUES),
};
const wantedExport = t.type(wanted);
/** What an export is of, and its form. */
export type WantedExport = Readonly<t.TypeOf<typeof wantedExport>>;

const begunExport = t.type({
  ...wanted,
  taken_at: t.string,
  cursor: t.string,
  /** Of each node, the first commit position that it does not have. */
  ends: t.readonlyArray(t.string),
  files: t.readonlyArray(writtenFile),
});
/** An export that is not complete yet, with the files that are. */
export type BegunExport = Readonly<t.TypeOf<typeof begunExport>>;

const exportedTotal = t.type({ type: t.string, count: t.number, sum: orNull(t.string) });
const manifestCodec = t.type({
  ...{ supplier: t.string, organisation: t.string, taken_at: t.string, cursor: t.string, after: wanted.after },
  ...{ values: wanted.values, files: t.readonlyArray(writtenFile), totals: t.readonlyArray(exportedTotal) },
});
/** The proof of a complete export (decisions 18). */
export type ExportManifest = Readonly<t.TypeOf<typeof manifestCodec>>;

const MANIFEST = 'manifest.json';
const BEGUN = 'unfinished.json';
const LOCK = 'unfinished.lock';
const PART = '.part';

/** The folder of an export. A file has its name once it is complete, and the manifest is written last. */
export type ExportFolder = {
  /** The export to go on with; null: none was begun, or none of its files is complete. */
  readonly begun: () => BegunExport | null;
  /** Of an export that was complete before; null: it is not. */
  readonly manifest: ExportManifest | null;
  readonly keep: (begun: BegunExport) => Promise<void>;
  /** The place of a file until it is complete: nothing is there. */
  readonly partOf: (name: string) => Promise<string>;
  /** Gives a file that is on the disk its name. */
  readonly complete: (name: string) => Promise<void>;
  readonly finish: (manifest: ExportManifest) => Promise<void>;
  /** Ends the export's claim on the folder; nothing is left of one that was refused before it wrote anything. */
  readonly release: () => void;
};

/** Returns the size and the hash of a file. */
export const digestOf = async (file: string): Promise<Pick<WrittenFile, 'bytes' | 'sha256'>> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
};

const refused = (file: string, detail: string): E.Either<FileRefused, never> =>
  E.left({ kind: 'file_refused', file, detail });

const readJson = async <A>(
  file: string,
  codec: t.Type<A, unknown>,
  what: string,
): Promise<E.Either<FileRefused, A | null>> => {
  const text = await readIfThere(file);
  if (text === null) return E.right(null);
  const decoded = pipe(
    E.tryCatch(
      (): unknown => JSON.parse(text),
      () => null,
    ),
    E.chainW(codec.decode),
  );
  return E.isRight(decoded) ? decoded : refused(file, `It is not the ${what} of an export.`);
};

const NAMES = Object.keys(wanted) as ReadonlyArray<keyof WantedExport>;

/** Checks that what the folder has is the wanted export, and its files as they were written. */
const checkBegun = async (
  out: string,
  begun: Partial<WantedExport> & { readonly files?: ReadonlyArray<WrittenFile> },
  asked: WantedExport,
  organisationNames: ReadonlyArray<string>,
): Promise<E.Either<FileRefused, void>> => {
  const isSame = (name: keyof WantedExport): boolean =>
    begun[name] === asked[name] || (name === 'organisation' && organisationNames.includes(begun[name] ?? ''));
  const other = NAMES.find((name) => begun[name] !== undefined && !isSame(name));
  if (other !== undefined)
    return refused(
      out,
      `The export in it has another ${other}: ${begun[other] ?? 'none'}. Give the same options, or another folder.`,
    );
  for (const { name, bytes, sha256 } of begun.files ?? []) {
    const digest = await digestOf(join(out, name)).catch(() => null);
    if (digest?.bytes !== bytes || digest.sha256 !== sha256)
      return refused(join(out, name), 'It is not as the export wrote it. Export to another folder.');
  }
  return E.right(undefined);
};

/** Files of the lock: SQLite keeps a journal beside it until the process ends, which one that was killed left. */
const isOfLock = (name: string): boolean => name.startsWith(LOCK);

/** The lock, and what a process left that was killed while it recorded something. */
const isBeside = (name: string): boolean =>
  isOfLock(name) || name.startsWith(`${BEGUN}.`) || name.startsWith(`${MANIFEST}.`);

/** Files that an export writes. Those that a killed one wrote and did not record are written again. */
const isOfExport = (name: string): boolean =>
  [MANIFEST, BEGUN].includes(name) ||
  EXPORTED_FILES.some((file) =>
    EXPORT_FORMATS.some((format) => [`${file}.${format}`, `${file}.${format}${PART}`].includes(name)),
  );

const make = (out: string): E.Either<FileRefused, boolean> =>
  E.tryCatch(
    () => makeFolders(out, 0o700),
    (error): FileRefused => ({
      kind: 'file_refused',
      file: out,
      detail: `The folder cannot be made: ${messageOf(error)}. Give one that you may write to.`,
    }),
  );

/** Checks what a folder has, whose lock is held, and removes what is written again. */
const locked = async (
  out: string,
  asked: WantedExport,
  isResumed: boolean,
  organisationNames: ReadonlyArray<string>,
  release: () => void,
): Promise<E.Either<FileRefused, ExportFolder>> => {
  const names = await readdir(out);
  const [begun, done] = [
    await readJson(join(out, BEGUN), begunExport, 'record'),
    names.includes(BEGUN) || isResumed ? await readJson(join(out, MANIFEST), manifestCodec, 'manifest') : E.right(null),
  ];
  if (E.isLeft(begun)) return begun;
  if (E.isLeft(done)) return done;
  const manifest = done.right;
  const isInterrupted = begun.right !== null || manifest !== null;
  const other = names.find((name) => !isBeside(name) && !(isInterrupted && isOfExport(name)));
  if (other !== undefined) return refused(out, `It is not empty: it has ${other}. Give an empty or a new folder.`);
  if (isInterrupted && !isResumed)
    return refused(out, 'It has an export that was interrupted. Go on with --resume, or give another folder.');
  const checked = await checkBegun(out, begun.right ?? manifest ?? asked, asked, organisationNames);
  if (E.isLeft(checked)) return checked;
  const written = (begun.right ?? manifest)?.files.map(({ name }) => name) ?? [];
  for (const name of names)
    if (!isOfLock(name) && ![MANIFEST, BEGUN, ...written].includes(name)) await rm(join(out, name));
  const clean = () => rm(join(out, BEGUN), { force: true });
  let kept = begun.right;
  if (manifest !== null) await clean();
  return E.right({
    begun: () => (kept?.files.length === 0 ? null : kept),
    manifest,
    keep: async (record) => {
      await writePrivate(join(out, BEGUN), JSON.stringify(record));
      kept = record;
    },
    partOf: async (name) => {
      const part = join(out, `${name}${PART}`);
      await rm(part, { force: true });
      return part;
    },
    complete: async (name) => {
      const part = join(out, `${name}${PART}`);
      await sync(part);
      await rename(part, join(out, name));
      await sync(out);
    },
    finish: async (proof) => {
      await writePrivate(join(out, MANIFEST), `${JSON.stringify(proof, null, 2)}\n`);
      await sync(out);
      await clean();
    },
    release,
  });
};

const opened = async (
  out: string,
  asked: WantedExport,
  isResumed: boolean,
  organisationNames: ReadonlyArray<string>,
): Promise<E.Either<FileRefused, ExportFolder>> => {
  const made = make(out);
  if (E.isLeft(made)) return made;
  const unlock = tryLock(join(out, LOCK), 'exclusive');
  if (unlock === undefined) return refused(out, 'Another process exports to it.');
  const release = () => {
    if (!existsSync(join(out, BEGUN))) rmSync(join(out, LOCK), { force: true });
    unlock();
  };
  try {
    const folder = await locked(out, asked, isResumed, organisationNames, release);
    if (E.isLeft(folder)) release();
    return folder;
  } catch (error) {
    release();
    throw error;
  }
};

/**
 * Opens the folder of an export: an empty or new one, or one with an export that was interrupted.
 *
 * @param organisationNames those that the organisation has and had: the export may have been begun under each.
 */
export const openExportFolder =
  (out: string, asked: WantedExport, isResumed: boolean, organisationNames: ReadonlyArray<string>) =>
  async (): Promise<E.Either<FileFailure | FileRefused, ExportFolder>> => {
    try {
      return await opened(out, asked, isResumed, organisationNames);
    } catch (error) {
      return E.left(toFileFailure(out)(error));
    }
  };
