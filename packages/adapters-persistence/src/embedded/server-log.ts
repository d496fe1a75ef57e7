import { open } from 'node:fs/promises';

const TAIL_BYTES = 8192;
const TAIL_LINES = 15;

/** The last lines of a log, at most those written from byte `from` on; empty when there is no log. */
export const endOfLog = async (path: string, from = 0): Promise<string> => {
  const log = await open(path).catch(() => undefined);
  if (!log) return '';
  try {
    const { size } = await log.stat();
    const start = Math.max(from, size - TAIL_BYTES);
    const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(size - start), position: start });
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES).join('\n');
  } finally {
    await log.close();
  }
};

/** An error for the operator about the server: what is wrong, and what the server itself said last. */
export const serverError = (problem: string, path: string, said: string): Error =>
  new Error(`${problem} The end of its log, ${path}:\n${said}`);
