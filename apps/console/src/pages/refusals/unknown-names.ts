import type { RefusalGroup } from '@carryover/adapters-persistence/queries/refusals';
import { scopeOf } from '@carryover/domain/access';
import type { Visit } from '../../web/route.ts';

/** At the paths of these codes is a name of the client's own choice, which may be anything, also personal data. */
const UNKNOWN_NAMES: ReadonlyArray<string> = ['unknown_field', 'unknown_parameter'];

/** Returns true if a person may see the names: one who may see the accounts of every organisation that the page is about. */
const seesNames = ({ scope, may, person }: Visit): boolean =>
  scope === null
    ? scopeOf(person, 'accounts') === null
    : [...scope].every((organisation) => may('accounts', organisation));

/** Returns true if the code's paths are hidden from the person. */
export const areHidden = (visit: Visit, code: string): boolean => UNKNOWN_NAMES.includes(code) && !seesNames(visit);

/** A group of refusals; `path` is null if it is hidden from the person. */
type ShownGroup = Omit<RefusalGroup, 'path'> & { readonly path: string | null };

/** Adds up the groups whose paths are hidden from a person, by code. */
export const withoutHidden = (visit: Visit, groups: ReadonlyArray<RefusalGroup>): ReadonlyArray<ShownGroup> => {
  const shown = new Map<string, ShownGroup>();
  for (const group of groups) {
    const path = areHidden(visit, group.code) ? null : group.path;
    const key = JSON.stringify([group.code, path]);
    shown.set(key, { ...group, path, count: group.count + (shown.get(key)?.count ?? 0) });
  }
  return [...shown.values()].toSorted((one, other) => other.count - one.count);
};
