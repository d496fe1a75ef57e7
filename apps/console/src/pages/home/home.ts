import { readSupplierSums } from '@carryover/adapters-persistence/queries/figures';
import { DEMO } from '@carryover/settings/demo';
import type { ConsoleUseCases } from '../../composition.ts';
import { supplierPath } from '../../view/address.ts';
import { orProblem } from '../../web/problem.ts';
import { get, type PageGroup, page } from '../../web/route.ts';
import { suppliersWithin } from '../find-suppliers.ts';

const NO_SUMS = { accounts: 0, accountsWithData: 0, storedItems: 0, refusedRequests: 0 };

/** `/`: the import suppliers. */
export const homePages = ({ operator, sampleData }: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Overview', path: '/', access: 'figures' },
  routes: [
    get('/', 'figures', async ({ scope, may }) => {
      const suppliers = await suppliersWithin(operator.suppliers, scope);
      const sums = await orProblem(readSupplierSums(operator.em));
      const shown = suppliers.map((supplier) => ({
        ...supplier,
        ...(sums.find((one) => one.organisationId === supplier.organisationId && one.code === supplier.code) ??
          NO_SUMS),
      }));
      return page('Overview', 'pages/home/suppliers', {
        suppliers: shown,
        supplierPath,
        isLimited: scope !== null,
        demo: DEMO,
        offersSampleData: sampleData.isOffered() && may('change', DEMO.organisation),
      });
    }),
  ],
});
