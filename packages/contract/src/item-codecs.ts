import { latestDayAt } from '@carryover/domain/date-time';
import { makeItemCodecs } from './item-files.ts';
import { DEFAULT_LIMITS } from './limits.ts';

/** The vendors that every service can know, and the instruction types they offer (decisions 8). */
const VENDORS = [
  { name: 'STRIPE', types: ['CARD'] },
  { name: 'GOCARDLESS', types: ['DIRECT_DEBIT'] },
];

/** The server's codecs of what a row contains. */
export const CODECS = makeItemCodecs({ limits: DEFAULT_LIMITS, vendors: VENDORS }, () => latestDayAt(new Date()));
