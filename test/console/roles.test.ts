import { connectConsole } from '@carryover/console/composition';
import { readConsoleConfig } from '@carryover/console/config/config';
import { makePages } from '@carryover/console/pages/pages';
import { makeJobFiles } from '@carryover/console/reconciling/job-files';
import { makeReconciler } from '@carryover/console/reconciling/reconciler';
import type { Route } from '@carryover/console/web/route';
import * as E from 'fp-ts/lib/Either.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aConsole, type RunningConsole } from '../support/a-console.ts';
import { aService, type RunningService } from '../support/a-service.ts';

const MAY: Readonly<Record<Route['access'], ReadonlyArray<string>>> = {
  figures: ['viewer', 'support', 'operator', 'auditor'],
  accounts: ['support', 'operator', 'auditor'],
  records: ['operator', 'auditor'],
  change: ['operator'],
};
const ROLES = MAY.figures;

let service: RunningService;
let console: RunningConsole;
let routes: ReadonlyArray<Route>;
beforeAll(async () => {
  service = await aService();
  console = await aConsole(service.operatorEnvironment);
  await service.operator.createSupplier('Demo organisation', 'SECOND');
  const config = readConsoleConfig(service.operatorEnvironment);
  if (E.isLeft(config)) throw new Error(config.left.join('\n'));
  const settings = config.right;
  const { useCases, close } = await connectConsole(settings);
  const files = makeJobFiles(service.dataDir, Date.now);
  const logger = pino({ level: 'silent' });
  const reconciler = makeReconciler({ jobs: useCases.jobs, files, settings, evidenceKeyFile: null, logger });
  routes = makePages(useCases, { files, reconciler, hasKey: false }).flatMap((group) => group.routes);
  await close();
  const [account] = await service.sql<{ number: string }>(
    `select service_account_number as number from account where external_account_number = 'EXTERNAL-1234'`,
  );
  VALUES.number = account!.number;
});
afterAll(async () => {
  await console?.stop();
  await service?.stop();
});

/** Ids of the demo organisation, and ids that nothing has. */
const VALUES: Record<string, string> = {
  organisation: 'Demo%20organisation',
  code: 'DEMO_SUPPLIER',
};
const addressOf = ({ path }: Route): string => path.replaceAll(/:(\w+)/g, (_, name: string) => VALUES[name] ?? 'none');

/** Asks for a route. The events of a live page are not waited for. */
const ask = async (cookie: string, route: Route) => {
  const isPost = route.method === 'POST';
  const response = await fetch(`${console.baseUrl}${addressOf(route)}`, {
    method: route.method,
    redirect: 'manual',
    headers: { cookie },
    ...(isPost ? { body: new URLSearchParams() } : {}),
  });
  const isLive = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isLive) await response.body?.cancel();
  return { status: response.status, text: isLive ? '' : await response.text() };
};

describe('every address', () => {
  it('asks for a sign-in', async () => {
    for (const route of routes)
      expect([addressOf(route), (await ask('', route)).status]).toEqual([addressOf(route), 401]);
  });

  it.each(ROLES)('answers the role %s, or refuses it, as its access says', async (role) => {
    const reader = await console.as(role);
    // Of another organisation, so that nothing is changed.
    const changer = await console.as(`${role}@Another`);
    for (const route of routes) {
      const { status } = await ask((route.method === 'GET' ? reader : changer).cookie, route);
      const name = `${route.method} ${route.path}`;
      expect([name, status === 403]).toEqual([name, !MAY[route.access].includes(role)]);
      expect([name, status < 500]).toEqual([name, true]);
    }
  });

  it.each(ROLES)('shows the role %s of another organisation nothing of the demo organisation', async (role) => {
    const { cookie } = await console.as(`${role}@Another`);
    for (const route of routes) {
      const { status, text } = await ask(cookie, route);
      const name = `${route.method} ${route.path}`;
      if (route.path.includes(':organisation')) expect([name, [403, 404].includes(status)]).toEqual([name, true]);
      for (const foreign of ['Demo organisation', 'DEMO_SUPPLIER', 'EXTERNAL-1234'])
        expect([name, foreign, text.includes(foreign)]).toEqual([name, foreign, false]);
    }
  });
});
