import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileTarget } from '@carryover/adapters-documents/file-target';
import { makeFolders } from '@carryover/settings/make-folders';
import { writeNew } from '../complete-file.ts';

const isMissing = (error: unknown): boolean => (error as { readonly code?: unknown }).code === 'ENOENT';

/** A folder, which is made if it is missing. A file has its name once it is complete and on the disk. */
export const folderTarget = async (folder: string): Promise<FileTarget> => {
  makeFolders(folder);
  return {
    read: (name) =>
      readFile(join(folder, name), 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    write: (name, content) => writeNew(join(folder, name), (file) => writeFile(file, content)),
  };
};
