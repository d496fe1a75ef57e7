import cluster from 'node:cluster';
import { shellWord } from '@carryover/settings/shell-word';
import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import type { ConsoleStart } from './console-process.ts';

type Ready = {
  readonly baseUrl: string;
  readonly demoFile: string | null;
  /** null: it is off. */
  readonly console: ConsoleStart | null;
};

const ABOUT_LINK = ' (signs in once; for a new link: npm run console -- link)';

const describeConsole = (console: ConsoleStart): string =>
  console.kind === 'started'
    ? `Console: ${console.signInUrl}${new URL(console.signInUrl).searchParams.has('link') ? ABOUT_LINK : ''}`
    : `Console: not started. ${console.detail}`;

/** Returns the start banner: the service's address, and two commands that work as printed. */
const banner = ({ baseUrl, demoFile, console }: Ready): string => {
  const lines = [``, `Carryover is ready at ${baseUrl}`, `Documentation: ${baseUrl}/docs`];
  if (console !== null) lines.push(describeConsole(console));
  if (demoFile !== null) lines.push(`Demo account and API key: ${demoFile}`, '', ...commands(baseUrl, demoFile));
  return `${lines.join('\n')}\n\n`;
};

/** Returns commands that need only curl and Node, which the service needs itself. */
const commands = (baseUrl: string, demoFile: string): ReadonlyArray<string> => {
  const field = (source: string, path: string) =>
    `$(${source} | node -pe 'JSON.parse(require("fs").readFileSync(0,"utf8")).${path}')`;
  const apiKey = field(`cat ${shellWord(demoFile)}`, 'api_key');
  const mutation = `{\\"query\\":\\"mutation { obtainToken(input: {apiKey: \\\\\\"${apiKey}\\\\\\"}) { token } }\\"}`;
  const note =
    '{"import_supplier":"DEMO_SUPPLIER","external_account_number":"EXTERNAL-1234","notes":[{"body":"Moved in on 1 May.","is_pinned":true}]}';
  return [
    'Obtain a token, then post a note:',
    '',
    `  TOKEN=${field(`curl -s ${baseUrl}/v1/graphql/ -H 'Content-Type: application/json' -d "${mutation}"`, 'data.obtainToken.token')}`,
    `  curl -sw '\\n' ${baseUrl}/v1/data-import/notes/create/ -H "Authorization: Token $TOKEN" -H 'Content-Type: application/json' -d '${note}'`,
  ];
};

/** Logs a step of the service with its version; on a terminal the banner is enough, and for workers their supervisor reports. */
export const logStep = (logger: Logger, step: 'starting' | 'ready' | 'stopped', fields: object = {}): void => {
  if (!cluster.isWorker && !process.stdout.isTTY) logger.info({ version: manifest.version, ...fields }, step);
};

/** Writes a banner on a terminal, else a log line; with demo data the banner in both cases. */
export const announce = (logger: Logger, ready: Ready): void => {
  logStep(logger, 'ready', { base_url: ready.baseUrl });
  if (process.stdout.isTTY || ready.demoFile !== null) process.stdout.write(banner(ready));
  else if (ready.console?.kind === 'failed') logger.warn({ detail: ready.console.detail }, 'the console did not start');
};
