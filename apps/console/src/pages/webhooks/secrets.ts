import { WEBHOOK_TYPES } from '@carryover/domain/webhook';
import type { ConsoleUseCases } from '../../composition.ts';
import { webhookPath } from '../../view/address.ts';
import { author, confirmation, field, lineOf, within } from '../../web/input.ts';
import { badRequest, notFound, orProblem, requireFreshSignIn } from '../../web/problem.ts';
import { get, page, post, type Route, type Visit } from '../../web/route.ts';
import { belowWebhook, theWebhook } from './find-webhooks.ts';

const MAX_LABEL = 128;

type Shown = { readonly id: string; readonly secret: string; readonly previousSecretUntil: Date | null };

/** The page with a new secret. It cannot be shown again, so the form leads elsewhere if it is sent again. */
const secretPage = (title: string, shown: Shown) => ({
  ...page(title, 'pages/webhooks/secret', { ...shown, back: webhookPath(shown.id) }),
  after: {
    to: webhookPath(shown.id),
    flash: 'The signing secret was shown when you sent the form first. It cannot be shown again.',
  },
});

/** The organisation of a new endpoint; null: all, for a person who may change all. */
const organisationOf = (visit: Visit): string | null => {
  const name = field(visit, 'organisation');
  if (name !== '') {
    within(visit.scope, name);
    return name;
  }
  if (visit.scope !== null) throw notFound();
  return null;
};

const startOf = (visit: Visit): 'beginning' | 'now' => {
  const from = field(visit, 'from');
  if (from !== 'beginning' && from !== 'now') throw badRequest('The first change must be “beginning” or “now”.');
  return from;
};

/** Adds endpoints and makes new secrets, which are shown once. */
export const secretRoutes = ({ operator: { webhooks } }: ConsoleUseCases): ReadonlyArray<Route> => [
  post('/webhooks', 'change', async (visit) => {
    const organisation = organisationOf(visit);
    const url = field(visit, 'url').trim();
    if (!URL.canParse(url)) throw badRequest('The address must be one such as https://billing.example/changes.');
    const types = WEBHOOK_TYPES.filter((type) => visit.form.has(type));
    const webhook = {
      ...{ url, label: lineOf(visit, 'label', 'A label', MAX_LABEL), organisation, from: startOf(visit) },
      supplier: field(visit, 'supplier').trim() || null,
      types: types.length === 0 ? null : types,
    };
    requireFreshSignIn(visit, '/webhooks');
    const added = await orProblem(webhooks.add({ ...webhook, actor: author(visit) }));
    return secretPage('A new webhook', { ...added, previousSecretUntil: null });
  }),
  get('/webhooks/:id/rotate', 'change', async (visit) => {
    const { id, label } = await theWebhook(webhooks, visit);
    return confirmation(
      {
        title: `A new signing secret for ${label}`,
        consequence:
          'The new secret is shown once, on the next page. For a day, deliveries are signed with both, so that the receiver can change to it.',
        action: `${webhookPath(id)}/rotate`,
        fields: {},
        button: 'Make a new secret',
        isDangerous: false,
        cancel: webhookPath(id),
      },
      belowWebhook({ id, label }),
    );
  }),
  post('/webhooks/:id/rotate', 'change', async (visit) => {
    const { id } = await theWebhook(webhooks, visit);
    requireFreshSignIn(visit, `${webhookPath(id)}/rotate`);
    const rotated = await orProblem(webhooks.rotate({ id, actor: author(visit) }));
    return secretPage('A new signing secret', { id, ...rotated });
  }),
];
