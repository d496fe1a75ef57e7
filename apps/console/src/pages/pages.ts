import type { AccessLog } from '../access/access-log.ts';
import type { SessionKeeper } from '../access/session-keeper.ts';
import type { ConsoleUseCases } from '../composition.ts';
import { makeNight } from '../figures/night.ts';
import type { PageGroup } from '../web/route.ts';
import { accountPages } from './accounts/accounts.ts';
import { auditPages } from './audit/audit.ts';
import { conflictPages } from './conflicts/conflicts.ts';
import { dataPages } from './data/data.ts';
import { homePages } from './home/home.ts';
import { importPages } from './imports/imports.ts';
import { mappingPages } from './mapping/mapping.ts';
import { proofPages } from './proof/proof.ts';
import { type ReconciliationParts, reconciliationPages } from './reconciliation/reconciliation.ts';
import { refusalPages } from './refusals/refusals.ts';
import { sessionPages } from './sessions/sessions.ts';
import { setUpPages } from './set-up/organisations.ts';
import { supplierPages } from './suppliers/suppliers.ts';
import { undoPages } from './undos/undos.ts';
import { webhookPages } from './webhooks/webhooks.ts';

/** All pages of the console, in the order of the navigation. */
export const makePages = (
  useCases: ConsoleUseCases,
  reconciling: Pick<ReconciliationParts, 'files' | 'runner' | 'hasKey'>,
  access: { readonly keeper: SessionKeeper; readonly log: AccessLog },
): ReadonlyArray<PageGroup> => {
  const night = makeNight(useCases.operator.em, useCases.alarmLimits);
  return [
    homePages(useCases, night),
    supplierPages(useCases, night),
    proofPages({ ...useCases, ...reconciling }),
    importPages(useCases),
    undoPages({ ...useCases, ...reconciling }),
    accountPages(useCases),
    refusalPages(useCases),
    conflictPages(useCases),
    reconciliationPages({ ...useCases, ...reconciling }),
    setUpPages(useCases),
    webhookPages(useCases),
    dataPages(useCases),
    mappingPages(),
    auditPages(useCases),
    sessionPages(access.keeper, access.log),
  ];
};
