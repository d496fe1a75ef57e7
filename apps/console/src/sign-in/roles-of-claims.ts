import { type Grant, parseGrant } from '@carryover/domain/access';
import * as O from 'fp-ts/lib/Option.js';

type Claims = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a claim by its name, or by its path: `realm_access.roles`. */
const claimOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name)
    ? claims[name]
    : name
        .split('.')
        .reduce<unknown>(
          (found, key) => (isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined),
          claims,
        );

/** Returns the roles that a claim gives: one text, or a list of them. Those of other programs are left out. */
export const rolesOfClaims = (claims: Claims, name: string): ReadonlyArray<Grant> => {
  const claim = claimOf(claims, name);
  const texts: ReadonlyArray<unknown> = Array.isArray(claim) ? claim : [claim];
  return texts.flatMap((text) => {
    const grant = typeof text === 'string' ? parseGrant(text) : O.none;
    return O.isSome(grant) ? [grant.value] : [];
  });
};
