import { describeTest, testWebhook } from '@carryover/operations/test-webhook';
import type { ConsoleUseCases } from '../../composition.ts';
import { webhookPath } from '../../view/address.ts';
import { author, confirmation, field, momentOf } from '../../web/input.ts';
import { badRequest, orProblem } from '../../web/problem.ts';
import { get, post, type Route, redirect, type Visit } from '../../web/route.ts';
import { belowWebhook, theWebhook } from './find-webhooks.ts';

/** The time from which changes are sent again; null: not given. */
const fromOf = (visit: Visit): Date | null => {
  const text = field(visit, 'from');
  if (text === '') return null;
  const from = momentOf(text);
  if (from === null) throw badRequest('The time must be a UTC time, such as 2026-11-30T08:00.');
  return from;
};

/** Tests, suspends, resumes and removes an endpoint. */
export const webhookChanges = ({ operator: { webhooks } }: ConsoleUseCases): ReadonlyArray<Route> => [
  post('/webhooks/:id/test', 'change', async (visit) => {
    const { id } = await theWebhook(webhooks, visit);
    const delivery = await orProblem(testWebhook(webhooks, { id, actor: author(visit) }));
    return redirect(webhookPath(id), `Test: ${describeTest(delivery)}`);
  }),
  post('/webhooks/:id/suspend', 'change', async (visit) => {
    const { id, label } = await theWebhook(webhooks, visit);
    await orProblem(webhooks.suspend({ id, actor: author(visit) }));
    return redirect(webhookPath(id), `The webhook ${label} was suspended.`);
  }),
  post('/webhooks/:id/resume', 'change', async (visit) => {
    const { id, label } = await theWebhook(webhooks, visit);
    const from = fromOf(visit);
    await orProblem(webhooks.resume({ id, from, actor: author(visit) }));
    const place = from === null ? 'where it was' : `from ${from.toISOString()}`;
    return redirect(webhookPath(id), `The webhook ${label} goes on ${place}.`);
  }),
  get('/webhooks/:id/remove', 'change', async (visit) => {
    const { id, label } = await theWebhook(webhooks, visit);
    return confirmation(
      {
        title: `Remove the webhook ${label}`,
        consequence:
          'Nothing more is sent to it. Its place in the changes and the list of its deliveries are lost; one that is added again begins from scratch.',
        action: `${webhookPath(id)}/remove`,
        fields: {},
        button: 'Remove webhook',
        isDangerous: true,
        cancel: webhookPath(id),
      },
      belowWebhook({ id, label }),
    );
  }),
  post('/webhooks/:id/remove', 'change', async (visit) => {
    const { id, label } = await theWebhook(webhooks, visit);
    await orProblem(webhooks.remove({ id, actor: author(visit) }));
    return redirect('/webhooks', `The webhook ${label} was removed.`);
  }),
];
