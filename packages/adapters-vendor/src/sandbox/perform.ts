import type { ServerResponse } from 'node:http';
import { misbehave } from './misbehave.ts';
import { answer, later } from './respond.ts';
import type { Asked, Wire } from './wire.ts';

/**
 * Answers according to the behaviour of the reference, which is null for an unknown one.
 *
 * @param round how many requests for the reference came before.
 */
export const perform = (wire: Wire, asked: Asked, round: number, response: ServerResponse): void => {
  const { reference, behaviour, body } = asked;
  const usable = JSON.stringify(body('usable'));
  const refuse = (httpStatus: number, headers = {}) =>
    answer(response, httpStatus, JSON.stringify(wire.refusal(httpStatus, reference)), headers);

  if (behaviour === null) refuse(404);
  else if (behaviour.kind === 'refusal') refuse(behaviour.httpStatus, behaviour.headers);
  else if (behaviour.kind === 'instruction') {
    const text = JSON.stringify(body(behaviour.state));
    later(response, behaviour.delayMs, () => answer(response, 200, text));
  } else if (behaviour.kind === 'flaky') {
    if (round % 3 < 2) refuse(503);
    else answer(response, 200, usable);
  } else misbehave[behaviour.kind](response, usable, reference);
};
