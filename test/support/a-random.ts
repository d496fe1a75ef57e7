import { randomBytes } from 'node:crypto';

/** A name that no other test has. */
export const aName = (prefix: string): string => `${prefix}${randomBytes(6).toString('hex')}`;

/** A root secret in the form of `CARRYOVER_SECRET`. */
export const aRootSecret = (): string => randomBytes(32).toString('base64');
