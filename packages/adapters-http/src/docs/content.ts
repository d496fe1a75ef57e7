import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request } from 'express';
import type { Answer } from '../responses/answer.ts';
import { once } from './once.ts';

/** A part of the documentation as it is served; it does not change while the service runs. */
export type Content = {
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

export type ServeContent = (request: IncomingMessage) => Promise<Answer>;

/**
 * The content security policy of the documentation: load from here, call the service and search here, nothing else. Pictures in
 * the reference's style sheet are data.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page of the documentation, on which a person may type an API key. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** May change with the next version of the service, so browsers check it each time. */
const CHANGING = { 'Cache-Control': 'no-cache' };

export const pageContent = (text: string): Content => ({
  type: 'text/html; charset=utf-8',
  bytes: Buffer.from(text),
  headers: { ...CHANGING, ...SECURITY_HEADERS },
});

export const jsonContent = (text: string): Content => ({
  type: 'application/json',
  bytes: Buffer.from(text),
  headers: CHANGING,
});

const compress = promisify(gzip);

/** Sends content, compressed if the client accepts that. @param compressed returns its compressed bytes. */
export const sendContent = async (
  request: IncomingMessage,
  { type, bytes, headers }: Content,
  compressed: () => Promise<Buffer> = () => compress(bytes),
): Promise<Answer> => {
  const isCompressed = (request as Request).acceptsEncodings('gzip', 'identity') === 'gzip';
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Type': type,
      Vary: 'Accept-Encoding',
      ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}),
    },
    body: isCompressed ? await compressed() : bytes,
  };
};

/** Serves content that is built and compressed on the first request. */
export const serveContent = (make: () => Promise<Content>): ServeContent => {
  const plain = once(make);
  const compressed = once(async () => compress((await plain()).bytes));
  return async (request) => sendContent(request, await plain(), compressed);
};
