import { randomUUID } from 'node:crypto';
import type { Upload } from './upload.ts';

const VALID_MS = 15 * 60_000;
/** Uploads of one person that are kept: the oldest makes room. */
const KEPT_OF_PERSON = 5;

/** What is kept of an upload, for the person who sent it. */
type Kept = { readonly subject: string; readonly upload: Upload };

/**
 * Keeps uploads for the persons who sent them, for a while. They are of this process: after its end, a file is uploaded again.
 *
 * @param isInUse an upload that is still read does not make room, and does not expire.
 */
export const makeKeptUploads = <A extends Kept>(isInUse: (one: A) => boolean = () => false) => {
  const kept = new Map<string, A>();
  const remove = (id: string): void => {
    const found = kept.get(id);
    if (kept.delete(id)) void found?.upload.remove();
  };
  const expire = (id: string): void => {
    setTimeout(() => {
      const found = kept.get(id);
      if (found !== undefined && isInUse(found)) expire(id);
      else remove(id);
    }, VALID_MS).unref();
  };
  return {
    add: (one: A): string => {
      const own = [...kept].filter(([, other]) => other.subject === one.subject && !isInUse(other));
      for (const [id] of own.slice(0, Math.max(0, own.length - KEPT_OF_PERSON + 1))) remove(id);
      const id = randomUUID();
      kept.set(id, one);
      expire(id);
      return id;
    },
    /** @returns null if there is none for this person. */
    find: (id: string, subject: string): A | null => {
      const found = kept.get(id);
      return found?.subject === subject ? found : null;
    },
    /** Keeps an upload with what became of it, no longer than before. */
    set: (id: string, one: A): void => void (kept.has(id) && kept.set(id, one)),
  };
};
