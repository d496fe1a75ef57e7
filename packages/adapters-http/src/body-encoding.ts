import type { IncomingMessage } from 'node:http';
import { type ReadBytes, readCompressed, readPlain } from './body-bytes.ts';

/** No two runs of spaces stand beside each other: where they do, a long one takes the square of its length to refuse. */
const MEDIA_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:"utf-8"|utf-8))?[ \t]*(?:;[ \t]*)?$/i;

const IDENTITY = 'identity';
const ENCODINGS: ReadonlyMap<string, ReadBytes> = new Map([
  [IDENTITY, readPlain],
  ['gzip', readCompressed('gzip')],
  ['br', readCompressed('br')],
]);

/**
 * The codings that a `Content-Encoding` lists (RFC 9110, 8.4). A recipient takes empty elements of a list for nothing
 * (5.6.1.2), so an empty header is a list of none, as if it had not been sent.
 */
const codingsOf = (header: string): ReadonlyArray<string> =>
  header
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '');

/** How a body is read that says it is JSON in UTF-8; undefined where it says anything else, or is encoded in another way. */
export const readerOf = ({ headers }: IncomingMessage): ReadBytes | undefined => {
  if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) return undefined;
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return readPlain;
  const [coding = IDENTITY, ...more] = codingsOf(encoding);
  return more.length === 0 ? ENCODINGS.get(coding) : undefined;
};
