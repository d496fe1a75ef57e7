import { includes } from '@carryover/domain/access/access';
import type { ConsoleUseCases } from '../../composition.ts';
import { page } from '../../web/answer.ts';
import { orProblem } from '../../web/parameter.ts';
import type { PageGroup } from '../../web/route.ts';

/** `/audit`: the operator actions, newest first. */
export const auditPages = ({ operator }: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Audit', path: '/audit', access: 'records' },
  routes: [
    {
      method: 'GET',
      path: '/audit',
      access: 'records',
      handle: async ({ scope }) => {
        const actions = await orProblem(
          operator.audit.list({ organisation: null, supplier: null, since: null, limit: 100 }),
        );
        const shown = actions.filter(({ organisation }) => includes(scope, organisation));
        return page('Audit', 'pages/audit/actions', { actions: shown });
      },
    },
  ],
});
