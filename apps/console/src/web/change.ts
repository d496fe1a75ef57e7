import type { ActingOperator } from '@carryover/application/ports/operator/operator-actions';
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
};

/** The page that asks before a change. */
export const confirmation = (asked: Confirmation): Answer => page(asked.title, 'view/confirm', asked);

/** Returns a field of a sent form; an empty text if it is missing. */
export const field = ({ form }: Visit, name: string): string => (form.get(name) ?? '').trim();

/** Returns the signed-in person as the author of a change, with the reason of the form. */
export const author = (visit: Visit): ActingOperator => {
  const text = field(visit, 'reason');
  if (text === '') return { performedBy: visit.person.name, reason: null };
  const reason = parseLine(MAX_REASON)(text);
  if (E.isLeft(reason)) throw badRequest(`A reason has 1 to ${MAX_REASON} characters in one line.`);
  return { performedBy: visit.person.name, reason: reason.right };
};
