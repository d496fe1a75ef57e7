import { namesOf, type SealOwner } from '@carryover/domain/sealed-leaf';
import * as t from 'io-ts';
import type { EvidenceProblem } from './problem.ts';
import type { SealedAction } from './sealed-record.ts';

const named = t.type({ name: t.string });

/**
 * Checks the names that a manifest gives to the organisation against the operator actions that renamed it. A rename is sealed under the
 * name that ends and under the one that begins, for each supplier: whoever knows one name finds all others, so that no part of the history
 * can be hidden with its name, and no name of another organisation can be added.
 */
export const makeNameCheck = (owner: SealOwner, report: (problem: EvidenceProblem) => void) => {
  const names = new Set(namesOf(owner));
  const told = new Set<string>();
  const missing = new Set<string>();
  let last: { readonly at: number; readonly to: string } | null = null;
  return {
    /** Takes an action of the pack as it was sealed. */
    take: (id: string, { performedAt, rest }: SealedAction): void => {
      const { action, before, after } = rest;
      if (action !== 'organisation rename' || !named.is(before) || !named.is(after)) return;
      for (const { name } of [before, after]) {
        told.add(name);
        if (names.has(name) || missing.has(name)) continue;
        missing.add(name);
        report({ kind: 'name_left_out', name, id });
      }
      if (last === null || last.at <= performedAt) last = { at: performedAt, to: after.name };
    },
    /** All actions were taken. */
    end: (): void => {
      if (names.size < namesOf(owner).length) report({ kind: 'name_repeated' });
      for (const name of owner.formerNames) if (!told.has(name)) report({ kind: 'former_name_unknown', name });
      if (last !== null && last.to !== owner.organisation && names.has(last.to))
        report({ kind: 'name_not_present', name: last.to });
    },
  };
};
