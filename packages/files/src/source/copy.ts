import { openUnnamedFile } from '../unnamed-file.ts';
import type { Source } from './source.ts';

/** A file as it was at one time: it can be read more than once, and nobody else can change it. */
export type Copy = { readonly open: () => Source; readonly close: () => void };

const BLOCK_BYTES = 262_144;

/**
 * Copies a file to the folder for temporary files, or standard input.
 *
 * @throws WriteFailed; what the source throws if it cannot be read.
 */
export const copyOf = async ({ format, chunks }: Source): Promise<Copy> => {
  const file = openUnnamedFile();
  try {
    for await (const chunk of chunks) file.append(chunk);
  } catch (error) {
    file.close();
    throw error;
  }
  const open = (): Source => {
    let position = 0;
    const blocks = async function* (): AsyncGenerator<Buffer> {
      while (position < file.size()) {
        const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, file.size() - position));
        file.read(block, position);
        position += block.length;
        yield block;
      }
    };
    return { format, totalBytes: file.size(), bytesRead: () => position, chunks: blocks(), path: file.path };
  };
  return { open, close: file.close };
};
