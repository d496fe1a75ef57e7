import { makeDocumentation } from '@carryover/adapters-http/docs/documentation';
import { compareControlTotalsEndpoint } from '@carryover/adapters-http/endpoints/compare-control-totals';
import { importRoutes } from '@carryover/adapters-http/endpoints/imports';
import { createRoute, readRoute, validateRoute } from '@carryover/adapters-http/endpoints/routes';
import { summariseAccountEndpoint } from '@carryover/adapters-http/endpoints/summarise-account';
import { makeGraphQLEndpoint } from '@carryover/adapters-http/graphql/endpoint';
import { makeAdmission } from '@carryover/adapters-http/limits/admission';
import { makeMemoryBudget } from '@carryover/adapters-http/limits/memory-budget';
import { limitOrganisation } from '@carryover/adapters-http/limits/rate-limit';
import { makeTokenAttempts } from '@carryover/adapters-http/limits/token-attempts';
import { makeRunningRequests } from '@carryover/adapters-http/pipeline/telemetry';
import { makeServer } from '@carryover/adapters-http/server';
import { SUMMARY_LISTS } from '@carryover/application/ports/reading/account-summary-reader';
import { ContainerModule } from 'inversify';
import { unusableBecause } from '../database.ts';
import { tokens } from '../tokens.ts';

const MIB = 1024 * 1024;
/** The bytes of all bodies being processed at once: some thousand transactions. */
const PROCESSING_BYTES = 1.5 * MIB;
/** The bytes of all bodies in memory, including partly read ones, that wait to be processed. */
const HELD_BYTES = 192 * MIB;

export const http = new ContainerModule(({ bind }) => {
  bind(tokens.running).toResolvedValue(makeRunningRequests).inSingletonScope();
  bind(tokens.admission)
    .toResolvedValue(
      // One body of the largest size is always accepted.
      ({ maxRequests, maxBodyBytes }) => makeAdmission(maxRequests, Math.max(HELD_BYTES, maxBodyBytes)),
      [tokens.config],
    )
    .inSingletonScope();
  bind(tokens.tokenAttempts).toResolvedValue(makeTokenAttempts, [tokens.sharedCounter]).inSingletonScope();
  bind(tokens.importRoutes)
    .toResolvedValue(
      (imports, { limits }, clock, vendors, unknownFieldsPolicy, refusedImports, dryRuns) => {
        const ports = { unknownFieldsPolicy, refusedImports, dryRuns };
        const on = { limits, clock, vendors: [...vendors.values()] };
        return [...importRoutes(imports, on, createRoute(ports)), ...importRoutes(imports, on, validateRoute(ports))];
      },
      [
        tokens.imports,
        tokens.config,
        tokens.clock,
        tokens.vendors,
        tokens.unknownFieldsPolicy,
        tokens.refusedImports,
        tokens.dryRuns,
      ],
    )
    .inSingletonScope();
  bind(tokens.readRoutes)
    .toResolvedValue(
      (summariseAccount, compareControlTotals) => [
        readRoute(summariseAccountEndpoint(summariseAccount)),
        readRoute(compareControlTotalsEndpoint(compareControlTotals)),
      ],
      [tokens.summariseAccount, tokens.compareControlTotals],
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
      (vendors, { limits, maxBodyBytes, isDemo }) =>
        makeDocumentation(
          {
            limits,
            maxBodyBytes,
            vendors: [...vendors.values()].map(({ name, types }) => ({ name, types })),
            summaryLists: SUMMARY_LISTS,
          },
          { isDemo, isStatic: false },
        ),
      [tokens.vendors, tokens.config],
    )
    .inSingletonScope();
  bind(tokens.telemetry)
    .toResolvedValue(
      (logger, running, { onAnswered }, tracing) => ({
        logger,
        running,
        observe: onAnswered,
        ...(tracing === null ? {} : { trace: tracing.request }),
      }),
      [tokens.logger, tokens.running, tokens.metrics, tokens.tracing],
    )
    .inSingletonScope();
  bind(tokens.server)
    .toResolvedValue(
      (
        imports,
        reads,
        authenticate,
        counter,
        admission,
        graphql,
        documentation,
        telemetry,
        metrics,
        orm,
        lifecycle,
        config,
      ) =>
        makeServer({
          telemetry,
          routes: [...imports, ...reads],
          authenticate,
          limit: limitOrganisation(config.requestsPerMinute, counter),
          admission,
          memoryBudget: makeMemoryBudget(PROCESSING_BYTES),
          maxBodyBytes: config.maxBodyBytes,
          graphql,
          documentation,
          metrics,
          whyNotReady: async () => {
            if (lifecycle.isStopping) return {};
            const cause = await unusableBecause(orm, config);
            return cause === null ? null : { cause };
          },
          trustedProxies: config.trustedProxies,
        }),
      [
        tokens.importRoutes,
        tokens.readRoutes,
        tokens.authenticate,
        tokens.sharedCounter,
        tokens.admission,
        tokens.graphql,
        tokens.documentation,
        tokens.telemetry,
        tokens.scrape,
        tokens.database,
        tokens.lifecycle,
        tokens.config,
      ],
    )
    .inSingletonScope();
});
