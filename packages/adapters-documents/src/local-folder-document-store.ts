import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { DocumentSource, DocumentStore } from '@carryover/application/ports/document-store';
import * as E from 'fp-ts/lib/Either.js';
import { findMissing, isLocation, unavailable } from './find-missing.ts';

type LocalFolder = {
  /** The folder of the documents; absolute, or relative to the working directory at the start. */
  readonly folder: string;
  /** Concurrent look-ups over all calls. Default 2. */
  readonly maxParallel?: number;
  /** Time for one call, in milliseconds. Default 10,000. */
  readonly deadlineMs?: number;
};

type Entry = { readonly path: string; readonly stats: Stats };

/** The reason why a look-up failed; the text is ours and names no file. */
class Undecided extends Error {}

/** The maximum length of a path: PATH_MAX, in bytes with its final NUL. */
const PATH_MAX = process.platform === 'darwin' ? 1024 : 4096;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

const undecided =
  (what: 'folder' | 'link' | 'document') =>
  (error: unknown): never => {
    throw new Undecided(`${what}: ${codeOf(error) ?? 'unexpected'}`);
  };

/** No file can have a name that is too long for its file system; for a path that is too long as a whole, the answer is unknown. */
const isAbsent = (path: string, error: unknown): boolean =>
  codeOf(error) === 'ENOENT' || (codeOf(error) === 'ENAMETOOLONG' && Buffer.byteLength(path) < PATH_MAX);

const isInside = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Returns the folder's real path. Checked first, because without the folder every document would seem to be missing. */
const openFolder = async (folder: string): Promise<string> => {
  const path = await realpath(folder).catch(undecided('folder'));
  const stats = await lstat(path).catch(undecided('folder'));
  if (!stats.isDirectory()) throw new Undecided('folder: not a directory');
  return path;
};

/**
 * Returns the target of a link inside the folder. Throws if it leads nowhere, in circles or out of the folder: an unmounted volume
 * looks like the first, and a failed check does not prove that the file is missing.
 */
const follow = async (folder: string, link: string): Promise<Entry> => {
  const path = await realpath(link).catch(undecided('link'));
  if (!isInside(folder, path)) throw new Undecided('link: leads out of the folder');
  return { path, stats: await lstat(path).catch(undecided('link')) };
};

/** Returns the entry at this path, whose parent has been reached; undefined if the parent has no such name. */
const entryAt = async (folder: string, path: string): Promise<Entry | undefined> => {
  const stats = await lstat(path).catch((error) => (isAbsent(path, error) ? undefined : undecided('document')(error)));
  if (stats === undefined) return undefined;
  return stats.isSymbolicLink() ? follow(folder, path) : { path, stats };
};

/** Returns the path of a document's file, null if it is missing. Resolves it step by step, so that every link in it is checked. */
const findFile = async (folder: string, location: string): Promise<string | null> => {
  let directory = folder;
  const names = location.split('/');
  const fileName = names.pop()!;
  for (const name of names) {
    const entry = await entryAt(folder, join(directory, name));
    if (!entry?.stats.isDirectory()) return null;
    directory = entry.path;
  }
  const file = await entryAt(folder, join(directory, fileName));
  return file?.stats.isFile() ? file.path : null;
};

/** Opens a file whose links have been followed: a link that has taken its place since is refused. */
const openFile = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(undecided('document'));
  return file.createReadStream();
};

const reasonOf = (error: unknown): string => (error instanceof Undecided ? error.message : 'unexpected');

/**
 * Makes a store of documents as regular files under a folder (decisions 9, ADR 0009): location `acme/2026/bill.pdf` is that file, its name literal.
 * A document is missing if its directory has no such name, or if it is not a regular file.
 *
 * @returns Left `document_store_unavailable` if the folder is missing or unreadable, a look-up fails (`EACCES`, `EIO`,
 * `ELOOP`), or a link in the path leads nowhere or out of the folder; further cases at {@link findMissing}.
 */
export const makeLocalFolderDocumentStore = ({
  folder,
  // Node has four threads for files and name look-ups together. A hanging network mount keeps the threads it was given,
  // and the database's name must still be found.
  maxParallel = 2,
  deadlineMs = 10_000,
}: LocalFolder): DocumentStore & DocumentSource => {
  const root = resolve(folder);
  return {
    missing: findMissing({
      begin: () => {
        let opened: Promise<string> | undefined;
        return async (location) => {
          opened ??= openFolder(root);
          return (await findFile(await opened, location)) !== null;
        };
      },
      reasonOf,
      maxParallel,
      deadlineMs,
    }),
    open: (location) => async () => {
      if (!isLocation(location)) return E.left(unavailable('location_not_allowed'));
      try {
        const path = await findFile(await openFolder(root), location);
        return E.right(path === null ? null : await openFile(path));
      } catch (error) {
        return E.left(unavailable(reasonOf(error)));
      }
    },
  };
};
