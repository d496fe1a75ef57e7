import { type Access, ROLES, ROLES_OF, scopeOf } from '@carryover/domain/access';
import { get, type PageGroup, page } from '../../web/route.ts';

const PARTS: ReadonlyArray<readonly [Access, string]> = [
  ['figures', 'Overview, proof, reconciliations, differences and refusals, all without personal data'],
  ['accounts', 'The search for accounts; what is stored for an account, what was sent for it, and what is missing'],
  [
    'records',
    'Imports, loads, payloads, refused items, conflicts, results of undos, reports, evidence packs, set-up, webhooks, audit',
  ],
  ['change', 'Every change: undo, reconciliation, check, accepting a difference, set-up, erasure; mappings'],
];

/** `/roles`: what each role includes, and what the person has of it. */
export const rolePages = (): PageGroup => ({
  routes: [
    get('/roles', 'figures', async ({ person }) => {
      const parts = PARTS.map(([access, title]) => {
        const scope = scopeOf(person, access);
        return {
          title,
          roles: new Set<string>(ROLES_OF[access]),
          own: scope === null ? 'yes' : scope.size === 0 ? 'no' : `in ${[...scope].toSorted().join(', ')}`,
        };
      });
      return page('Roles', 'pages/roles/roles', { parts, ROLES, person });
    }),
  ],
});
