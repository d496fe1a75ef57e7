import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Sends a complete response; JSON unless the headers say otherwise. */
export const answer = (
  response: ServerResponse,
  httpStatus: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void => {
  response.writeHead(httpStatus, { 'content-type': 'application/json', ...headers }).end(text);
};

/** Sends the headers of a correct answer and the first half of its body. */
export const answerHalf = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2));
};

/** Calls `then` in `delayMs`, unless the client has disconnected or the sandbox is closed by then. */
export const later = (response: ServerResponse, delayMs: number, then: () => void): void => {
  const timer = setTimeout(then, delayMs);
  response.once('close', () => clearTimeout(timer));
};
