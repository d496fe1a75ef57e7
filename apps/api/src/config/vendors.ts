import { isLoopback } from '@carryover/settings/database-url';
import type { EnvironmentReader } from '@carryover/settings/environment';

export type VendorConfig = { readonly secret: string; readonly baseUrl: string | null };

/** The configured payment vendors; null: not configured (decisions 8). */
export type VendorsConfig = {
  readonly stripe: VendorConfig | null;
  readonly gocardless: VendorConfig | null;
  /** The sandbox simulates vendors that are not configured. */
  readonly isSandboxed: boolean;
};

const readBaseUrl = (env: EnvironmentReader, name: string): string | null => {
  const text = env.text(name);
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.username === '';
  // Not quoted: a wrong address may contain a password.
  if (!isOrigin) env.mistake(name, 'must be an address without path, query or user, such as https://api.example');
  else if (env.isProduction() && url.protocol === 'http:' && !isLoopback(url.hostname))
    env.mistake(name, 'must be https if NODE_ENV is production, because credentials are sent there');
  return text;
};

const readVendor = (env: EnvironmentReader, secretName: string, baseUrlName: string): VendorConfig | null => {
  const secret = env.secret(secretName);
  const baseUrl = readBaseUrl(env, baseUrlName);
  if (secret === undefined) return null;
  if (!/^[\x21-\x7e]+$/.test(secret)) env.mistake(secretName, 'must be printable ASCII without spaces');
  return { secret, baseUrl };
};

/** @param isSandboxDefault the sandbox runs unless `VENDOR_SANDBOX` is off. */
export const readVendors = (env: EnvironmentReader, isSandboxDefault: boolean): VendorsConfig => ({
  stripe: readVendor(env, 'STRIPE_API_KEY', 'STRIPE_BASE_URL'),
  gocardless: readVendor(env, 'GOCARDLESS_ACCESS_TOKEN', 'GOCARDLESS_BASE_URL'),
  isSandboxed: env.choice('VENDOR_SANDBOX', isSandboxDefault ? 'on' : 'off', ['on', 'off']) === 'on',
});
