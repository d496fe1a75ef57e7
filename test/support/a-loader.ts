import { runCli } from '@carryover/loader/cli';
import { aGateway, type Decide } from './a-gateway.ts';
import type { RunningService } from './a-service.ts';

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

/** The loader with a service's address and the demo's key. `load` and `verify`: the exit code with the last object printed. */
export const aLoader = ({ baseUrl, demo }: Pick<RunningService, 'baseUrl' | 'demo'>) => {
  const run = (...args: ReadonlyArray<string>) =>
    runLoader(args, { CARRYOVER_URL: baseUrl, CARRYOVER_API_KEY: demo.api_key });
  const endOf =
    (command: string) =>
    async (...args: ReadonlyArray<string>) => {
      const ran = await run(command, '--json', ...args);
      return { code: ran.code, err: ran.err, ...(ran.out === '' ? {} : ran.lines.at(-1)) };
    };
  return { run, load: endOf('load'), verify: endOf('verify') };
};

/** The loader behind a gateway, which sends a request again for a second. */
export const aLoaderBehind = async ({ baseUrl, demo }: Pick<RunningService, 'baseUrl' | 'demo'>, decide?: Decide) => {
  const gateway = await aGateway(baseUrl, decide);
  const { load, ...loader } = aLoader({ baseUrl: gateway.baseUrl, demo });
  return { ...loader, gateway, load: (...args: ReadonlyArray<string>) => load('--wait', '1', ...args) };
};
