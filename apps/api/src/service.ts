import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { openDocumentStore } from '@carryover/adapters-documents/open-document-store';
import { alone, prepareSchema } from '@carryover/adapters-persistence/migrate';
import { poolOf } from '@carryover/adapters-persistence/orm';
import { makePostgresSealLog } from '@carryover/adapters-persistence/seals/seal-log';
import { startVendorSandbox } from '@carryover/adapters-vendor/sandbox/vendor-sandbox';
import type { adoptRootSecret, LiveApiKeysDiffer } from '@carryover/application/access/root-secret';
import type { WebhookLeases, WebhookSecrets } from '@carryover/application/ports/webhooks';
import { resealSecrets } from '@carryover/application/webhooks/reseal-secrets';
import { causeMessage } from '@carryover/settings/cause-message';
import { databasePlace } from '@carryover/settings/data-settings';
import { addressOf } from '@carryover/settings/database-url';
import { loadSecrets } from '@carryover/settings/root-secrets';
import * as E from 'fp-ts/lib/Either.js';
import type { Logger } from 'pino';
import { compose, parts } from './compose.ts';
import type { Config } from './config.ts';
import { joinDatabase, unusableBecause, watchDatabase } from './database.ts';
import { writeDemo } from './demo.ts';
import { lookForHeldBack } from './held-back.ts';
import { removeWhatIsDue } from './retention.ts';
import { keepSealing, sealSigner } from './sealing.ts';
import { listen, stopServing } from './serving.ts';
import type { Tracing } from './tracing.ts';
import { keepSending } from './webhooks.ts';

/** Time for open database connections to close; after it they are cut off. */
const LEAVE_DATABASE_MS = 1_000;

export type Service = {
  readonly baseUrl: string;
  /** Path of the file that describes the demo data; null if there is no demo data. */
  readonly demoFile: string | null;
  /** Finishes accepted requests, then disconnects from the database. */
  readonly stop: () => Promise<void>;
};

/** Migrates the database. Rejects with a message that names the variable of its address. */
const migrate = async (config: Config, databaseUrl: string): Promise<void> => {
  const { databaseMigrationUrl: url } = config;
  const place = url === null ? databasePlace(config) : `DATABASE_MIGRATION_URL (${addressOf(url)})`;
  await prepareSchema(url ?? databaseUrl).catch((cause: unknown) => {
    throw new Error(`The database at ${place} cannot be used: ${causeMessage(cause)}`, { cause });
  });
};

const describeOther = ({ notedAt, liveApiKeys }: LiveApiKeysDiffer): string =>
  `The root secret (CARRYOVER_SECRET, else DATA_DIR/secret) is not the one that this database has used since ${notedAt.toISOString()}: ` +
  `none of the live API keys (${liveApiKeys}) would be accepted. Set CARRYOVER_SECRET to the secret in use. If this secret ` +
  'replaces it, set CARRYOVER_SECRET_PREVIOUS to the secret in use. If that secret is lost, or has leaked, first revoke the ' +
  'live API keys: see "Changing secrets" in docs/operations.md.';

/** Makes the root secret the one in use. Rejects, with a message for the operator, if live API keys depend on another one. */
const adoptSecret = async (adopt: ReturnType<typeof adoptRootSecret>): Promise<void> => {
  const adopted = await adopt();
  if (E.isRight(adopted)) return;
  throw adopted.left.kind === 'root_secret_differs' ? new Error(describeOther(adopted.left)) : adopted.left.cause;
};

/** Seals the secrets of webhooks with the root secret in use, while the previous one is still known. */
const resealWebhooks = async (
  { leases, secrets }: { readonly leases: WebhookLeases; readonly secrets: WebhookSecrets },
  logger: Logger,
): Promise<void> => {
  const done = await resealSecrets(leases, secrets);
  if (E.isLeft(done)) throw done.left.cause;
  if (done.right > 0)
    logger.error(
      { webhooks: done.right },
      'the signing secrets of webhooks cannot be read with this CARRYOVER_SECRET: nothing is sent to them until `webhook rotate`',
    );
};

/**
 * Connects to the database, migrates it, creates the demo data and listens.
 *
 * Rejects, with a message for the operator, if any step fails; nothing is left running then.
 */
export const startService = async (
  config: Config,
  logger: Logger,
  tracing: Tracing | null = null,
  consoleSignInUrl: Promise<string | null> = Promise.resolve(config.consoleSignInUrl),
): Promise<Service> => {
  // They stop what was started, in reverse order.
  const endings: (() => Promise<unknown>)[] = tracing === null ? [] : [tracing.stop];
  const end = async () => {
    for (const ending of endings.toReversed()) await ending();
  };

  try {
    const database = await joinDatabase(config, logger);
    endings.push(database.leave);
    const sandbox = config.isSandboxed ? await startVendorSandbox() : null;
    if (sandbox !== null) endings.push(sandbox.close);
    await migrate(config, database.url);
    const container = compose({
      config,
      logger,
      tracing,
      databaseUrl: database.url,
      sandboxUrl: sandbox?.url ?? null,
      rootSecrets: await loadSecrets(config),
      documentStore: await openDocumentStore(config.documentStore),
    });
    const orm = container.get(parts.database);
    endings.push(() => Promise.race([orm.close(true), delay(LEAVE_DATABASE_MS, undefined, { ref: false })]));
    await adoptSecret(container.get(parts.access).adoptRootSecret);
    const { server: listener, capacity } = container.get(parts.http);
    const { metrics, lifecycle, running } = container.get(parts.observing);
    metrics.watch(capacity.admitted, await poolOf(orm));
    const watching = watchDatabase(database, () => unusableBecause(orm, config), logger);
    endings.push(watching.stop);
    endings.push(removeWhatIsDue(orm.em, config.retention, logger));
    endings.push(lookForHeldBack(orm.em, metrics.watchHeldBack()));
    const signer = await sealSigner(config.evidenceKeyFile);
    const onSealed = metrics.watchSeals(config.sealIntervalMs);
    endings.push(keepSealing(makePostgresSealLog(orm), signer, config, logger, onSealed));
    const webhooks = container.get(parts.webhooks);
    endings.push(webhooks.close);
    await resealWebhooks(webhooks, logger);
    endings.push(keepSending(webhooks.sending));
    const { server, baseUrl } = await listen(listener, config);
    endings.push(() => stopServing(server, { lifecycle, running, delayMs: config.shutdownDelayMs }));

    const stores = { ...container.get(parts.storage), ...container.get(parts.access) };
    const demo = () => alone(orm, () => writeDemo(stores, { dataDir: config.dataDir, baseUrl, consoleSignInUrl }));
    return { baseUrl, demoFile: config.isDemo ? await demo() : null, stop: end };
  } catch (error) {
    await end();
    throw error;
  }
};
