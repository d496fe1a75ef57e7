import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EXPORTED_VALUES } from '@carryover/adapters-persistence/export/columns';
import { type FileFailure, type FileRefused, toFileFailure } from '@carryover/files/source/file-failure';
import { tryLock } from '@carryover/settings/file-lock';
import { readIfThere, writePrivate } from '@carryover/settings/private-file';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

const writtenFile = t.type({ name: t.string, rows: t.number, bytes: t.number, sha256: t.string });
/** A file of an export that is written. */
export type WrittenFile = Readonly<t.TypeOf<typeof writtenFile>>;

const orNull = <A>(codec: t.Type<A, unknown>) => t.union([codec, t.null]);
const wanted = {
  supplier: t.string,
  organisation: t.string,
  account: orNull(t.string),
  format: t.keyof({ ndjson: null, csv: null, parquet: null }),
  after: orNull(t.string),
  values: t.keyof(
    Object.fromEntries(EXPORTED_VALUES.map((one) => [one, null])) as Record<(typeof EXPORTED_VALUES)[number], null>,
  ),
};
const wantedExport = t.type(wanted);
/** What an export is of, and its form. */
export type WantedExport = Readonly<t.TypeOf<typeof wantedExport>>;

const begunExport = t.type({
  ...wanted,
  taken_at: t.string,
  cursor: t.string,
  /** The first commit position that it does not have. */
  final: t.string,
  files: t.readonlyArray(writtenFile),
});
/** An export that is not complete yet, with the files that are. */
export type BegunExport = Readonly<t.TypeOf<typeof begunExport>>;

const MANIFEST = 'manifest.json';
const BEGUN = 'unfinished.json';
const LOCK = 'unfinished.lock';
const PART = '.part';

/** The folder of an export. A file has its name once it is complete, and the manifest is written last. */
export type ExportFolder = {
  /** The export to go on with; null: none was begun, or none of its files is complete. */
  readonly begun: BegunExport | null;
  readonly isComplete: boolean;
  readonly keep: (begun: BegunExport) => Promise<void>;
  /** The place of a file until it is complete. */
  readonly partOf: (name: string) => string;
  /** Gives a file that is on the disk its name. */
  readonly complete: (name: string) => Promise<void>;
  readonly finish: (manifest: object) => Promise<void>;
  readonly release: () => void;
};

/** Has a file, or the names in a folder, on the disk. */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Returns the size and the hash of a file. */
export const digestOf = async (file: string): Promise<Pick<WrittenFile, 'bytes' | 'sha256'>> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
};

const refused = (file: string, detail: string): E.Either<FileRefused, never> =>
  E.left({ kind: 'file_refused', file, detail });

const readBegun = async (out: string): Promise<E.Either<FileRefused, BegunExport | null>> => {
  const file = join(out, BEGUN);
  const text = await readIfThere(file);
  if (text === null) return E.right(null);
  const decoded = E.chainW(begunExport.decode)(
    E.tryCatch(
      (): unknown => JSON.parse(text),
      () => null,
    ),
  );
  return E.isRight(decoded) ? decoded : refused(file, 'It is not the record of an export that was interrupted.');
};

const NAMES = Object.keys(wanted) as ReadonlyArray<keyof WantedExport>;

/** Returns the begun export if it is the wanted one and its files are as they were written. */
const checkBegun = async (
  out: string,
  begun: BegunExport,
  asked: WantedExport,
): Promise<E.Either<FileRefused, BegunExport>> => {
  const other = NAMES.find((name) => begun[name] !== asked[name]);
  if (other !== undefined)
    return refused(
      out,
      `The export that was interrupted has another ${other}: ${begun[other] ?? 'none'}. Give the same options, or another folder.`,
    );
  for (const { name, bytes, sha256 } of begun.files) {
    const digest = await digestOf(join(out, name)).catch(() => null);
    if (digest?.bytes !== bytes || digest.sha256 !== sha256)
      return refused(join(out, name), 'It is not as the export wrote it. Export to another folder.');
  }
  return E.right(begun);
};

const opened = async (
  out: string,
  asked: WantedExport,
  isResumed: boolean,
): Promise<E.Either<FileRefused, ExportFolder>> => {
  await mkdir(out, { recursive: true, mode: 0o700 });
  const names = await readdir(out);
  const found = await readBegun(out);
  if (E.isLeft(found)) return found;
  const isComplete = names.includes(MANIFEST);
  const own = new Set([BEGUN, LOCK, ...(found.right?.files.map(({ name }) => name) ?? [])]);
  const other = names.find((name) => !own.has(name) && !(found.right !== null && name.endsWith(PART)));
  if (isComplete && isResumed) return refused(out, 'The export in it is complete. There is nothing to go on with.');
  if (found.right === null && other !== undefined)
    return refused(out, `It is not empty: it has ${other}. Give an empty or a new folder.`);
  if (found.right !== null && !isResumed)
    return refused(out, 'It has an export that was interrupted. Go on with --resume, or give another folder.');
  if (other !== undefined)
    return refused(out, `It has ${other}, which is not of the export that was interrupted. Move it elsewhere.`);
  const release = tryLock(join(out, LOCK), 'exclusive');
  if (release === undefined) return refused(out, 'Another process exports to it.');
  const checked = found.right === null ? E.right(null) : await checkBegun(out, found.right, asked);
  if (E.isLeft(checked)) {
    release();
    return checked;
  }
  for (const name of names) if (name.endsWith(PART)) await rm(join(out, name));
  return E.right({
    begun: checked.right?.files.length === 0 ? null : checked.right,
    isComplete,
    keep: (begun) => writePrivate(join(out, BEGUN), JSON.stringify(begun)),
    partOf: (name) => join(out, `${name}${PART}`),
    complete: async (name) => {
      const part = join(out, `${name}${PART}`);
      await sync(part);
      await rename(part, join(out, name));
      await sync(out);
    },
    finish: async (manifest) => {
      await writePrivate(join(out, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
      await sync(out);
      await rm(join(out, BEGUN), { force: true });
      await rm(join(out, LOCK), { force: true });
    },
    release,
  });
};

/** Opens the folder of an export: an empty or new one, or one with an export that was interrupted. */
export const openExportFolder =
  (out: string, asked: WantedExport, isResumed: boolean) =>
  async (): Promise<E.Either<FileFailure | FileRefused, ExportFolder>> => {
    try {
      return await opened(out, asked, isResumed);
    } catch (error) {
      return E.left(toFileFailure(out)(error));
    }
  };
