import { randomUUID } from 'node:crypto';
import { makeAuthenticate } from '@carryover/application/access/authenticate';
import { makeObtainToken } from '@carryover/application/access/obtain-token';
import { makeAdoptRootSecret } from '@carryover/application/access/root-secret';
import { makeImports } from '@carryover/application/imports/imports';
import { makeUnknownFieldsPolicy } from '@carryover/application/imports/unknown-fields-policy';
import { makePrepareDemo } from '@carryover/application/operator/set-up/prepare-demo';
import { makeCompareControlTotals } from '@carryover/application/reading/compare-control-totals';
import { makeSummariseAccount } from '@carryover/application/reading/summarise-account';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

export const useCases = new ContainerModule(({ bind }) => {
  bind(tokens.clock).toConstantValue({ now: () => new Date() });
  bind(tokens.imports)
    .toResolvedValue(
      (unitOfWork, suppliers, documentStore, vendors) => makeImports({ unitOfWork, suppliers, documentStore, vendors }),
      [tokens.unitOfWork, tokens.suppliers, tokens.documentStore, tokens.vendors],
    )
    .inSingletonScope();
  bind(tokens.summariseAccount)
    .toResolvedValue((summaries) => makeSummariseAccount({ summaries }), [tokens.summaries])
    .inSingletonScope();
  bind(tokens.compareControlTotals)
    .toResolvedValue(
      (suppliers, storedTotals) => makeCompareControlTotals({ suppliers, storedTotals }),
      [tokens.suppliers, tokens.storedTotals],
    )
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
      (apiKeys, accessTokens) => makeAuthenticate({ apiKeys, accessTokens }),
      [tokens.apiKeys, tokens.accessTokens],
    )
    .inSingletonScope();
  bind(tokens.adoptRootSecret)
    .toResolvedValue(
      (secretFingerprints, own, apiKeys, clock) => makeAdoptRootSecret({ secretFingerprints, own, apiKeys, clock }),
      [tokens.secretFingerprints, tokens.ownFingerprints, tokens.apiKeys, tokens.clock],
    )
    .inSingletonScope();
  bind(tokens.prepareDemo)
    .toResolvedValue(
      (administration, operatorWork, apiKeys, apiKeySecrets, clock) =>
        makePrepareDemo({ administration, operatorWork, apiKeys, apiKeySecrets, clock, makeId: randomUUID }),
      [tokens.administration, tokens.operatorWork, tokens.apiKeys, tokens.apiKeySecrets, tokens.clock],
    )
    .inSingletonScope();
});
