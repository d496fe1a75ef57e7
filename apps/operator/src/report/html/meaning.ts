import { ERROR_CODES } from '@carryover/contract/error-codes';

const MEANINGS: Readonly<Record<string, string>> = ERROR_CODES;

/** What an error code means, in a sentence; the code itself where there is none. */
export const meaningOf = (code: string): string => (Object.hasOwn(MEANINGS, code) ? MEANINGS[code]! : code);
