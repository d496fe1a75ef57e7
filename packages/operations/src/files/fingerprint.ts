import { createHash } from 'node:crypto';
import type { Source } from '@carryover/files/source/source';

/** The identity of a file that was read: its size and its SHA-256, in lower-case hexadecimal. */
export type Fingerprint = { readonly bytes: number; readonly sha256: string };

/**
 * A source that is hashed while it is read.
 *
 * @returns `fingerprint` covers all bytes of the file: it reads those that the reader of the source has left. It
 * throws if the file cannot be read to its end.
 */
export const withFingerprint = (
  source: Source,
): { readonly source: Source; readonly fingerprint: () => Promise<Fingerprint> } => {
  const hash = createHash('sha256');
  const iterator = source.chunks[Symbol.asyncIterator]();
  let bytes = 0;
  let failure: unknown = null;
  const next = async (): Promise<Buffer | null> => {
    try {
      const { done, value } = await iterator.next();
      if (done === true) return null;
      hash.update(value);
      bytes += value.length;
      return value;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  // Its reader may stop early, which must not end the source: the rest is still to be hashed.
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk;
  };
  const fingerprint = async (): Promise<Fingerprint> => {
    if (failure !== null) throw failure;
    while ((await next()) !== null);
    return { bytes, sha256: hash.digest('hex') };
  };
  return { source: { ...source, chunks: chunks() }, fingerprint };
};
