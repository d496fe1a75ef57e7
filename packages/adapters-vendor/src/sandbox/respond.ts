import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A whole answer; JSON unless the headers say otherwise. */
export const answer = (
  response: ServerResponse,
  httpStatus: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void => {
  response.writeHead(httpStatus, { 'content-type': 'application/json', ...headers }).end(text);
};

/** The headers of a good answer and the first half of its body. */
export const answerHalf = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2));
};

/** In `delayMs`, unless the client is gone or the sandbox closed by then. */
export const later = (response: ServerResponse, delayMs: number, then: () => void): void => {
  const timer = setTimeout(then, delayMs);
  response.once('close', () => clearTimeout(timer));
};
