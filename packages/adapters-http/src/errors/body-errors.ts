import { isUtf8 } from 'node:buffer';
import { type Counted, type Expected, type JsonParseError, placeIn } from '@carryover/contract/json/parse-error';
import { type Rejection, rejection } from './rejection.ts';

const COUNTED: Readonly<Record<Counted, string>> = {
  values: 'values',
  keys: 'fields in one object',
  different_keys: 'different field names',
};

const EXPECTED: Readonly<Record<Expected, string>> = {
  value: 'a value',
  key: 'a field name in double quotes',
  ':': 'a colon',
  ', or }': 'a comma or }',
  ', or ]': 'a comma or ]',
  digit: 'a digit',
  escape: 'a JSON escape sequence such as \\n or \\u00e9',
  character: 'a character that is not a control character, or the closing quote',
  end: 'the end of the body',
};

const BYTE_ORDER_MARK = '\ufeff';

const parseError = (detail: string): Rejection => rejection(400, 'parse_error', { detail });

const placeOf = (text: string, offset: number): string => {
  const { line, column } = placeIn(text, offset);
  return `line ${line}, column ${column}`;
};

/** Returns the rejection of a text that is not accepted JSON, with the position. Never quotes the text, which may be a secret. */
export const ofParseError = (error: JsonParseError, text: string): Rejection => {
  const place = placeOf(text, error.position);
  switch (error.reason) {
    case 'duplicate_key':
      return parseError(`The same key appears twice in an object, the second time at ${place}.`);
    case 'too_deep':
      return parseError(`The body has more than ${error.maxDepth} levels of nested arrays and objects, at ${place}.`);
    case 'too_many':
      return rejection(413, 'payload_too_large', {
        detail: `The body has more than ${error.maxValues} ${COUNTED[error.counted]}.`,
      });
    case 'syntax': {
      if (text.startsWith(BYTE_ORDER_MARK))
        return parseError('The body begins with a byte order mark. Send UTF-8 without one.');
      const end = error.position < text.length ? '' : ', but the body ends here';
      return parseError(`The body is not JSON at ${place}: expected ${EXPECTED[error.expected]}${end}.`);
    }
  }
};

const LENIENT = new TextDecoder('utf-8', { ignoreBOM: true });
/** Bytes that are checked together, so that a large body needs little memory. */
const WINDOW = 65_536;

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Returns the offset at which a character begins: this one or up to three bytes before it. */
const characterStart = (bytes: Buffer, offset: number): number => {
  let at = offset;
  while (at > offset - 3 && isContinuation(bytes[at])) at -= 1;
  return at;
};

/** Returns the offset of the first character that is not UTF-8 in bytes that contain one. */
const damageIn = (bytes: Buffer): number => {
  const repaired = Buffer.from(LENIENT.decode(bytes));
  let at = 0;
  while (bytes[at] === repaired[at]) at += 1;
  return characterStart(repaired, at);
};

const firstDamage = (bytes: Buffer): number => {
  let start = 0;
  for (;;) {
    const end = start + WINDOW < bytes.length ? characterStart(bytes, start + WINDOW) : bytes.length;
    const window = bytes.subarray(start, end);
    if (!isUtf8(window)) return start + damageIn(window);
    start = end;
  }
};

/** Returns the rejection of a body that is not UTF-8, with the position of the first invalid bytes. */
export const ofBadUtf8 = (bytes: Buffer): Rejection => {
  const before = bytes.toString('utf8', 0, firstDamage(bytes));
  const place = placeOf(before, before.length);
  return parseError(
    `The body is not UTF-8: the bytes at ${place} do not encode a character. Encode the body as UTF-8.`,
  );
};
