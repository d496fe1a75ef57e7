import { randomUUID } from 'node:crypto';
import { makeAuthenticate } from '@carryover/application/authenticate';
import { makeCreateNotes } from '@carryover/application/create-notes';
import { makeCreateTransactions } from '@carryover/application/create-transactions';
import { makeObtainToken } from '@carryover/application/obtain-token';
import { makePrepareDemo } from '@carryover/application/prepare-demo';
import { makeUnknownFieldsPolicy } from '@carryover/application/unknown-fields-policy';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

export const useCases = new ContainerModule(({ bind }) => {
  bind(tokens.clock).toConstantValue({ now: () => new Date() });
  bind(tokens.createNotes)
    .toResolvedValue((unitOfWork) => makeCreateNotes({ unitOfWork }), [tokens.unitOfWork])
    .inSingletonScope();
  bind(tokens.createTransactions)
    .toResolvedValue((unitOfWork) => makeCreateTransactions({ unitOfWork }), [tokens.unitOfWork])
    .inSingletonScope();
  bind(tokens.unknownFieldsPolicy)
    .toResolvedValue((suppliers) => makeUnknownFieldsPolicy({ suppliers }), [tokens.suppliers])
    .inSingletonScope();
  bind(tokens.obtainToken)
    .toResolvedValue(
      (apiKeys, apiKeySecrets, accessTokens, clock) => makeObtainToken({ apiKeys, apiKeySecrets, accessTokens, clock }),
      [tokens.apiKeys, tokens.apiKeySecrets, tokens.accessTokens, tokens.clock],
    )
    .inSingletonScope();
  bind(tokens.authenticate)
    .toResolvedValue(
      (apiKeys, accessTokens, clock) => makeAuthenticate({ apiKeys, accessTokens, clock }),
      [tokens.apiKeys, tokens.accessTokens, tokens.clock],
    )
    .inSingletonScope();
  bind(tokens.prepareDemo)
    .toResolvedValue(
      (administration, apiKeys, apiKeySecrets, clock) =>
        makePrepareDemo({ administration, apiKeys, apiKeySecrets, clock, makeId: randomUUID }),
      [tokens.administration, tokens.apiKeys, tokens.apiKeySecrets, tokens.clock],
    )
    .inSingletonScope();
});
