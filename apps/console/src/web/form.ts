import express, { type Request, type Response } from 'express';
import { badRequest, Problem } from './problem.ts';

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
