import type { ServerResponse } from 'node:http';
import type { Misbehaviour } from './behaviours.ts';
import { answer, answerHalf, later } from './respond.ts';

type Misbehave = (response: ServerResponse, usable: string, reference: string) => void;

/** Answers with a fault. `usable` is the body of the correct answer. */
export const misbehave: { readonly [kind in Misbehaviour]: Misbehave } = {
  hang: () => {},
  hang_mid_body: (response, usable) => answerHalf(response, usable),
  trickle: (response, usable) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    trickle(response, usable, 0);
  },
  endless: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.on('drain', () => flood(response));
    flood(response);
  },
  reset: (response) => response.socket?.resetAndDestroy(),
  reset_mid_body: (response, usable) => {
    answerHalf(response, usable);
    later(response, 10, () => response.socket?.resetAndDestroy());
  },
  garbage: (response) => answer(response, 200, '\u0000{]'),
  html: (response) => answer(response, 200, '<!doctype html><title>Welcome</title>', { 'content-type': 'text/html' }),
  empty: (response) => answer(response, 200, ''),
  wrong_shape: (response, _usable, reference) => answer(response, 200, JSON.stringify({ id: reference })),
  other_reference: (response, usable, reference) =>
    answer(response, 200, usable.replaceAll(reference, 'SANDBOX-SOMEBODY-ELSE')),
  redirect: (response) => answer(response, 302, '{}', { location: '/' }),
};

const TRICKLE_MS = 100;
const BLOCK = ' '.repeat(64 * 1024);

/** Sends a byte at intervals, without end, so that the socket is never idle. */
const trickle = (response: ServerResponse, text: string, at: number): void => {
  response.write(text[at % text.length]);
  later(response, TRICKLE_MS, () => trickle(response, text, at + 1));
};

/** Sends as much as the client reads. */
const flood = (response: ServerResponse): void => {
  while (!response.destroyed && response.write(BLOCK)) {
    // Writes until the buffers are full; the `drain` event continues.
  }
};
