import { runCli } from '@carryover/operator/cli';
import type { Ask } from '@carryover/terminal/ask-on-terminal';

export type Ran = { readonly code: number; readonly out: string; readonly err: string; readonly json: any };

/** Runs the operator's command on a database, as its npm script does but in this process. @param ask a person at a terminal. */
export const anOperator =
  (environment: Record<string, string>, ask: Ask = null) =>
  async (...args: ReadonlyArray<string>): Promise<Ran> => {
    let out = '';
    let err = '';
    const code = await runCli(args, {
      environment,
      ask,
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
