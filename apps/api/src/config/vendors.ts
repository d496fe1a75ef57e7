import { isLoopback } from '@carryover/settings/database-url';
import type { EnvironmentReader } from '@carryover/settings/environment';

export type VendorConfig = { readonly secret: string; readonly baseUrl: string | null };

/** Which payment vendors are asked; one that is null is off (decisions 8). */
export type VendorsConfig = {
  readonly stripe: VendorConfig | null;
  readonly gocardless: VendorConfig | null;
  /** Vendors that are not configured are played by the sandbox. */
  readonly isSandboxed: boolean;
};

const readBaseUrl = (env: EnvironmentReader, name: string): string | null => {
  const text = env.text(name);
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.username === '';
  // Not quoted: whoever writes an address wrongly may have put a password into it.
  if (!isOrigin) env.mistake(name, 'must be an address without path, query or user (https://api.example)');
  else if (env.text('NODE_ENV') === 'production' && url.protocol === 'http:' && !isLoopback(url.hostname))
    env.mistake(name, 'must be https where NODE_ENV is production: our credentials travel there');
  return text;
};

const readVendor = (env: EnvironmentReader, secretName: string, baseUrlName: string): VendorConfig | null => {
  const secret = env.text(secretName);
  const baseUrl = readBaseUrl(env, baseUrlName);
  if (secret === undefined) return null;
  if (!/^[\x21-\x7e]+$/.test(secret)) env.mistake(secretName, 'must be printable ASCII without spaces');
  return { secret, baseUrl };
};

/** @param isSandboxDefault whether the sandbox runs unless `VENDOR_SANDBOX` says otherwise. */
export const readVendors = (env: EnvironmentReader, isSandboxDefault: boolean): VendorsConfig => ({
  stripe: readVendor(env, 'STRIPE_API_KEY', 'STRIPE_BASE_URL'),
  gocardless: readVendor(env, 'GOCARDLESS_ACCESS_TOKEN', 'GOCARDLESS_BASE_URL'),
  isSandboxed: env.choice('VENDOR_SANDBOX', isSandboxDefault ? 'on' : 'off', ['on', 'off']) === 'on',
});
