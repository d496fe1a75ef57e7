import { randomUUID } from 'node:crypto';
import type { Upload } from '../../../web/upload.ts';

/** A file that was judged and waits for its confirmation. */
type Preview = { readonly upload: Upload; readonly supplierId: string; readonly subject: string };

const VALID_MS = 15 * 60_000;

/** Keeps uploaded files until they are imported, or too old. They are of this process: after its end, a file is uploaded again. */
export const makePreviews = () => {
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
    /** Each is taken once. */
    take: (id: string): Preview | null => {
      const preview = kept.get(id) ?? null;
      kept.delete(id);
      return preview;
    },
  };
};
