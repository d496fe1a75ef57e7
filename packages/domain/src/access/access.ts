import type { Grant, Person, Role } from './role.ts';

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

const allows = (access: Access, { role }: Grant): boolean => ROLES_OF[access].some((one) => one === role);

/** Returns the organisations of which a person may use a part of the console. An empty set: the person may not use it. */
export const scopeOf = ({ grants }: Pick<Person, 'grants'>, access: Access): Scope => {
  const organisations = grants.filter((grant) => allows(access, grant)).map(({ organisation }) => organisation);
  return organisations.includes(null) ? null : new Set(organisations.filter((one) => one !== null));
};

/** Returns true if the scope contains the organisation; without one, if the scope is not empty. */
export const includes = (scope: Scope, organisation?: string): boolean =>
  scope === null || (organisation === undefined ? scope.size > 0 : scope.has(organisation));
