import { type ChangeType, MAX_WEBHOOKS } from '@carryover/domain/webhook';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { requireSecretInUse } from '../access/root-secret.ts';
import { theOrganisation } from '../admin/organisations.ts';
import { theSupplier } from '../admin/suppliers.ts';
import { given } from '../given.ts';
import type { OwnFingerprints } from '../ports/access.ts';
import type { Acting, ActingOperator, ActionName, ActionState } from '../ports/administration.ts';
import type { Clock } from '../ports/clock.ts';
import type { OperatorStores, OperatorWork } from '../ports/operator-work.ts';
import type { Stored, StoreFailure } from '../ports/store-failure.ts';
import type {
  CheckWebhookUrl,
  FindWebhookPlace,
  SealedSecrets,
  Webhook,
  WebhookChange,
  WebhookPlace,
  WebhookSecrets,
} from '../ports/webhooks.ts';
import { requireFound } from '../use-case.ts';

type WebhookNotFound = { readonly kind: 'webhook_not_found'; readonly id: string };
type TooManyWebhooks = { readonly kind: 'too_many_webhooks' };
type InTheFuture = { readonly kind: 'time_in_the_future'; readonly time: Date };
/** This process does not know the service's root secret, with which signing secrets are sealed. */
type RootSecretMissing = { readonly kind: 'root_secret_missing' };

type Ports = {
  readonly operatorWork: OperatorWork;
  readonly findPlace: FindWebhookPlace;
  readonly checkUrl: CheckWebhookUrl;
  /** null: this process does not know the secret. */
  readonly rootSecret: { readonly webhookSecrets: WebhookSecrets; readonly fingerprints: OwnFingerprints } | null;
  readonly clock: Clock;
  readonly makeId: () => string;
};

/** The time for which the secret before signs too, so that receivers can change to the new one. */
const SHARED_MS = 24 * 3_600_000;

/** An endpoint without an organisation is of none in the operator actions. */
const EVERY_ORGANISATION = '';

const BEGINNING: WebhookPlace = { cursor: null, changesSince: null };
const HEALTHY = { failures: 0, failingSince: null, nextTryAt: null } as const;

const placeOf = (findPlace: FindWebhookPlace, from: 'beginning' | 'now' | Date): Stored<WebhookPlace> =>
  from === 'beginning' ? TE.right(BEGINNING) : findPlace(from);

type Locked = Webhook & SealedSecrets & WebhookPlace & { readonly organisation: string | null };

/** The part that all actions name. The path of an address may be a secret of its receiver. */
const stateOf = ({ id, label, url, state, suspendedBecause }: Webhook): ActionState => ({
  id,
  label,
  url: new URL(url).origin,
  state,
  ...given({ suspended_because: suspendedBecause }),
});

type NewWebhook = {
  readonly label: string;
  readonly url: string;
  readonly organisation: string | null;
  readonly supplier: string | null;
  readonly types: ReadonlyArray<ChangeType> | null;
  readonly from: 'beginning' | 'now';
};

/** The operator's changes of endpoints to which changes are posted (decisions 18). Actions never have a secret. */
export const makeWebhookUseCases = ({ operatorWork, findPlace, checkUrl, rootSecret, clock, makeId }: Ports) => {
  const record = (
    { actions }: OperatorStores,
    actor: ActingOperator,
    { organisation, supplierCode }: Pick<Locked, 'organisation' | 'supplierCode'>,
    action: ActionName,
    [before, after]: readonly [ActionState | null, ActionState | null],
  ) =>
    actions.add(actor, { organisation: organisation ?? EVERY_ORGANISATION, supplierCode }, { action, before, after });

  /** Changes an endpoint under its lock, with an operator action. */
  const change = <A extends { readonly change: WebhookChange }>(
    { id, actor }: Acting<{ readonly id: string }>,
    action: ActionName,
    changeOf: (webhook: Locked) => A,
  ): TE.TaskEither<WebhookNotFound | StoreFailure, A> =>
    operatorWork.run((stores) =>
      pipe(
        stores.webhooks.lock(id),
        requireFound<WebhookNotFound>({ kind: 'webhook_not_found', id }),
        TE.chainW((webhook) => {
          const changed = changeOf(webhook);
          const { state = webhook.state, suspendedBecause = webhook.suspendedBecause, changesSince } = changed.change;
          const after = {
            ...stateOf({ ...webhook, state, suspendedBecause }),
            ...given({ from: changesSince?.toISOString() }),
          };
          return pipe(
            stores.webhooks.change(id, changed.change),
            TE.chain(() => record(stores, actor, webhook, action, [stateOf(webhook), after])),
            TE.map(() => changed),
          );
        }),
      ),
    );

  const requireSecret: TE.TaskEither<RootSecretMissing, NonNullable<Ports['rootSecret']>> = TE.fromNullable({
    kind: 'root_secret_missing' as const,
  })(rootSecret);

  return {
    add: ({ label, url: text, organisation: name, supplier: code, types, from, actor }: Acting<NewWebhook>) =>
      pipe(
        TE.Do,
        TE.bindW('url', () => TE.fromEither(checkUrl(text))),
        TE.bindW('root', () => requireSecret),
        TE.bindW('place', () => placeOf(findPlace, from)),
        TE.chainW(({ url, root: { webhookSecrets, fingerprints }, place }) =>
          operatorWork.run((stores) => {
            const { administration, webhooks, secretFingerprints } = stores;
            const id = makeId();
            const secret = webhookSecrets.make();
            return pipe(
              TE.Do,
              TE.bindW('organisation', () => (name === null ? TE.right(null) : theOrganisation(administration, name))),
              TE.bindW('supplier', () =>
                code === null
                  ? TE.right(null)
                  : theSupplier(administration, { code, ...given({ organisationName: name }) }),
              ),
              TE.tap(() => requireSecretInUse({ secretFingerprints, own: fingerprints })),
              TE.tap(() =>
                pipe(
                  webhooks.count,
                  TE.chainW((count) =>
                    count < MAX_WEBHOOKS
                      ? TE.right(undefined)
                      : TE.left<TooManyWebhooks>({ kind: 'too_many_webhooks' }),
                  ),
                ),
              ),
              TE.chainW(({ organisation, supplier }) => {
                const webhook: Webhook = {
                  ...{ id, label, url, types, state: 'active', suspendedBecause: null },
                  organisationId: supplier?.organisationId ?? organisation?.id ?? null,
                  supplierCode: supplier?.code ?? null,
                };
                const sealed = {
                  ...{ secret: webhookSecrets.seal(secret, id), previousSecret: null, previousSecretUntil: null },
                };
                const subject = {
                  organisation: supplier?.organisationName ?? name,
                  supplierCode: webhook.supplierCode,
                };
                const after = { ...stateOf(webhook), ...given({ types }), from };
                return pipe(
                  webhooks.add({ ...webhook, ...sealed, ...place }),
                  TE.chain(() => record(stores, actor, subject, 'webhook add', [null, after])),
                  TE.map(() => ({ ...webhook, organisation: subject.organisation, secret })),
                );
              }),
            );
          }),
        ),
      ),
    suspend: (command: Acting<{ readonly id: string }>) =>
      change(command, 'webhook suspend', () => ({
        change: { state: 'suspended', suspendedBecause: 'operator', suspendedAt: clock.now() },
      })),
    /** @param from sends again what there was from this time on; null: goes on. */
    resume: ({ from, ...command }: Acting<{ readonly id: string; readonly from: Date | null }>) => {
      const active = { ...HEALTHY, state: 'active', suspendedBecause: null, suspendedAt: null } as const;
      if (from === null) return change(command, 'webhook resume', () => ({ change: active }));
      if (from > clock.now()) return TE.left<InTheFuture>({ kind: 'time_in_the_future', time: from });
      return pipe(
        placeOf(findPlace, from),
        TE.chainW((place) => change(command, 'webhook resume', () => ({ change: { ...active, ...place } }))),
      );
    },
    /** Makes a new secret. The one before signs too for a day. */
    rotate: (command: Acting<{ readonly id: string }>) =>
      pipe(
        requireSecret,
        TE.chainW(({ webhookSecrets, fingerprints }) =>
          pipe(
            operatorWork.run(({ secretFingerprints }) => requireSecretInUse({ secretFingerprints, own: fingerprints })),
            TE.chainW(() =>
              change(command, 'webhook rotate', ({ id, secret: previousSecret }) => {
                const secret = webhookSecrets.make();
                const previousSecretUntil = new Date(clock.now().getTime() + SHARED_MS);
                const sealed = webhookSecrets.seal(secret, id);
                return { change: { secret: sealed, previousSecret, previousSecretUntil }, secret, previousSecretUntil };
              }),
            ),
          ),
        ),
        TE.map(({ secret, previousSecretUntil }) => ({ secret, previousSecretUntil })),
      ),
    /** Asks a running service to send a delivery without changes. @returns its message id. */
    test: (command: Acting<{ readonly id: string }>) => {
      const testId = `msg_test_${makeId()}`;
      return pipe(
        change(command, 'webhook test', () => ({ change: { testId } })),
        TE.map(() => testId),
      );
    },
    remove: ({ id, actor }: Acting<{ readonly id: string }>) =>
      operatorWork.run((stores) =>
        pipe(
          stores.webhooks.lock(id),
          requireFound<WebhookNotFound>({ kind: 'webhook_not_found', id }),
          TE.tap(() => stores.webhooks.remove(id)),
          TE.chainW((webhook) => record(stores, actor, webhook, 'webhook remove', [stateOf(webhook), null])),
          TE.map(() => undefined),
        ),
      ),
  };
};
