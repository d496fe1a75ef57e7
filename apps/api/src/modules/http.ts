import cluster from 'node:cluster';
import { makeAdmission } from '@carryover/adapters-http/admission';
import { makeDocumentation } from '@carryover/adapters-http/docs/documentation';
import { compareControlTotalsEndpoint } from '@carryover/adapters-http/endpoints/compare-control-totals';
import { serveImports } from '@carryover/adapters-http/endpoints/imports';
import { summariseAccountEndpoint } from '@carryover/adapters-http/endpoints/summarise-account';
import { makeGraphQLEndpoint } from '@carryover/adapters-http/graphql';
import { makeInFlightBudget } from '@carryover/adapters-http/in-flight-budget';
import { makeOrganisationLimit } from '@carryover/adapters-http/organisation-limit';
import { serveReadEndpoint } from '@carryover/adapters-http/read-endpoint';
import { makeRunningRequests } from '@carryover/adapters-http/running-requests';
import { serveDryRun } from '@carryover/adapters-http/serve-dry-run';
import { serveImport } from '@carryover/adapters-http/serve-import';
import { makeServer } from '@carryover/adapters-http/server';
import { makeTokenAttempts } from '@carryover/adapters-http/token-attempts';
import { isReady } from '@carryover/adapters-persistence/postgres/migrate';
import { SUMMARY_LISTS } from '@carryover/application/ports/account-summary-reader';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

const MIB = 1024 * 1024;
/** Bodies of this size in all are worked on at once: some thousand transactions. */
const IN_FLIGHT_BYTES = 1.5 * MIB;
/** Bodies of this size in all are held, read or half read, while they wait for their turn. */
const HELD_BYTES = 192 * MIB;

export const http = new ContainerModule(({ bind }) => {
  bind(tokens.running).toResolvedValue(makeRunningRequests).inSingletonScope();
  bind(tokens.admission)
    .toResolvedValue(
      // One body of the largest size is always taken.
      ({ maxRequests, maxBodyBytes }) => makeAdmission(maxRequests, Math.max(HELD_BYTES, maxBodyBytes)),
      [tokens.config],
    )
    .inSingletonScope();
  bind(tokens.tokenAttempts)
    .toResolvedValue(() => makeTokenAttempts({ isWorker: cluster.isWorker }))
    .inSingletonScope();
  bind(tokens.importPorts)
    .toResolvedValue(
      (
        authenticate,
        unknownFieldsPolicy,
        refusedImports,
        dryRuns,
        clock,
        admission,
        { maxBodyBytes, requestsPerMinute },
      ) => ({
        authenticate,
        unknownFieldsPolicy,
        refusedImports,
        dryRuns,
        clock,
        admission,
        organisationLimit: makeOrganisationLimit(requestsPerMinute, { isWorker: cluster.isWorker }),
        maxBodyBytes,
        inFlight: makeInFlightBudget(IN_FLIGHT_BYTES),
      }),
      [
        tokens.authenticate,
        tokens.unknownFieldsPolicy,
        tokens.refusedImports,
        tokens.dryRuns,
        tokens.clock,
        tokens.admission,
        tokens.config,
      ],
    )
    .inSingletonScope();
  bind(tokens.endpoints)
    .toResolvedValue(
      (ports, { limits }, imports, rehearsedImports, vendors, summariseAccount, compareControlTotals) => {
        const on = { limits, clock: ports.clock, vendors: [...vendors.values()] };
        return [
          ...serveImports(imports, on, (endpoint) => serveImport(endpoint, ports)),
          ...serveImports(rehearsedImports, on, (endpoint) => serveDryRun(endpoint, ports)),
          serveReadEndpoint(summariseAccountEndpoint(summariseAccount), ports),
          serveReadEndpoint(compareControlTotalsEndpoint(compareControlTotals), ports),
        ];
      },
      [
        tokens.importPorts,
        tokens.config,
        tokens.imports,
        tokens.rehearsedImports,
        tokens.vendors,
        tokens.summariseAccount,
        tokens.compareControlTotals,
      ],
    )
    .inSingletonScope();
  bind(tokens.graphql)
    .toResolvedValue(
      (obtainToken, attempts, { mayIntrospect }) => makeGraphQLEndpoint(obtainToken, attempts, { mayIntrospect }),
      [tokens.obtainToken, tokens.tokenAttempts, tokens.config],
    )
    .inSingletonScope();
  bind(tokens.documentation)
    .toResolvedValue(
      (vendors, { limits, maxBodyBytes }) =>
        makeDocumentation({
          limits,
          maxBodyBytes,
          vendors: [...vendors.values()].map(({ name, types }) => ({ name, types })),
          summaryLists: SUMMARY_LISTS,
        }),
      [tokens.vendors, tokens.config],
    )
    .inSingletonScope();
  bind(tokens.onlookers)
    .toResolvedValue(
      (logger, running, { onAnswered }, { request }) => ({ logger, running, observe: onAnswered, trace: request }),
      [tokens.logger, tokens.running, tokens.metrics, tokens.tracing],
    )
    .inSingletonScope();
  bind(tokens.server)
    .toResolvedValue(
      (endpoints, graphql, documentation, onlookers, metrics, orm, lifecycle, { trustedProxies }) =>
        makeServer({
          ...onlookers,
          endpoints,
          graphql,
          documentation,
          metrics,
          isReady: async () => !lifecycle.isStopping && (await isReady(orm)),
          trustedProxies,
        }),
      [
        tokens.endpoints,
        tokens.graphql,
        tokens.documentation,
        tokens.onlookers,
        tokens.scrape,
        tokens.database,
        tokens.lifecycle,
        tokens.config,
      ],
    )
    .inSingletonScope();
});
