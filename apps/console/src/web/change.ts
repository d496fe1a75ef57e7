import type { ActingOperator, Actor } from '@carryover/application/ports/administration';
import { parseLine } from '@carryover/domain/text';
import * as E from 'fp-ts/lib/Either.js';
import { type Answer, page } from './answer.ts';
import { badRequest } from './problem.ts';
import type { Visit } from './route.ts';

const MAX_REASON = 1_000;

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
export const confirmation = <Asked extends Confirmation>(asked: Asked): Answer =>
  page(asked.title, 'view/confirm', asked);

/** Returns a field of a sent form exactly as it was sent; an empty text if it is missing. */
export const field = ({ form }: Visit, name: string): string => form.get(name) ?? '';

/** Returns a field that names something new. A space at either end would be part of the name, and nobody would see it. */
export const newName = (visit: Visit, name: string): string => {
  const text = field(visit, name);
  if (text !== text.trim()) throw badRequest(`The ${name} begins or ends with a space.`);
  return text;
};

/** Returns the signed-in person as the author of a change. */
export const actorOf = ({ person: { name, subject, issuer } }: Visit): Actor => ({
  performedBy: name,
  performedBySubject: subject,
  performedByIssuer: issuer,
});

/** Returns the signed-in person as the author of a change, with the reason of the form. */
export const author = (visit: Visit): ActingOperator => {
  const text = field(visit, 'reason').trim();
  if (text === '') return { ...actorOf(visit), reason: null };
  const reason = parseLine(MAX_REASON)(text);
  if (E.isLeft(reason)) throw badRequest(`A reason has 1 to ${MAX_REASON} characters in one line.`);
  return { ...actorOf(visit), reason: reason.right };
};
