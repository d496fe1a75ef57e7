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
    /** Takes a file once; null if it is not this person's, or for another supplier: theirs stays. */
    take: (id: string, { supplierId, subject }: Omit<Preview, 'upload'>): Upload | null => {
      const preview = kept.get(id);
      if (preview?.supplierId !== supplierId || preview.subject !== subject) return null;
      kept.delete(id);
      return preview.upload;
    },
  };
};
