import type { OperatorUseCases } from '@carryover/operations/connect';
import { organisationPath } from '../../view/address.ts';
import { under } from '../../view/place.ts';
import { author, confirmation, field, lineOf, organisationOf, parameter, startOfDay } from '../../web/input.ts';
import { notFound, orProblem, requireFreshSignIn } from '../../web/problem.ts';
import { get, page, post, type Route, redirect, type Visit } from '../../web/route.ts';

const MAX_LABEL = 128;

const labelOf = (visit: Visit): string | null =>
  field(visit, 'label').trim() === '' ? null : lineOf(visit, 'label', 'A label', MAX_LABEL);

const expiryOf = (visit: Visit): Date | null => {
  const text = field(visit, 'expires');
  return text === '' ? null : startOfDay(text, 'The day of expiry');
};

export const apiKeyRoutes = ({ apiKeys }: OperatorUseCases): ReadonlyArray<Route> => {
  /** The organisation of the address, and the prefix of one of its own keys. */
  const ownKey = async (visit: Visit): Promise<{ readonly organisation: string; readonly prefix: string }> => {
    const organisation = organisationOf(visit);
    const prefix = parameter(visit, 'prefix');
    const keys = await orProblem(apiKeys.list({ organisation }));
    if (!keys.some((key) => key.prefix === prefix)) throw notFound();
    return { organisation, prefix };
  };
  return [
    post('/set-up/organisations/:organisation/keys', 'change', async (visit) => {
      const organisation = organisationOf(visit);
      requireFreshSignIn(visit, organisationPath(organisation));
      const key = { organisation, label: labelOf(visit), expiresAt: expiryOf(visit), actor: author(visit) };
      const { apiKey, prefix } = await orProblem(apiKeys.issue(key));
      const to = organisationPath(organisation);
      // The key is nowhere stored, so this page cannot be shown again.
      const after = {
        to,
        flash: `The key ${prefix} was issued when you sent the form first. It cannot be shown again.`,
      };
      return { ...page('A new API key', 'pages/set-up/new-key', { apiKey, prefix, back: to }), after };
    }),
    get('/set-up/organisations/:organisation/keys/:prefix/revoke', 'change', async (visit) => {
      const { organisation, prefix } = await ownKey(visit);
      return confirmation(
        {
          title: `Revoke the key ${prefix}`,
          consequence:
            'All tokens of this key stop working within 5 seconds, and imports that use them are refused. A revoked key cannot be used again.',
          action: `${organisationPath(organisation)}/keys/${prefix}/revoke`,
          fields: {},
          button: 'Revoke key',
          isDangerous: true,
          cancel: organisationPath(organisation),
        },
        under({ title: 'Set-up', path: '/set-up' }, { title: organisation, path: organisationPath(organisation) }),
      );
    }),
    post('/set-up/organisations/:organisation/keys/:prefix/revoke', 'change', async (visit) => {
      const { organisation, prefix } = await ownKey(visit);
      await orProblem(apiKeys.revoke({ prefix, actor: author(visit) }));
      return redirect(organisationPath(organisation), `The key ${prefix} was revoked.`);
    }),
  ];
};
