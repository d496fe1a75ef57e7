import * as t from 'io-ts';
import { namesOrganisation } from '../sql/organisation-names.ts';
import type { Snapshot } from '../sql/snapshot.ts';

/** The name of a supplier's organisation, and those that it had before, since it has the supplier; the earliest first. */
export type SupplierNames = { readonly organisation: string; readonly formerNames: ReadonlyArray<string> };

const ORGANISATION = `current_setting('carryover.organisation')::uuid`;
const NAME = `select name from organisation where id = ${ORGANISATION}`;
/** By the actions that renamed it, of which each supplier has its own. */
const FORMER = `
  select before->>'name' as name from operator_action
  where action = 'organisation rename' and supplier_code = current_setting('carryover.code')
    and ${namesOrganisation('organisation', ORGANISATION)} and before->>'name' <> (${NAME})
  group by 1 order by min(performed_at)`;
const nameRow = t.type({ name: t.string });

/** Reads the names of the organisation of a snapshot's supplier. */
export const readSupplierNames = async ({ read }: Snapshot): Promise<SupplierNames> => {
  const [present] = await read(nameRow, NAME);
  const former = await read(nameRow, FORMER);
  return { organisation: present!.name, formerNames: former.map(({ name }) => name) };
};
