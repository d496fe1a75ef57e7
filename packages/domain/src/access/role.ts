import * as O from 'fp-ts/lib/Option.js';

/** Roles of the console's users (decisions 17). */
export const ROLES = ['viewer', 'support', 'operator', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** A role in one organisation, by name; `organisation` is null for all of them. */
export type Grant = { readonly role: Role; readonly organisation: string | null };

/** A signed-in user of the console. */
export type Person = {
  /** Identifies the person at the provider that signed them in. */
  readonly subject: string;
  /** The provider; null: the person opened a one-time link. */
  readonly issuer: string | null;
  /** Shown, and recorded with the operator actions. */
  readonly name: string;
  readonly grants: ReadonlyArray<Grant>;
};

/** Parses a role of a claim: `role`, or `role@organisation name`. */
export const parseGrant = (text: string): O.Option<Grant> => {
  const at = text.indexOf('@');
  const [name, organisation] = at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  const role = ROLES.find((one) => one === name);
  return role === undefined || organisation === '' ? O.none : O.some({ role, organisation });
};
