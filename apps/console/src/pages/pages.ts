import type { FourEyes } from '@carryover/domain/four-eyes';
import type { AccessLog } from '../access/access-log.ts';
import type { SessionKeeper } from '../access/session-keeper.ts';
import { type MakeChange, makeApprovalDesk } from '../approvals/approvals.ts';
import type { ConsoleUseCases } from '../composition.ts';
import { makeNight } from '../figures/night.ts';
import { countNumber } from '../view/live.ts';
import type { PageGroup } from '../web/route.ts';
import { accountPages } from './accounts/accounts.ts';
import { approvalPages } from './approvals/approvals.ts';
import { auditPages } from './audit/audit.ts';
import { conflictPages } from './conflicts/conflicts.ts';
import { dataPages } from './data/data.ts';
import { homePages } from './home/home.ts';
import { importPages } from './imports/imports.ts';
import { makeUndoApproved } from './imports/undo.ts';
import { listPages } from './lists/lists.ts';
import { mappingPages } from './mapping/mapping.ts';
import { proofPages } from './proof/proof.ts';
import { type ReconciliationParts, reconciliationPages } from './reconciliation/reconciliation.ts';
import { refusalPages } from './refusals/refusals.ts';
import { rolePages } from './roles/roles.ts';
import { sessionPages } from './sessions/sessions.ts';
import { setUpPages } from './set-up/organisations.ts';
import { makeCompletionApproved } from './set-up/suppliers.ts';
import { supplierPages } from './suppliers/suppliers.ts';
import { makeNightApproved, undoPages } from './undos/undos.ts';
import { webhookPages } from './webhooks/webhooks.ts';

/** All pages of the console, in the order of the navigation. */
export const makePages = (
  useCases: ConsoleUseCases,
  reconciling: Pick<ReconciliationParts, 'files' | 'runner' | 'hasKey'>,
  access: { readonly keeper: SessionKeeper; readonly log: AccessLog; readonly fourEyes: ReadonlySet<FourEyes> },
): ReadonlyArray<PageGroup> => {
  const desk = makeApprovalDesk(useCases, access.fourEyes);
  const changes = [
    makeUndoApproved(useCases),
    makeNightApproved({ ...useCases, ...reconciling }),
    makeCompletionApproved(useCases),
  ];
  /** Each knows its own approvals. */
  const makeChange: MakeChange = async (approval) => {
    for (const change of changes) {
      const outcome = await change(approval);
      if (outcome !== null) return outcome;
    }
    throw new Error('An approval is of no known change.');
  };
  const night = makeNight(useCases.operator.em, useCases.alarmLimits, countNumber);
  return [
    homePages(useCases, night),
    supplierPages(useCases, night),
    proofPages({ ...useCases, ...reconciling }),
    importPages(useCases, desk),
    undoPages({ ...useCases, ...reconciling, desk }),
    ...(access.fourEyes.size === 0 ? [] : [approvalPages(useCases, makeChange)]),
    accountPages(useCases),
    refusalPages(useCases),
    conflictPages(useCases),
    reconciliationPages({ ...useCases, ...reconciling }),
    setUpPages(useCases, desk),
    webhookPages(useCases),
    dataPages(useCases),
    mappingPages(),
    auditPages(useCases),
    listPages(useCases),
    rolePages(),
    sessionPages(access.keeper, access.log),
  ];
};
