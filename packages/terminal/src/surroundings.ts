import type { Terminal } from './progress.ts';

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

/** The process that runs a command, as far as the command needs it. */
export type Surroundings = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** For progress. */
  readonly terminal: Terminal;
};

/** Prepares this process for a command. @param script of the project's package.json that starts the program. */
export const surroundingsOf = (script: string): Surroundings => {
  const { INIT_CWD, npm_lifecycle_event: started } = process.env;
  // `npm run` changes to the project's folder first; file names are relative to the folder in which it was called.
  if (started === script && INIT_CWD !== undefined) process.chdir(INIT_CWD);
  // A reader may end early (`check … 2>&1 | head`): the command does the rest, and its exit code still says how it went.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  return {
    environment: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    terminal: process.stderr,
  };
};
