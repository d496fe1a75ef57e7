import { runCli } from '@carryover/loader/cli';

export type Loaded = { readonly code: number; readonly out: string; readonly err: string; readonly lines: any[] };

/** Runs the client's loader as its npm script does, but in this process. `lines`: its output, each line read as JSON. */
export const runLoader = async (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Loaded> => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(args, {
    environment,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    terminal: { write: () => true },
  });
  const text = out.join('');
  return {
    code,
    out: text,
    err: err.join(''),
    get lines() {
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    },
  };
};
