import { runCli } from '@carryover/operator/cli';
import type { Terminal } from '@carryover/terminal/progress';
import type { Ask } from '@carryover/terminal/surroundings';

export type Ran = { readonly code: number; readonly out: string; readonly err: string; readonly json: any };

const NO_TERMINAL: Terminal = { write: () => true };

/**
 * Runs the operator's command on a database, as its npm script does but in this process.
 *
 * @param ask a person at a terminal.
 * @param terminal takes the progress.
 */
export const anOperator =
  (environment: Record<string, string>, ask: Ask = null, terminal = NO_TERMINAL) =>
  async (...args: ReadonlyArray<string>): Promise<Ran> => {
    let out = '';
    let err = '';
    const code = await runCli(args, {
      environment,
      ask,
      terminal,
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
    });
    const isJson = args.includes('--json') && out !== '';
    return { code, out, err, json: isJson ? JSON.parse(out) : undefined };
  };
