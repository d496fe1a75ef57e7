import { createHash } from 'node:crypto';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Source } from './source.ts';

/** The identity of a file that was read: its size and its SHA-256, in lower-case hexadecimal. */
export type Fingerprint = { readonly bytes: number; readonly sha256: string };

/** A source that is hashed while it is read. */
export type FingerprintedSource = Source & {
  /** Null before `chunks` has reached its end. */
  readonly sha256: () => string | null;
  /** Covers all bytes of the file: those that the reader of the source has left are read. Throws if the file cannot be read to its end. */
  readonly fingerprint: () => Promise<Fingerprint>;
  /** Closes the file if its end was not reached. Nothing is read from it afterwards. */
  readonly close: () => Promise<void>;
};

/** Returns the source with a hash of its bytes, which costs about as much CPU time as splitting them into lines. */
export const fingerprinted = (source: Source): FingerprintedSource => {
  const hash = createHash('sha256');
  const iterator = source.chunks[Symbol.asyncIterator]();
  let bytes = 0;
  let sha256: string | null = null;
  let failure: unknown = null;
  const next = async (): Promise<Buffer | null> => {
    try {
      const { done, value } = await iterator.next();
      if (done === true) {
        sha256 ??= hash.digest('hex');
        return null;
      }
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
  return {
    ...source,
    chunks: chunks(),
    sha256: () => sha256,
    fingerprint: async () => {
      if (failure !== null) throw failure;
      while (sha256 === null) await next();
      return { bytes, sha256 };
    },
    close: async () => {
      await iterator.return?.();
    },
  };
};

/** Reads a source that is hashed while it is read, and closes it afterwards. */
export const withFingerprint =
  <L, A>(read: (source: FingerprintedSource) => TE.TaskEither<L, A>) =>
  <M>(opened: TE.TaskEither<M, Source>): TE.TaskEither<L | M, A> =>
    pipe(
      opened,
      TE.map(fingerprinted),
      TE.chainW((source) => {
        const work = read(source);
        return () => work().finally(source.close);
      }),
    );
