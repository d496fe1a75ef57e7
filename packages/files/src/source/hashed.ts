import { createHash } from 'node:crypto';
import type { Source } from './source.ts';

/** A source with the SHA-256 of its file as it is, in hexadecimal; null before `chunks` has reached its end. */
type HashedSource = Source & { readonly sha256: () => string | null };

/** Returns the source with a hash of its bytes, which costs about as much CPU time as splitting them into lines. */
export const hashed = (source: Source): HashedSource => {
  const hash = createHash('sha256');
  let sha256: string | null = null;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of source.chunks) {
      hash.update(chunk);
      yield chunk;
    }
    sha256 = hash.digest('hex');
  };
  return { ...source, chunks: chunks(), sha256: () => sha256 };
};
