/** Asks a person at the terminal; null: there is no terminal. */
export type Ask = ((question: string) => Promise<string>) | null;

/** Returns an empty answer for Ctrl-C and Ctrl-D. */
const aborted = (error: unknown): string => {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  process.stderr.write('\n');
  return '';
};

const ask = async (question: string): Promise<string> => {
  // Loaded by the few commands that ask.
  const { createInterface } = await import('node:readline/promises');
  // Beside the output, which is the result.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question).catch(aborted);
  } finally {
    terminal.close();
  }
};

/** Asks at the terminal; null if input or output is not one. */
export const askOnTerminal: Ask = process.stdin.isTTY && process.stdout.isTTY ? ask : null;
