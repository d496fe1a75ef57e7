import { includes } from '@carryover/domain/access/access';
import type { ConsoleUseCases } from '../../composition.ts';
import { supplierPath } from '../../view/address.ts';
import { page } from '../../web/answer.ts';
import { orProblem } from '../../web/parameter.ts';
import type { PageGroup } from '../../web/route.ts';

/** `/`: the import suppliers. */
export const homePages = ({ operator }: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Overview', path: '/', access: 'figures' },
  routes: [
    {
      method: 'GET',
      path: '/',
      access: 'figures',
      handle: async ({ scope }) => {
        const suppliers = await orProblem(operator.suppliers.list({}));
        const shown = suppliers.filter(({ organisationName }) => includes(scope, organisationName));
        return page('Overview', 'pages/home/suppliers', { suppliers: shown, supplierPath });
      },
    },
  ],
});
