import { makeGoCardlessVendor } from '@carryover/adapters-vendor/gocardless';
import type { VendorObserver } from '@carryover/adapters-vendor/observer';
import { makeStripeVendor } from '@carryover/adapters-vendor/stripe';
import type { PaymentVendor } from '@carryover/application/ports/payment-vendor';
import { ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import type { VendorConfig, VendorsConfig } from '../config/vendors.ts';
import type { Metrics } from '../observing/metrics.ts';
import { tracedVendor } from '../observing/traced.ts';
import type { Tracing } from '../observing/tracing.ts';
import { tokens } from '../tokens.ts';

/** Credentials for the sandbox, which accepts any. */
const sandboxed = (sandboxUrl: string | null): VendorConfig | null =>
  sandboxUrl === null ? null : { secret: 'sandbox', baseUrl: sandboxUrl };

const makeVendors = (
  config: VendorsConfig,
  sandboxUrl: string | null,
  {
    logger,
    metrics,
    tracing,
  }: { readonly logger: Logger; readonly metrics: Metrics; readonly tracing: Tracing | null },
): ReadonlyMap<string, PaymentVendor> => {
  const observer: Required<VendorObserver> = {
    onAlarm: (alarm) => {
      logger.error(alarm, 'a payment vendor rejected our credentials');
      metrics.onVendorAlarm(alarm);
    },
    onEvent: (event) => {
      logger.debug(event, 'payment vendor');
      metrics.onVendorEvent(event);
    },
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
  for (const { name } of vendors) metrics.addVendor(name);
  return new Map(
    vendors.map((vendor) => [vendor.name, tracing === null ? vendor : tracedVendor(vendor, tracing.part)]),
  );
};

export const vendors = new ContainerModule(({ bind }) => {
  bind(tokens.vendors)
    .toResolvedValue(
      (config, sandboxUrl, logger, metrics, tracing) =>
        makeVendors(config.vendors, sandboxUrl, { logger, metrics, tracing }),
      [tokens.config, tokens.sandboxUrl, tokens.logger, tokens.metrics, tokens.tracing],
    )
    .inSingletonScope();
});
