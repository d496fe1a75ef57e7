import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type AFolder = {
  readonly path: string;
  /** Writes a file at this location, with the directories it needs; its full path. */
  readonly put: (location: string) => Promise<string>;
  readonly remove: () => Promise<void>;
};

/** An empty folder of its own under the system's temporary one. */
export const aFolder = async (): Promise<AFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'carryover-documents-'));
  return {
    path,
    put: async (location) => {
      const file = join(path, location);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'a document');
      return file;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
};
