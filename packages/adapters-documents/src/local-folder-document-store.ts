import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { DocumentStore } from '@carryover/application/ports/document-store';
import { makeDocumentStore } from './document-store.ts';

/**
 * Concurrent look-ups. Node has four threads for files and name look-ups together. A hanging network mount keeps the threads it was
 * given, and the database's name must still be found.
 */
const MAX_PARALLEL = 2;
const DEADLINE_MS = 10_000;

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

/** A directory that no link below it leads out of: the folder itself, or the root of a supplier's documents. */
type Bounds = { readonly path: string; readonly name: 'folder' | 'document root' };

const requireInside = (bounds: Bounds, path: string): void => {
  if (!isInside(bounds.path, path)) throw new Undecided(`link: leads out of the ${bounds.name}`);
};

/**
 * Returns the target of a link within bounds. Throws if it leads nowhere, in circles or out of them: an unmounted volume looks like
 * the first, and a failed check does not prove that the file is missing.
 */
const follow = async (bounds: Bounds, link: string): Promise<Entry> => {
  const path = await realpath(link).catch(undecided('link'));
  requireInside(bounds, path);
  return { path, stats: await lstat(path).catch(undecided('link')) };
};

/** Returns the entry at this path, whose parent has been reached; undefined if the parent has no such name. */
const entryAt = async (bounds: Bounds, path: string): Promise<Entry | undefined> => {
  const stats = await lstat(path).catch((error) => (isAbsent(path, error) ? undefined : undecided('document')(error)));
  if (stats === undefined) return undefined;
  return stats.isSymbolicLink() ? follow(bounds, path) : { path, stats };
};

/** Returns the path of a directory, null if it is missing. Resolves it step by step, so that every link in it is checked. */
const findDirectory = async (bounds: Bounds, names: ReadonlyArray<string>): Promise<string | null> => {
  let directory = bounds.path;
  for (const name of names) {
    const entry = await entryAt(bounds, join(directory, name));
    if (!entry?.stats.isDirectory()) return null;
    directory = entry.path;
  }
  return directory;
};

const namesIn = (path: string): ReadonlyArray<string> => path.split('/').filter((name) => name !== '');

/** Returns the bounds of a supplier's documents, null if its root is missing. The root may be a link inside the folder. */
const openRoot = async (folder: string, root: string): Promise<Bounds | null> => {
  const all: Bounds = { path: await openFolder(folder), name: 'folder' };
  const names = namesIn(root);
  if (names.length === 0) return all;
  const path = await findDirectory(all, names);
  return path === null ? null : { path: await realpath(path).catch(undecided('link')), name: 'document root' };
};

/** Returns the path of a document's file below the root, null if it is missing. */
const findFile = async (bounds: Bounds, root: string, location: string): Promise<string | null> => {
  const names = namesIn(location).slice(namesIn(root).length);
  const directory = await findDirectory(bounds, names.slice(0, -1));
  if (directory === null) return null;
  const file = await entryAt(bounds, join(directory, names.at(-1)!));
  return file?.stats.isFile() ? file.path : null;
};

/** Returns the real path of an opened file. Only Linux tells it of what was opened; elsewhere it is that of its name now. */
const pathOf = ({ fd }: FileHandle, name: string): Promise<string> =>
  process.platform === 'linux' ? readlink(`/proc/self/fd/${fd}`) : realpath(name);

/** Opens a file whose links have been followed: a link may have taken the place of it or of a directory since. */
const openFile = async (bounds: Bounds, path: string): Promise<AsyncIterable<Uint8Array>> => {
  // A pipe that has taken the place of the file would not be opened until somebody writes to it.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(undecided('document'));
  try {
    requireInside(bounds, await pathOf(file, path).catch(undecided('document')));
    if (!(await file.stat()).isFile()) throw new Undecided('document: was replaced');
    return file.createReadStream();
  } catch (error) {
    await file.close();
    throw error;
  }
};

const reasonOf = (error: unknown): string => (error instanceof Undecided ? error.message : 'unexpected');

/**
 * Makes a store of documents as regular files under a folder (decisions 9, ADR 8): location `acme/2026/bill.pdf` is that file, its name literal.
 * A document is missing if its directory has no such name, or if it is not a regular file.
 *
 * @param folder absolute, or relative to the working directory at the start.
 * @returns Left `document_store_unavailable` if the folder is missing or unreadable, a look-up fails (`EACCES`, `EIO`,
 * `ELOOP`), or a link leads nowhere, in the root out of the folder, or below it out of the root; further cases at {@link makeDocumentStore}.
 */
export const makeLocalFolderDocumentStore = (folder: string): DocumentStore => {
  const path = resolve(folder);
  return makeDocumentStore({
    begin: (root) => {
      let opened: Promise<Bounds | null> | undefined;
      return async (location) => {
        opened ??= openRoot(path, root);
        const bounds = await opened;
        return bounds !== null && (await findFile(bounds, root, location)) !== null;
      };
    },
    open: async (root, location) => {
      const bounds = await openRoot(path, root);
      const file = bounds === null ? null : await findFile(bounds, root, location);
      return bounds === null || file === null ? null : openFile(bounds, file);
    },
    reasonOf,
    maxParallel: MAX_PARALLEL,
    deadlineMs: DEADLINE_MS,
  });
};
