import { makeAccessLog } from '@carryover/console/access/access-log';
import { makeSessionKeeper } from '@carryover/console/access/session-keeper';
import { connectConsole } from '@carryover/console/composition';
import { readConsoleConfig } from '@carryover/console/config';
import { makeJobFiles } from '@carryover/console/jobs/job-files';
import { makeJobRunner } from '@carryover/console/jobs/job-runner';
import { makePages } from '@carryover/console/pages/pages';
import type { Route } from '@carryover/console/web/route';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import type { RunningConsole } from '../support/a-console.ts';
import type { RunningService } from '../support/a-service.ts';
import { anOrganisationWithAll, type Values } from './an-organisation-with-all.ts';

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/**
 * All addresses of the console, and the demo organisation with one of everything that they can name.
 *
 * @param environment of the console.
 */
export const theRoutes = async (
  service: RunningService,
  console: RunningConsole,
  environment: Readonly<Record<string, string>> = service.operatorEnvironment,
): Promise<{ readonly routes: ReadonlyArray<Route>; readonly values: Values }> => {
  const config = readConsoleConfig(environment);
  if (E.isLeft(config)) throw new Error(config.left.join('\n'));
  const settings = config.right;
  const { useCases, close } = await connectConsole(settings);
  const files = makeJobFiles(service.dataDir);
  const logger = pino({ level: 'silent' });
  const runner = makeJobRunner({
    jobs: useCases.jobs,
    files,
    settings,
    evidenceKeyFile: null,
    timeStampUrl: null,
    logger,
  });
  const keeper = makeSessionKeeper(useCases.sessions, {
    cookieName: 'carryover',
    isSecure: false,
    issuer: null,
    baseUrl: '',
  });
  const groups = makePages(
    useCases,
    { files, runner, hasKey: false },
    { keeper, log: makeAccessLog(logger), fourEyes: settings.fourEyes },
  );
  const values = await anOrganisationWithAll(service, console, useCases);
  await close();
  return { routes: groups.flatMap((group) => group.routes), values };
};

/** Returns a route's path with its parameters filled in. */
export const fill = ({ path }: Route, values: Values): string => {
  const section = `/${path.split('/')[1]}/:id`;
  return path.replaceAll(/:(\w+)/g, (_, name: string) => values[name === 'id' ? section : name] ?? 'none');
};

/** Asks for an address of the console. The events of a live page are not waited for. */
export const ask = async (
  url: string,
  cookie: string,
  { method }: Route,
  body: URLSearchParams | FormData = new URLSearchParams(),
) => {
  const init = { method, redirect: 'manual', headers: { cookie } } as const;
  const response = await fetch(url, method === 'POST' ? { ...init, body } : init);
  const isLive = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isLive) await response.body?.cancel();
  return { status: response.status, headers: response.headers, text: isLive ? '' : await response.text() };
};
