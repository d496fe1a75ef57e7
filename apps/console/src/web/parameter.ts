import { isInScope, type Scope } from '@carryover/domain/access';
import { parseCalendarDate } from '@carryover/domain/calendar-date';
import { isWellFormed } from '@carryover/domain/text';
import type { Request } from 'express';
import * as O from 'fp-ts/lib/Option.js';
import { badRequest, notFound } from './problem.ts';
import type { Visit } from './route.ts';

const notText = (name: string) => badRequest(`The value of ${name} has a character that no text can have: U+0000.`);

/** Refuses values of a path and of a form that nothing stored can have, and for which a query of the database would fail. */
export const requireText = ({ params }: Pick<Request, 'params'>, form: URLSearchParams): void => {
  if (!Object.values(params).flat().every(isWellFormed)) throw notFound();
  for (const [name, value] of form) if (!isWellFormed(value)) throw notText(name);
};

/** Returns a parameter of an address; null if it is missing. Refuses one that nothing stored can have. */
export const queryText = (query: URLSearchParams, name: string): string | null => {
  const value = query.get(name);
  if (value !== null && !isWellFormed(value)) throw notText(name);
  return value;
};

/** Returns a parameter of the route's path. */
export const parameter = ({ request }: Visit, name: string): string => {
  const value = request.params[name];
  return typeof value === 'string' ? value : '';
};

/** Refuses an organisation outside of the scope as if it did not exist. */
export const within = (scope: Scope, organisation: string): void => {
  if (!isInScope(scope, organisation)) throw notFound();
};

/** Returns the organisation of the route's path. Refuses one outside of the scope as if it did not exist. */
export const organisationOf = (visit: Visit): string => {
  const organisation = parameter(visit, 'organisation');
  within(visit.scope, organisation);
  return organisation;
};

/** Returns true for an id as the service writes it. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Returns the first second of a day. @param what is the day, for a text that is none. */
export const startOfDay = (text: string, what: string): Date => {
  const day = parseCalendarDate(text);
  if (O.isNone(day)) throw badRequest(`${what} must be a day, such as 2026-11-30.`);
  return new Date(`${day.value}T00:00:00Z`);
};
