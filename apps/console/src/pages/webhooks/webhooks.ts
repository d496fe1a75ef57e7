import type { ListedWebhook } from '@carryover/adapters-persistence/queries/webhooks';
import { isInScope, scopeOf } from '@carryover/domain/access';
import { WEBHOOK_TYPES } from '@carryover/domain/webhook';
import { webhookFilterOf, webhookStateOf } from '@carryover/operations/webhook-words';
import type { ConsoleUseCases } from '../../composition.ts';
import { webhookPath } from '../../view/address.ts';
import { under } from '../../view/place.ts';
import { orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page } from '../../web/route.ts';
import { webhookChanges } from './changes.ts';
import { isWebhookWithin, theWebhook, WEBHOOKS } from './find-webhooks.ts';
import { secretRoutes } from './secrets.ts';

/** An endpoint as lists show it. The path of an address may be a secret of its receiver. */
const inWords = (webhook: ListedWebhook) => ({
  ...webhook,
  origin: new URL(webhook.url).origin,
  gets: webhookFilterOf(webhook),
  shown: webhookStateOf(webhook),
});

/** `/webhooks`: the endpoints to which changes are posted (decisions 18). */
export const webhookPages = (useCases: ConsoleUseCases): PageGroup => {
  const { webhooks, organisations } = useCases.operator;
  return {
    navigation: { ...WEBHOOKS, access: 'records' },
    routes: [
      get('/webhooks', 'records', async ({ scope, person }) => {
        const all = await orProblem(webhooks.list());
        const changing = scopeOf(person, 'change');
        const names = isInScope(changing)
          ? (await orProblem(organisations.list())).flatMap(({ name, archivedAt }) =>
              archivedAt === null ? [name] : [],
            )
          : [];
        return page('Webhooks', 'pages/webhooks/list', {
          webhooks: all.filter((webhook) => isWebhookWithin(scope, webhook)).map(inWords),
          webhookPath,
          mayAdd: isInScope(changing),
          organisations: [
            ...(changing === null ? [{ value: '', title: 'All' }] : []),
            ...names.filter((name) => isInScope(changing, name)).map((name) => ({ value: name, title: name })),
          ],
          WEBHOOK_TYPES,
        });
      }),
      get('/webhooks/:id', 'records', async (visit) => {
        const webhook = await theWebhook(webhooks, visit);
        return page(
          webhook.label,
          'pages/webhooks/webhook',
          {
            webhook: inWords(webhook),
            deliveries: await orProblem(webhooks.deliveries(webhook.id)),
            path: webhookPath(webhook.id),
            mayChange: isWebhookWithin(scopeOf(visit.person, 'change'), webhook),
          },
          under(WEBHOOKS),
        );
      }),
      ...secretRoutes(useCases),
      ...webhookChanges(useCases),
    ],
  };
};
