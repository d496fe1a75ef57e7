import { makeGoCardlessVendor } from '@carryover/adapters-vendor/gocardless';
import { makeStripeVendor } from '@carryover/adapters-vendor/stripe';
import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { tokens } from '../tokens.ts';
import type { VendorConfig, VendorsConfig } from '../vendors-config.ts';

/** What a vendor that is not configured is asked with where the sandbox plays it; any credentials will do there. */
const sandboxed = (sandboxUrl: string | null): VendorConfig | null =>
  sandboxUrl === null ? null : { secret: 'sandbox', baseUrl: sandboxUrl };

const makeVendors = (
  config: VendorsConfig,
  sandboxUrl: string | null,
  logger: Logger,
): ReadonlyMap<string, PaymentVendor> => {
  const observer = {
    onAlarm: (alarm: object) => logger.error(alarm, 'a payment vendor refuses our credentials'),
    onEvent: (event: object) => logger.debug(event, 'payment vendor'),
  };
  const at = ({ baseUrl }: VendorConfig) => (baseUrl === null ? {} : { baseUrl });
  const stripe = config.stripe ?? sandboxed(sandboxUrl);
  const gocardless = config.gocardless ?? sandboxed(sandboxUrl);
  const vendors = [
    ...(stripe === null ? [] : [makeStripeVendor({ apiKey: stripe.secret, ...at(stripe), ...observer })]),
    ...(gocardless === null
      ? []
      : [makeGoCardlessVendor({ accessToken: gocardless.secret, ...at(gocardless), ...observer })]),
  ];
  return new Map(vendors.map((vendor) => [vendor.name, vendor]));
};

export const vendors = new ContainerModule(({ bind }) => {
  bind(tokens.vendors)
    .toResolvedValue(
      (config, sandboxUrl, logger) => makeVendors(config.vendors, sandboxUrl, logger),
      [tokens.config, tokens.sandboxUrl, tokens.logger],
    )
    .inSingletonScope();
});
