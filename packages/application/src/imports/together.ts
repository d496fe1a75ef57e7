import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as TE from 'fp-ts/lib/TaskEither.js';

/** Asks the store several things at once, none of which needs another's answer; Left with the first that failed. */
export const together = sequenceS(TE.ApplyPar);
