import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as TE from 'fp-ts/lib/TaskEither.js';

/** Runs independent reads of the store at the same time; Left with the first failure. */
export const together = sequenceS(TE.ApplyPar);
