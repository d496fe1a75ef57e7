import { InitialSchema } from './0001-to-0009/0001-initial-schema.ts';
import { DryRuns } from './0001-to-0009/0002-dry-runs.ts';
import { OperatorActions } from './0001-to-0009/0003-operator-actions.ts';
import { Differences } from './0001-to-0009/0004-differences.ts';
import { AccountKeys } from './0001-to-0009/0005-account-keys.ts';
import { RateLimits } from './0001-to-0009/0006-rate-limits.ts';
import { Receipts } from './0001-to-0009/0007-receipts.ts';
import { Corrections } from './0001-to-0009/0008-corrections.ts';
import { Reconciliations } from './0001-to-0009/0009-reconciliations.ts';
import { ConsoleSessions } from './0010-to-0019/0010-console-sessions.ts';
import { Rollups } from './0010-to-0019/0011-rollups.ts';
import { AccountSearch } from './0010-to-0019/0012-account-search.ts';
import { ImportListing } from './0010-to-0019/0013-import-listing.ts';
import { ReconciliationJobs } from './0010-to-0019/0014-reconciliation-jobs.ts';
import { SearchIndexes } from './0010-to-0019/0015-search-indexes.ts';
import { ApiKeyUses } from './0010-to-0019/0017-api-key-uses.ts';

/** In order, forward only. */
export const migrations = [
  { name: '0001-initial-schema', class: InitialSchema },
  { name: '0002-dry-runs', class: DryRuns },
  { name: '0003-operator-actions', class: OperatorActions },
  { name: '0004-differences', class: Differences },
  { name: '0005-account-keys', class: AccountKeys },
  { name: '0006-rate-limits', class: RateLimits },
  { name: '0007-receipts', class: Receipts },
  { name: '0008-corrections', class: Corrections },
  { name: '0009-reconciliations', class: Reconciliations },
  { name: '0010-console-sessions', class: ConsoleSessions },
  { name: '0011-rollups', class: Rollups },
  { name: '0012-account-search', class: AccountSearch },
  { name: '0013-import-listing', class: ImportListing },
  { name: '0014-reconciliation-jobs', class: ReconciliationJobs },
  { name: '0015-search-indexes', class: SearchIndexes },
  { name: '0017-api-key-uses', class: ApiKeyUses },
];
