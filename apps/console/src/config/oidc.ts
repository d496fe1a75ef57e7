import { isLoopback } from '@carryover/settings/database-url';
import type { EnvironmentReader } from '@carryover/settings/environment';

/** The provider that signs in, by OpenID Connect. */
export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim of the ID token with the roles; dots lead into nested claims. */
  readonly rolesClaim: string;
};

/** Reads the provider; null without one. */
export const readOidc = (env: EnvironmentReader, baseUrl: string | null): OidcConfig | null => {
  const issuer = env.httpAddress('OIDC_ISSUER');
  const given = { OIDC_CLIENT_ID: env.text('OIDC_CLIENT_ID'), OIDC_CLIENT_SECRET: env.secret('OIDC_CLIENT_SECRET') };
  const rolesClaim = env.text('OIDC_ROLES_CLAIM') ?? 'roles';
  if (issuer === undefined) {
    for (const [name, value] of Object.entries(given))
      if (value !== undefined) env.mistake(name, 'requires OIDC_ISSUER');
    return null;
  }
  for (const [name, value] of Object.entries(given))
    if (value === undefined) env.mistake(name, 'must be set if OIDC_ISSUER is set');
  if (URL.canParse(issuer) && new URL(issuer).protocol !== 'https:' && !isLoopback(new URL(issuer).hostname))
    env.mistake('OIDC_ISSUER', 'must use HTTPS, except on this machine');
  if (baseUrl === null)
    env.mistake('CONSOLE_BASE_URL', 'must be set if OIDC_ISSUER is set: the provider sends the browser back there');
  const { OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '' } = given;
  return { issuer, clientId, clientSecret, rolesClaim };
};
