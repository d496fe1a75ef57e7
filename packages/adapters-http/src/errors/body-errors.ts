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

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

/** Returns the offset of the first character that is not UTF-8 in bytes that contain one. */
const firstDamage = (bytes: Buffer): number => {
  const repaired = Buffer.from(LENIENT.decode(bytes));
  let offset = 0;
  while (bytes[offset] === repaired[offset]) offset += 1;
  // The bytes may differ only within U+FFFD, which takes the place of the damage.
  while (isContinuation(repaired[offset])) offset -= 1;
  return offset;
};

/** Returns the rejection of a body that is not UTF-8, with the position of the first invalid bytes. */
export const ofBadUtf8 = (bytes: Buffer): Rejection => {
  const before = bytes.toString('utf8', 0, firstDamage(bytes));
  const place = placeOf(before, before.length);
  return parseError(
    `The body is not UTF-8: the bytes at ${place} do not encode a character. Encode the body as UTF-8.`,
  );
};
