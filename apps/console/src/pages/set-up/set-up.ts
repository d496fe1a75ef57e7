import type { ConsoleUseCases } from '../../composition.ts';
import type { PageGroup } from '../../web/route.ts';
import { accountsFileRoutes } from './accounts/accounts-file.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { organisationRoutes } from './organisations.ts';
import { supplierRoutes } from './suppliers.ts';

/** `/set-up`: organisations, API keys, suppliers and their accounts. */
export const setUpPages = (useCases: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Set-up', path: '/set-up', access: 'records' },
  routes: [
    ...organisationRoutes(useCases.operator),
    ...apiKeyRoutes(useCases.operator),
    ...supplierRoutes(useCases),
    ...accountsFileRoutes(useCases.unhurried),
  ],
});
