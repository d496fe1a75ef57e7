import { once } from 'node:events';
import type { Ask } from './invocation.ts';

const ask = async (question: string): Promise<string> => {
  // Loaded by the few commands that ask.
  const { createInterface } = await import('node:readline/promises');
  // Beside the output, which is the result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Closed without an answer by Ctrl-C or Ctrl-D.
    return await Promise.race([terminal.question(question), once(terminal, 'close').then(() => '')]);
  } finally {
    terminal.close();
  }
};

/** Asks at the terminal; null if input or output is not one. */
export const askOnTerminal: Ask = process.stdin.isTTY && process.stdout.isTTY ? ask : null;
