import { isBody, type Kind, makeItemCodecs } from '@carryover/contract/item-files';
import { BODY_LIMITS, DEFAULT_LIMITS } from '@carryover/contract/limits';
import { latestDayAt } from '@carryover/domain/date-time';

/** The vendors that every service can know, and the instruction types they offer (decisions 8). */
const VENDORS = [
  { name: 'STRIPE', types: ['CARD'] },
  { name: 'GOCARDLESS', types: ['DIRECT_DEBIT'] },
];

/** The server's codecs of what a row contains. */
export const CODECS = makeItemCodecs({ limits: DEFAULT_LIMITS, vendors: VENDORS }, () => latestDayAt(new Date()));

/** An item is two levels further down in the body of its request. */
const ITEM_LIMITS = { ...BODY_LIMITS, maxDepth: BODY_LIMITS.maxDepth - 2 };

/** Returns the limits of the JSON of a row. */
export const limitsOf = (kind: Kind) => (isBody(kind) ? BODY_LIMITS : ITEM_LIMITS);
