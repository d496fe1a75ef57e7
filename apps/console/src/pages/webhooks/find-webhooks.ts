import type { ListedWebhook } from '@carryover/adapters-persistence/queries/webhooks';
import { isInScope, type Scope } from '@carryover/domain/access';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { webhookPath } from '../../view/address.ts';
import { type Place, under } from '../../view/place.ts';
import { isId, parameter } from '../../web/input.ts';
import { notFound, orProblem } from '../../web/problem.ts';
import type { Visit } from '../../web/route.ts';

/** Returns true for an endpoint of an organisation in the scope; for one with the changes of all, if the scope is all. */
export const isWebhookWithin = (scope: Scope, { organisation }: Pick<ListedWebhook, 'organisation'>): boolean =>
  organisation === null ? scope === null : isInScope(scope, organisation);

/** Returns the endpoint of the route's path. Refuses one outside of the scope as if it did not exist. */
export const theWebhook = async (webhooks: OperatorUseCases['webhooks'], visit: Visit): Promise<ListedWebhook> => {
  const id = parameter(visit, 'id');
  if (!isId(id)) throw notFound();
  const webhook = await orProblem(webhooks.find(id));
  if (!isWebhookWithin(visit.scope, webhook)) throw notFound();
  return webhook;
};

export const WEBHOOKS = { title: 'Webhooks', path: '/webhooks' };

/** The place of a page about an endpoint. */
export const belowWebhook = ({ id, label }: Pick<ListedWebhook, 'id' | 'label'>): Place =>
  under(WEBHOOKS, { title: label, path: webhookPath(id) });
