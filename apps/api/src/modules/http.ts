import cluster from 'node:cluster';
import { makeDocumentation } from '@carryover/adapters-http/docs/documentation';
import { compareControlTotalsEndpoint } from '@carryover/adapters-http/endpoints/compare-control-totals';
import { serveImports } from '@carryover/adapters-http/endpoints/imports';
import { summariseAccountEndpoint } from '@carryover/adapters-http/endpoints/summarise-account';
import { makeGraphQLEndpoint } from '@carryover/adapters-http/graphql';
import { makeInFlightBudget } from '@carryover/adapters-http/in-flight-budget';
import { serveReadEndpoint } from '@carryover/adapters-http/read-endpoint';
import { serveDryRun } from '@carryover/adapters-http/serve-dry-run';
import { serveImport } from '@carryover/adapters-http/serve-import';
import { makeServer } from '@carryover/adapters-http/server';
import { makeTokenAttempts } from '@carryover/adapters-http/token-attempts';
import { isReady } from '@carryover/adapters-persistence/postgres/migrate';
import { SUMMARY_LISTS } from '@carryover/application/ports/account-summary-reader';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

/** Bodies of this size in all are worked on at once: some thousand transactions. */
const IN_FLIGHT_BYTES = 1.5 * 1024 * 1024;

export const http = new ContainerModule(({ bind }) => {
  bind(tokens.tokenAttempts)
    .toResolvedValue(() => makeTokenAttempts({ isWorker: cluster.isWorker }))
    .inSingletonScope();
  bind(tokens.importPorts)
    .toResolvedValue(
      (authenticate, unknownFieldsPolicy, refusedImports, dryRuns, clock, { maxBodyBytes }) => ({
        authenticate,
        unknownFieldsPolicy,
        refusedImports,
        dryRuns,
        clock,
        maxBodyBytes,
        inFlight: makeInFlightBudget(IN_FLIGHT_BYTES),
      }),
      [
        tokens.authenticate,
        tokens.unknownFieldsPolicy,
        tokens.refusedImports,
        tokens.dryRuns,
        tokens.clock,
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
  bind(tokens.server)
    .toResolvedValue(
      (
        endpoints,
        obtainToken,
        attempts,
        vendors,
        orm,
        logger,
        { trustedProxies, limits, maxBodyBytes, mayIntrospect },
      ) =>
        makeServer({
          endpoints,
          graphql: makeGraphQLEndpoint(obtainToken, attempts, { mayIntrospect }),
          documentation: makeDocumentation({
            limits,
            maxBodyBytes,
            vendors: [...vendors.values()].map(({ name, types }) => ({ name, types })),
            summaryLists: SUMMARY_LISTS,
          }),
          isReady: () => isReady(orm),
          logger,
          trustedProxies,
        }),
      [
        tokens.endpoints,
        tokens.obtainToken,
        tokens.tokenAttempts,
        tokens.vendors,
        tokens.database,
        tokens.logger,
        tokens.config,
      ],
    )
    .inSingletonScope();
});
