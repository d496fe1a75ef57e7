import { makeJwtAccessTokens } from '@carryover/adapters-crypto/access-tokens';
import { makeApiKeySecrets } from '@carryover/adapters-crypto/api-key-secrets';
import { fingerprintsOf } from '@carryover/adapters-crypto/root-secret';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

export const crypto = new ContainerModule(({ bind }) => {
  bind(tokens.apiKeySecrets)
    .toResolvedValue((secrets) => makeApiKeySecrets(secrets), [tokens.rootSecrets])
    .inSingletonScope();
  bind(tokens.ownFingerprints)
    .toResolvedValue((secrets) => fingerprintsOf(secrets), [tokens.rootSecrets])
    .inSingletonScope();
  bind(tokens.accessTokens)
    .toResolvedValue(
      (secrets, { tokenLifetimeSeconds }) => makeJwtAccessTokens(secrets, { lifetimeSeconds: tokenLifetimeSeconds }),
      [tokens.rootSecrets, tokens.config],
    )
    .inSingletonScope();
});
