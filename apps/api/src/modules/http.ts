import { serveEndpoint } from '@carryover/adapters-http/endpoint';
import { createNotesEndpoint } from '@carryover/adapters-http/endpoints/create-notes';
import { createTransactionsEndpoint } from '@carryover/adapters-http/endpoints/create-transactions';
import { makeGraphQLEndpoint } from '@carryover/adapters-http/graphql';
import { makeServer } from '@carryover/adapters-http/server';
import { makeTokenAttempts } from '@carryover/adapters-http/token-attempts';
import { isReady } from '@carryover/adapters-persistence/postgres/migrate';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

export const http = new ContainerModule(({ bind }) => {
  bind(tokens.tokenAttempts).toResolvedValue(makeTokenAttempts).inSingletonScope();
  bind(tokens.endpoints)
    .toResolvedValue(
      (
        authenticate,
        unknownFieldsPolicy,
        refusedImports,
        clock,
        { limits, maxBodyBytes },
        createNotes,
        createTransactions,
      ) => {
        const ports = { authenticate, unknownFieldsPolicy, refusedImports, clock, maxBodyBytes };
        return [
          serveEndpoint(createNotesEndpoint(createNotes, limits), ports),
          serveEndpoint(createTransactionsEndpoint(createTransactions, limits), ports),
        ];
      },
      [
        tokens.authenticate,
        tokens.unknownFieldsPolicy,
        tokens.refusedImports,
        tokens.clock,
        tokens.config,
        tokens.createNotes,
        tokens.createTransactions,
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
