import type { Scenario } from '../scenario.ts';
import { CITUS_SCENARIOS } from './citus/index.ts';
import { scenario as clockMoved } from './clock-moved.ts';
import { scenario as connectionsRefused } from './connections-refused.ts';
import { scenario as connectionsTaken } from './connections-taken.ts';
import { scenario as databaseFrozen } from './database-frozen.ts';
import {
  embedded as databaseKilled,
  external as databaseRestarted,
  stopped as databaseStopped,
} from './database-killed.ts';
import { data as diskFull, wal as walFull } from './disk-full.ts';
import { scenario as longLoad } from './long-load.ts';
import { scenario as networkSilent } from './network-silent.ts';
import { scenario as pgbouncer } from './pgbouncer.ts';
import { scenario as poolExhausted } from './pool-exhausted.ts';
import { scenario as serviceKilled } from './service-killed.ts';
import { scenario as standbyPromoted } from './standby-promoted.ts';
import { scenario as tablesLocked } from './tables-locked.ts';
import { scenario as toldToStop } from './told-to-stop.ts';
import { scenario as twoServices } from './two-services.ts';
import { scenario as vendorsFailing } from './vendors-failing.ts';
import { scenario as workerKilled } from './worker-killed.ts';

/** In the order they are run: the longest first, beside which others run in the short form. */
export const SCENARIOS: ReadonlyArray<Scenario> = [
  ...CITUS_SCENARIOS,
  longLoad,
  serviceKilled,
  workerKilled,
  databaseKilled,
  databaseRestarted,
  databaseStopped,
  standbyPromoted,
  toldToStop,
  poolExhausted,
  connectionsTaken,
  connectionsRefused,
  tablesLocked,
  databaseFrozen,
  networkSilent,
  diskFull,
  walFull,
  twoServices,
  pgbouncer,
  clockMoved,
  vendorsFailing,
];
