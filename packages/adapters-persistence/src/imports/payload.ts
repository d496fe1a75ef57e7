import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** PostgreSQL keeps a value of this size in its row: compression would save nothing. */
const PLAIN_BYTES = 1_024;
/** From this size, compression on another thread costs less than the millisecond it takes. */
const THREAD_BYTES = 1_024 * 1_024;
const PARAMETERS = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Returns the stored form of a submitted JSON text: a short text as it is, a longer one compressed with Zstandard. */
export const packPayload = async (bytes: Uint8Array): Promise<Buffer> => {
  if (bytes.length <= PLAIN_BYTES) return Buffer.from(bytes);
  // With the size known, tables are no larger than needed: half the work for a hundred items.
  const options = { params: PARAMETERS, pledgedSrcSize: bytes.length };
  return bytes.length < THREAD_BYTES ? zstdCompressSync(bytes, options) : compress(bytes, options);
};

/** The first byte of Zstandard's magic number; no JSON text begins with it. */
const ZSTANDARD = 0x28;

/** Returns the JSON text of a stored payload. */
export const unpackPayload = async (stored: Buffer): Promise<string> =>
  (stored[0] === ZSTANDARD ? await decompress(stored) : stored).toString();
