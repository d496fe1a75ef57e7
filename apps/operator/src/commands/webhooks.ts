import type { ListedDelivery, ListedWebhook } from '@carryover/adapters-persistence/queries/webhooks';
import { type ChangeType, WEBHOOK_TYPES } from '@carryover/domain/webhook';
import { describeTest, testWebhook } from '@carryover/operations/test-webhook';
import { webhookFilterOf, webhookStateOf } from '@carryover/operations/webhook-words';
import { list, table, wire } from '@carryover/terminal/output';
import { type Command, InvalidArgumentError } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type ChangeOptions,
  changing,
  choice,
  command,
  group,
  identifier,
  line,
  moment,
  oneOf,
  type Runner,
  supplierCode,
  uuidOf,
} from '../command.ts';

type IdOptions = ChangeOptions & { readonly id: string; readonly json?: boolean };

const webhookId = uuidOf('a webhook');
const forWebhook = (of: Command): Command => of.requiredOption('--id <id>', 'id of the webhook, as listed', webhookId);

const MAX_LABEL = 128;

const changeTypes = (text: string): ReadonlyArray<ChangeType> => text.split(',').map(oneOf(...WEBHOOK_TYPES));

const address = (text: string): string => {
  if (URL.canParse(text)) return text;
  throw new InvalidArgumentError('Must be an address, such as https://billing.example/changes.');
};

const stateText = (webhook: ListedWebhook): string => {
  const { state, why } = webhookStateOf(webhook);
  return why === null ? state : `${state}: ${why}`;
};

const outcomeText = ({ error }: Pick<ListedDelivery, 'error'>): string => error ?? 'delivered';

const webhookJson = (webhook: ListedWebhook) => ({
  ...wire(webhook, 'id', 'label', 'url', 'organisation'),
  supplier: webhook.supplierCode,
  ...wire(webhook, 'types', 'createdAt'),
  state: webhookStateOf(webhook).state,
  ...wire(webhook, 'suspendedBecause', 'suspendedAt', 'failures', 'failingSince', 'nextTryAt'),
  ...wire(webhook, 'changesSince', 'previousSecretUntil', 'lastSentAt', 'lastStatus', 'lastError'),
});

const deliveryJson = (delivery: ListedDelivery) =>
  wire(delivery, 'messageId', 'sentAt', 'durationMs', 'changes', 'bytes', 'status', 'error');

const addCommand = (run: Runner): Command =>
  changing(command('add', 'add an endpoint to which changes are posted; its signing secret is shown only once'))
    .requiredOption('--url <url>', 'address to which changes are posted: https, or http to this machine', address)
    .requiredOption('--label <text>', 'purpose of the endpoint, shown by `webhook list`', line(MAX_LABEL))
    .option('--organisation <name>', 'only changes of this organisation', identifier)
    .option('--supplier <code>', 'only changes of this import supplier', supplierCode)
    .option(
      '--types <type,type>',
      `only these types: ${WEBHOOK_TYPES.join(', ')}. Alarms are posted only if they are named`,
      changeTypes,
    )
    .addOption(choice('--from <place>', 'the first change that is posted', ['beginning', 'now']).default('beginning'))
    .action((options) =>
      run(
        options,
        ({ webhooks }, { actor }) =>
          webhooks.add({
            ...{ label: options.label, url: options.url, from: options.from, actor },
            ...{ organisation: options.organisation ?? null, supplier: options.supplier ?? null },
            types: options.types ?? null,
          }),
        (webhook) => ({
          text: `${list([
            ['Webhook', webhook.id],
            ['Posts to', webhook.url],
            ['Gets', webhookFilterOf(webhook)],
            ['Signing secret', webhook.secret],
          ])}\nKeep the secret: the receiver verifies signatures with it, and it cannot be shown again.\n`,
          json: {
            ...wire(webhook, 'id', 'secret', 'label', 'url', 'organisation'),
            supplier: webhook.supplierCode,
            types: webhook.types,
            from: options.from,
          },
        }),
      ),
    );

const listCommand = (run: Runner): Command =>
  command('list', 'list the endpoints to which changes are posted').action((options) =>
    run(
      options,
      ({ webhooks }) => webhooks.list(),
      (all) => ({
        text: table(
          ['ID', 'LABEL', 'POSTS TO', 'GETS', 'STATE', 'LAST DELIVERY', 'OUTCOME'],
          all.map((webhook) => [
            ...[webhook.id, webhook.label, new URL(webhook.url).origin, webhookFilterOf(webhook), stateText(webhook)],
            ...[webhook.lastSentAt, webhook.lastSentAt === null ? null : outcomeText({ error: webhook.lastError })],
          ]),
          'There are no webhooks. To add one: webhook add --url URL --label TEXT',
        ),
        json: all.map(webhookJson),
      }),
    ),
  );

const showCommand = (run: Runner): Command =>
  forWebhook(command('show', 'show an endpoint and the last deliveries to it')).action((options: IdOptions) =>
    run(
      options,
      ({ webhooks }) =>
        pipe(
          webhooks.find(options.id),
          TE.bindTo('webhook'),
          TE.bindW('deliveries', () => webhooks.deliveries(options.id)),
        ),
      ({ webhook, deliveries }) => ({
        text: [
          list([
            ['Webhook', webhook.id],
            ['Label', webhook.label],
            ['Posts to', webhook.url],
            ['Gets', webhookFilterOf(webhook)],
            ['Since', webhook.changesSince],
            ['State', stateText(webhook)],
            ['Failing since', webhook.failingSince],
            ['Next try', webhook.state === 'active' ? webhook.nextTryAt : null],
            ['Earlier secret signs until', webhook.previousSecretUntil],
            ['Created', webhook.createdAt],
          ]),
          '\n',
          table(
            ['DELIVERY', 'SENT', 'MS', 'CHANGES', 'BYTES', 'STATUS', 'OUTCOME'],
            deliveries.map((one) => [
              ...[one.messageId, one.sentAt, one.durationMs, one.changes, one.bytes],
              ...[one.status === null ? null : String(one.status), outcomeText(one)],
            ]),
            'Nothing was sent yet.',
          ),
        ].join(''),
        json: { ...webhookJson(webhook), deliveries: deliveries.map(deliveryJson) },
      }),
    ),
  );

const testCommand = (run: Runner): Command =>
  forWebhook(
    changing(command('test', 'have the running service post a signed delivery without changes, and show the answer')),
  ).action((options: IdOptions) =>
    run(
      options,
      ({ webhooks }, { actor }) => testWebhook(webhooks, { id: options.id, actor }),
      (delivery) => ({
        text: `${describeTest(delivery)}\n`,
        json:
          delivery === null
            ? { delivered: false, error: 'no service sent it' }
            : { delivered: delivery.error === null, ...deliveryJson(delivery) },
        isRefusal: delivery === null || delivery.error !== null,
      }),
    ),
  );

const suspendCommand = (run: Runner): Command =>
  forWebhook(changing(command('suspend', 'send nothing to an endpoint until it is resumed'))).action(
    (options: IdOptions) =>
      run(
        options,
        ({ webhooks }, { actor }) => webhooks.suspend({ id: options.id, actor }),
        () => ({ text: `Webhook ${options.id} suspended.\n`, json: { id: options.id, state: 'suspended' } }),
      ),
  );

const resumeCommand = (run: Runner): Command =>
  forWebhook(changing(command('resume', 'go on with an endpoint where it was suspended, or try it again at once')))
    .option('--from <time>', 'send again what there was from this day or UTC time on', moment)
    .action((options: IdOptions & { readonly from?: Date }) =>
      run(
        options,
        ({ webhooks }, { actor }) => webhooks.resume({ id: options.id, from: options.from ?? null, actor }),
        () => ({
          text: `Webhook ${options.id} resumed${options.from === undefined ? '' : ` from ${options.from.toISOString()}`}.\n`,
          json: { id: options.id, state: 'active', from: options.from ?? null },
        }),
      ),
    );

const rotateCommand = (run: Runner): Command =>
  forWebhook(
    changing(command('rotate', 'make a new signing secret, shown only once; for a day, the one before signs too')),
  ).action((options: IdOptions) =>
    run(
      options,
      ({ webhooks }, { actor }) => webhooks.rotate({ id: options.id, actor }),
      ({ secret, previousSecretUntil }) => ({
        text: `${list([
          ['Webhook', options.id],
          ['Signing secret', secret],
          ['Earlier secret signs until', previousSecretUntil],
        ])}\nKeep the secret: it cannot be shown again.\n`,
        json: { id: options.id, secret, previous_secret_until: previousSecretUntil },
      }),
    ),
  );

const removeCommand = (run: Runner): Command =>
  forWebhook(changing(command('remove', 'remove an endpoint and its deliveries'))).action((options: IdOptions) =>
    run(
      options,
      ({ webhooks }, { actor }) => webhooks.remove({ id: options.id, actor }),
      () => ({ text: `Webhook ${options.id} removed.\n`, json: { id: options.id, state: 'removed' } }),
    ),
  );

/** `webhook …`: endpoints to which changes are posted (decisions 18). */
export const webhookCommand = (run: Runner): Command =>
  [
    addCommand,
    listCommand,
    showCommand,
    testCommand,
    suspendCommand,
    resumeCommand,
    rotateCommand,
    removeCommand,
  ].reduce((webhook, make) => webhook.addCommand(make(run)), group('webhook'));
