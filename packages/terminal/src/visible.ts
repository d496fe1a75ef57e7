/** Invisible characters, characters that look like a space, and white space at either end. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[^\S ]|^ +| +$/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeOf = (character: string): string => SHORT[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;

/**
 * A text for a reader: control, format and other invisible characters are spelled out (`\n`, `\u{202e}`, `\u{20}` for a
 * space at either end), so that two identifiers that differ never look the same and none can steer a terminal.
 * Only for display: a backslash itself is not escaped.
 */
export const visible = (text: string): string => text.replace(UNSEEN, (found) => Array.from(found, escapeOf).join(''));

/** Control characters other than line breaks and tabs, and what is not seen. */
const UNSEEN_IN_JSON = /(?![\n\t])\p{Cc}|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const jsonEscapeOf = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** JSON text for a reader: the same value, with the characters that would steer a terminal, or are not seen, escaped as in JSON. */
export const visibleJson = (json: string): string =>
  json.replaceAll(/\r\n?/g, '\n').replace(UNSEEN_IN_JSON, jsonEscapeOf);
