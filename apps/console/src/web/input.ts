import type { ActingOperator, Actor } from '@carryover/application/ports/administration';
import { isInScope, type Scope } from '@carryover/domain/access';
import { parseCalendarDate } from '@carryover/domain/calendar-date';
import { isWellFormed, parseLine } from '@carryover/domain/text';
import express, { type Request, type Response } from 'express';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Place } from '../view/place.ts';
import { badRequest, notFound, Problem } from './problem.ts';
import { type Answer, page, type Visit } from './route.ts';

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

/** A time of a day, as a form sends it; without seconds if they are zero. */
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?Z?$/;

/** Returns the moment of a day, or of a time in UTC as a form sends it; null for a text that is none. */
export const momentOf = (text: string): Date | null => {
  const [day, time] = [text.slice(0, 10), text.slice(10)];
  if (O.isNone(parseCalendarDate(day)) || !(time === '' || TIME.test(time))) return null;
  return new Date(`${day}${time === '' ? 'T00:00:00' : time.replace('Z', '')}Z`);
};

/** Returns a field with a line of text for people. @param what names it, for one that is none. */
export const lineOf = (visit: Visit, name: string, what: string, max: number): string => {
  const line = parseLine(max)(field(visit, name).trim());
  if (E.isLeft(line)) throw badRequest(`${what} has 1 to ${max.toLocaleString('en')} characters in one line.`);
  return line.right;
};

const MAX_REASON = 1_000;

/** Returns the reason of a change that is refused without one. */
export const reasonOf = (visit: Visit): string => lineOf(visit, 'reason', 'A reason', MAX_REASON);

type Confirmation = {
  readonly title: string;
  /** The effect of the change, and what cannot be taken back. */
  readonly consequence: string;
  /** The address that makes the change. */
  readonly action: string;
  /** Values that are sent with it. */
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
  readonly isDangerous: boolean;
  readonly cancel: string;
  /** The change is refused without a reason. */
  readonly needsReason?: boolean;
};

/** The page that asks before a change. */
export const confirmation = <Asked extends Confirmation>(asked: Asked, place: Place): Answer =>
  page(asked.title, 'view/confirm', asked, place);

/** Returns a field of a sent form exactly as it was sent; an empty text if it is missing. */
export const field = ({ form }: Visit, name: string): string => form.get(name) ?? '';

/** Returns the signed-in person as the author of a change. */
export const actorOf = ({ person: { name, subject, issuer } }: Visit): Actor => ({
  performedBy: name,
  performedBySubject: subject,
  performedByIssuer: issuer,
});

/** Returns the signed-in person as the author of a change, with the reason of the form. */
export const author = (visit: Visit): ActingOperator => {
  const isGiven = field(visit, 'reason').trim() !== '';
  return { ...actorOf(visit), reason: isGiven ? reasonOf(visit) : null };
};

const FORM_BYTES = 256 * 1024;
/** Time for a form to arrive. */
const FORM_MS = 60_000;

const parse = express.text({ type: 'application/x-www-form-urlencoded', limit: FORM_BYTES });

const tooLate = (): Problem =>
  new Problem(
    408,
    'The form did not arrive',
    'Nothing was changed: the form did not arrive as a whole within a minute.',
    'Go back and send it again.',
  );

const tooLarge = (): Problem =>
  badRequest(`A form may have at most ${FORM_BYTES / 1024} KiB.`, 'Go back and shorten it.', 413);

/** Reads the fields of a form. Rejects with an error of Express if it is too large or cannot be read, and if it is too slow. */
export const readForm = (request: Request, response: Response): Promise<URLSearchParams> =>
  new Promise((resolve, reject) => {
    // Express would read all of it before it refuses.
    if (Number(request.headers['content-length'] ?? 0) > FORM_BYTES) throw tooLarge();
    const late = setTimeout(() => reject(tooLate()), FORM_MS);
    parse(request, response, (error?: unknown) => {
      clearTimeout(late);
      if (error === undefined) resolve(new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
      else reject(error);
    });
  });
