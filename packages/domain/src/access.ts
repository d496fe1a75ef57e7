import * as O from 'fp-ts/lib/Option.js';

/** Roles of the console's users (decisions 17). */
export const ROLES = ['viewer', 'support', 'operator', 'auditor'] as const;
type Role = (typeof ROLES)[number];

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
  const [, name, organisation = null] = /^([^@]*)(?:@(.*))?$/s.exec(text)!;
  const role = ROLES.find((known) => known === name);
  return role === undefined || organisation === '' ? O.none : O.some({ role, organisation });
};

/** The roles that may use each part of the console. */
export const ROLES_OF = {
  /** Suppliers, totals, reconciliations, refusals without personal data. */
  figures: ['viewer', 'support', 'operator', 'auditor'],
  /** Accounts and what was sent for them. */
  accounts: ['support', 'operator', 'auditor'],
  /** Import records and payloads, the set-up, operator actions. */
  records: ['operator', 'auditor'],
  /** Every change. */
  change: ['operator'],
} as const satisfies Readonly<Record<string, ReadonlyArray<Role>>>;

export type Access = keyof typeof ROLES_OF;

/** The organisations, by name, of which a person may use a part of the console; null: all. */
export type Scope = ReadonlySet<string> | null;

/** Returns the organisations of which a person may use a part of the console. An empty set: the person may not use it. */
export const scopeOf = ({ grants }: Pick<Person, 'grants'>, access: Access): Scope => {
  const roles: ReadonlyArray<Role> = ROLES_OF[access];
  const organisations = grants.filter(({ role }) => roles.includes(role)).map(({ organisation }) => organisation);
  return organisations.includes(null) ? null : new Set(organisations.filter((name) => name !== null));
};

/** Returns true if the scope contains the organisation; without one, if the scope is not empty. */
export const isInScope = (scope: Scope, organisation?: string): boolean =>
  scope === null || (organisation === undefined ? scope.size > 0 : scope.has(organisation));
