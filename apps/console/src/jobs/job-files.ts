import { createReadStream } from 'node:fs';
import { access, constants, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { orNull } from '@carryover/adapters-persistence/schema/stored-values';
import { madeAt, RUNS_FOLDERS, type RunsFolder, runsFolder } from '@carryover/operations/run-files';
import type { Section } from '@carryover/report/report';
import { causeMessage } from '@carryover/settings/cause-message';
import { makeFolders } from '@carryover/settings/make-folders';
import { leaveToOwner } from '@carryover/settings/private-file';
import * as t from 'io-ts';

/** A supplier's latest runs keep their files, at most this many, and at most this long. */
const RUNS_KEPT = 10;
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** The files of a run that may be downloaded, by the last part of their address. */
export const DOWNLOADS = {
  'report.html': 'text/html; charset=utf-8',
  'totals.csv': 'text/csv; charset=utf-8',
  'report.json': 'application/json',
  'evidence.zip': 'application/zip',
  'unread-rows': 'application/octet-stream',
} as const;
type DownloadName = keyof typeof DOWNLOADS;
export const isDownloadName = (name: string): name is DownloadName => Object.hasOwn(DOWNLOADS, name);

export const RESULT = 'result.json';
/** The totals that differ, as a database of SQLite. */
export const DIFFERENCES = 'differences.sqlite';
/** The findings of a check of the storage, one JSON object per line. */
export const FINDINGS = 'findings.ndjson';
/** The same of the seals, which are over the records of all organisations. */
export const SEAL_FINDINGS = 'seal-findings.ndjson';
/** What an undo of many imports removes, refuses and leaves missing: one JSON object per line. */
export const UNDO_LISTS = ['removed', 'refused', 'missing'] as const;
export type UndoList = (typeof UNDO_LISTS)[number];
export const undoFile = (list: UndoList): string => `${list}.ndjson`;
/** The folder of the file that was sent, and of its rows that could not be read. */
export const SENT = 'sent';

const NAME_LENGTH = 100;

/** Returns the end of a name that a browser sent, with characters that every file system has. */
export const safeName = (sent: string): string =>
  sent
    .replaceAll(/[^\w. ()-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(-NAME_LENGTH);

/** The files of what this machine's consoles ran, private to their user (ADR 37). */
type JobFiles = {
  readonly folderOf: (supplierId: string, id: string) => string;
  /** Makes the folder of a run, and the one for the file that is sent. */
  readonly create: (supplierId: string, id: string) => Promise<string>;
  readonly remove: (supplierId: string, id: string) => Promise<void>;
  /** Removes the files of old runs. @param running those that have not ended, which write theirs yet. */
  readonly prune: (supplierId: string, running: ReadonlySet<string>) => Promise<void>;
};

/** Makes the folder of the runs. Rejects, with a message for the operator, if it cannot be written to. */
export const requireWritable = async (dataDir: string): Promise<void> => {
  try {
    makeFolders(dataDir);
    for (const folder of [join(dataDir, 'console'), ...RUNS_FOLDERS.map((name) => runsFolder(dataDir, name))]) {
      if (makeFolders(folder, 0o700)) await leaveToOwner(folder);
      await access(folder, constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    throw new Error(
      `DATA_DIR (${dataDir}) cannot be written to: ${causeMessage(error)}. The console keeps the files of reconciliations there. Mount a volume at this folder that the user of the console (${process.getuid?.() ?? 'this one'}) may write to, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
};

const makeFilesIn = (root: string): JobFiles => {
  const folderOf = (supplierId: string, id: string): string => join(root, supplierId, id);
  const remove = (supplierId: string, id: string) => rm(folderOf(supplierId, id), { recursive: true, force: true });
  return {
    folderOf,
    create: async (supplierId, id) => {
      const folder = folderOf(supplierId, id);
      makeFolders(join(folder, SENT), 0o700);
      return folder;
    },
    remove,
    prune: async (supplierId, running) => {
      const ids = (await readdir(join(root, supplierId)).catch(() => [])).toSorted().toReversed();
      const old = ids.filter((id, at) => at >= RUNS_KEPT || Date.now() - madeAt(id) > KEPT_MS);
      for (const id of old) if (!running.has(id)) await remove(supplierId, id);
    },
  };
};

/** The files of reconciliations, checks of the storage and undos: many of these leave the files of the others. */
export type AllJobFiles = Readonly<Record<RunsFolder, JobFiles>>;

export const makeJobFiles = (dataDir: string): AllJobFiles => ({
  reconciliations: makeFilesIn(runsFolder(dataDir, 'reconciliations')),
  'storage-checks': makeFilesIn(runsFolder(dataDir, 'storage-checks')),
  undos: makeFilesIn(runsFolder(dataDir, 'undos')),
});

/** Returns the path of a file to download; null if the run has none. */
export const downloadPath = async (folder: string, name: DownloadName): Promise<string | null> => {
  // The control totals themselves are removed once they are compared.
  const [unread] = name === 'unread-rows' ? await readdir(join(folder, SENT)).catch(() => []) : [name];
  if (unread === undefined) return null;
  const path = name === 'unread-rows' ? join(folder, SENT, unread) : join(folder, name);
  return (await stat(path).catch(() => null)) === null ? null : path;
};

/** Reads a JSON file of a run; null if it is not there. */
export const readJson = async (folder: string, name: string): Promise<unknown> => {
  const text = await readFile(join(folder, name), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
};

export const streamFile = (path: string): AsyncIterable<Uint8Array> => createReadStream(path);

const note = t.type({ text: t.string, brief: t.string, importId: orNull(t.string) });
const cell = t.union([t.string, t.null, t.type({ rare: t.string }), t.type({ share: t.number })]);
const item = t.intersection([
  t.type({ rows: t.array(t.array(cell)) }),
  t.partial({ heading: t.string, notes: t.array(note) }),
]);
const column = t.intersection([t.type({ title: t.string, kind: t.string }), t.partial({ isPersonal: t.boolean })]);

/** A section of the report, as the worker stored it. */
const shownSection = t.intersection([
  t.type({
    id: t.string,
    title: t.string,
    columns: t.array(column),
    items: t.array(item),
    count: t.number,
    complete: t.string,
  }),
  t.partial({ sentence: t.string, pairs: t.string }),
]);

/** The sections of the report that the page of a finished reconciliation shows; differences are in files of their own. */
export const SHOWN: ReadonlyArray<Section['id']> = ['by-type', 'unread', 'control-file'];

/** What the page of a finished reconciliation shows of its report. */
export const shownResult = t.type({
  /** In words: the verdict, and what was compared. */
  sentence: t.string,
  scope: t.string,
  /** About dates that were moved, conflicts, rejected requests. */
  remarks: t.array(t.type({ sentence: t.string })),
  facts: t.array(t.tuple([t.string, t.string])),
  sections: t.array(shownSection),
  /** Why it does not count as proof, or its evidence would not be called sound. */
  warnings: t.array(t.string),
});
export type ShownResult = t.TypeOf<typeof shownResult>;
