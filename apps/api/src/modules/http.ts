import { serveEndpoint } from '@carryover/adapters-http/endpoint';
import { compareControlTotalsEndpoint } from '@carryover/adapters-http/endpoints/compare-control-totals';
import { createHistoricalBillingDocumentsEndpoint } from '@carryover/adapters-http/endpoints/create-historical-billing-documents';
import { createHistoricalStatementsEndpoint } from '@carryover/adapters-http/endpoints/create-historical-statements';
import { createNotesEndpoint } from '@carryover/adapters-http/endpoints/create-notes';
import { createPaymentInstructionEndpoint } from '@carryover/adapters-http/endpoints/create-payment-instruction';
import { createTransactionsEndpoint } from '@carryover/adapters-http/endpoints/create-transactions';
import { summariseAccountEndpoint } from '@carryover/adapters-http/endpoints/summarise-account';
import { makeGraphQLEndpoint } from '@carryover/adapters-http/graphql';
import { makeInFlightBudget } from '@carryover/adapters-http/in-flight-budget';
import { serveReadEndpoint } from '@carryover/adapters-http/read-endpoint';
import { makeServer } from '@carryover/adapters-http/server';
import { makeTokenAttempts } from '@carryover/adapters-http/token-attempts';
import { isReady } from '@carryover/adapters-persistence/postgres/migrate';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

export const http = new ContainerModule(({ bind }) => {
  bind(tokens.tokenAttempts).toResolvedValue(makeTokenAttempts).inSingletonScope();
  bind(tokens.endpointPorts)
    .toResolvedValue(
      (authenticate, unknownFieldsPolicy, refusedImports, clock, { maxBodyBytes }) => ({
        authenticate,
        unknownFieldsPolicy,
        refusedImports,
        clock,
        maxBodyBytes,
        inFlight: makeInFlightBudget(2 * maxBodyBytes),
      }),
      [tokens.authenticate, tokens.unknownFieldsPolicy, tokens.refusedImports, tokens.clock, tokens.config],
    )
    .inSingletonScope();
  bind(tokens.endpoints)
    .toResolvedValue(
      (
        ports,
        { limits },
        createNotes,
        createTransactions,
        createDocuments,
        createStatements,
        createInstruction,
        vendors,
        summariseAccount,
        compareControlTotals,
      ) => [
        serveEndpoint(createNotesEndpoint(createNotes, limits), ports),
        serveEndpoint(createTransactionsEndpoint(createTransactions, limits), ports),
        serveEndpoint(createHistoricalBillingDocumentsEndpoint(createDocuments, limits, ports.clock), ports),
        serveEndpoint(createHistoricalStatementsEndpoint(createStatements, limits), ports),
        serveEndpoint(createPaymentInstructionEndpoint(createInstruction, [...vendors.values()]), ports),
        serveReadEndpoint(summariseAccountEndpoint(summariseAccount), ports),
        serveReadEndpoint(compareControlTotalsEndpoint(compareControlTotals), ports),
      ],
      [
        tokens.endpointPorts,
        tokens.config,
        tokens.createNotes,
        tokens.createTransactions,
        tokens.createHistoricalBillingDocuments,
        tokens.createHistoricalStatements,
        tokens.createPaymentInstruction,
        tokens.vendors,
        tokens.summariseAccount,
        tokens.compareControlTotals,
      ],
    )
    .inSingletonScope();
  bind(tokens.server)
    .toResolvedValue(
      (endpoints, obtainToken, attempts, orm, logger, { trustedProxies }) =>
        makeServer({
          endpoints,
          graphql: makeGraphQLEndpoint(obtainToken, attempts),
          isReady: () => isReady(orm),
          logger,
          trustedProxies,
        }),
      [tokens.endpoints, tokens.obtainToken, tokens.tokenAttempts, tokens.database, tokens.logger, tokens.config],
    )
    .inSingletonScope();
});
