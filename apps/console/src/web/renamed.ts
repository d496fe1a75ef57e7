import { isInScope, type Scope } from '@carryover/domain/access';
import { isWellFormed } from '@carryover/domain/text';
import type { OperatorUseCases } from '@carryover/operations/connect';
import type { Request } from 'express';
import { orProblem, Problem } from './problem.ts';

const FIELD = 'organisation';
const PARAMETER = `:${FIELD}`;

const notChanged = (name: string, presentName: string): Problem =>
  new Problem(
    409,
    'The organisation was renamed',
    `Nothing was changed: the organisation ${name} is now named ${presentName}.`,
    'Go back, reload the page, and send it again.',
  );

/** Says nothing of the new name: a role for the old one is none for the organisation. */
const notAllowed = (name: string): Problem =>
  new Problem(
    403,
    'The organisation was renamed',
    `The organisation ${name} has another name now, and your roles do not include it.`,
    'Ask the administrator of your identity provider for a role with its new name.',
  );

/**
 * Returns the address of a page by the present name of its organisation, if the address has one that the organisation had before: as in a
 * bookmark or a saved list. null: it has none, or one that the person may not know. Throws a `Problem` for a change, whose form may have
 * the name, too, and for a role that has the former name.
 */
export const makeFindRenamed =
  ({ presentNameOf }: Pick<OperatorUseCases['organisations'], 'presentNameOf'>) =>
  async (request: Request, route: string, scope: Scope, form?: URLSearchParams): Promise<string | null> => {
    const url = new URL(request.originalUrl, 'http://console');
    const presentName = async (name: string | undefined | null): Promise<string | null> => {
      if (name === undefined || name === null || !isWellFormed(name)) return null;
      const present = await orProblem(presentNameOf(name));
      if (present === null || present === name) return null;
      if (!isInScope(scope, present)) {
        if (isInScope(scope, name)) throw notAllowed(name);
        return null;
      }
      if (request.method === 'POST') throw notChanged(name, present);
      return present;
    };
    const { [FIELD]: inPath } = request.params;
    const ofPath = await presentName(typeof inPath === 'string' ? inPath : null);
    const ofQuery = await presentName(url.searchParams.get(FIELD));
    await presentName(form?.get(FIELD));
    if (ofPath === null && ofQuery === null) return null;
    const at = route.split('/').indexOf(PARAMETER);
    const path = url.pathname
      .split('/')
      .map((part, index) => (index === at && ofPath !== null ? encodeURIComponent(ofPath) : part));
    if (ofQuery !== null) url.searchParams.set(FIELD, ofQuery);
    return `${path.join('/')}${url.search}`;
  };
