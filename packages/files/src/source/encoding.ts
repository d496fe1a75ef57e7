import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import { DOS_PAGES } from './dos.ts';
import { DIFFERENCES, IBM037, WITH_EURO } from './ebcdic.ts';

/** Bytes that are no character: the first of them, and the character of the line at which they are, from 1. */
export type Undecodable = { readonly column: number; readonly detail: string };

/** How the bytes of a file are characters. Nothing is replaced: bytes that are no character are an error. */
export type Encoding = {
  /** As in a mapping. */
  readonly name: string;
  /** The bytes of a code unit; line breaks are at multiples of it. */
  readonly unitBytes: 1 | 2;
  /** Every character has one byte. */
  readonly isOneByte: boolean;
  /** Returns the position of the next line break in whole code units; -1 if there is none. */
  readonly lineEnd: (chunk: Buffer, from: number) => number;
  readonly decode: (bytes: Buffer) => E.Either<Undecodable, string>;
  /** Returns the bytes of a text that was decoded, or of ASCII. */
  readonly encode: (text: string) => Buffer;
};

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');

const lineFeed = (chunk: Buffer, from: number): number => chunk.indexOf(0x0a, from);

/** Returns the column of the first byte that is not UTF-8: the number of characters before it, and 1. */
const firstNotUtf8 = (bytes: Buffer): Undecodable => {
  let [low, high] = [0, bytes.length];
  // The longest beginning that is valid but for a character that is cut off.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const isValid = [0, 1, 2, 3].some((cut) => middle >= cut && isUtf8(bytes.subarray(0, middle - cut)));
    if (isValid) low = middle;
    else high = middle - 1;
  }
  const cut = [0, 1, 2, 3].find((more) => isUtf8(bytes.subarray(0, low - more))) ?? 0;
  const column = bytes.toString('utf8', 0, low - cut).length + 1;
  return { column, detail: `The line is not UTF-8 at column ${column} (byte ${hex(bytes[low - cut] ?? 0)})` };
};

/** What all files without a mapping are in. */
export const UTF8: Encoding = {
  name: 'utf-8',
  unitBytes: 1,
  isOneByte: false,
  lineEnd: lineFeed,
  decode: (bytes) => (isUtf8(bytes) ? E.right(bytes.toString()) : E.left(firstNotUtf8(bytes))),
  encode: (text) => Buffer.from(text),
};

const isC1 = (code: number): boolean => code >= 0x80 && code <= 0x9f;
const NO_CHARACTER = 0xffff;

/**
 * Returns what writes texts, such as those of rejected rows. Characters that a line cannot have become question marks.
 *
 * @param bytesOf by character; some of Big5 are a letter and a mark of Unicode.
 * @param rest the bytes of a character that is not among them.
 */
const encoderOf = (
  bytesOf: ReadonlyMap<string, ReadonlyArray<number>>,
  rest: (character: string) => ReadonlyArray<number> | null = () => null,
): ((text: string) => Buffer) => {
  const pairs = [...bytesOf.keys()].filter((text) => /^\p{L}\p{M}$/u.test(text));
  const characters = new RegExp([...pairs, '.'].join('|'), 'gsu');
  const toBytes = (character: string) => bytesOf.get(character) ?? rest(character) ?? bytesOf.get('?') ?? [];
  return (text) => Buffer.from(text.match(characters)?.flatMap(toBytes) ?? []);
};

/**
 * An encoding of one byte a character.
 *
 * @param codes of the bytes; bytes that are no character have none, or that of a control character of C1.
 * @param isEbcdic line breaks are NEL or LF; else they are LF, and a line that is valid UTF-8 beyond ASCII is refused: in these
 *   encodings its characters are never written after one another, so that a part of the file is in another encoding.
 */
const singleByte = (name: string, codes: Uint16Array, isEbcdic: boolean): Encoding => {
  const decode = (bytes: Buffer): E.Either<Undecodable, string> => {
    if (!isEbcdic && isAscii(bytes)) return E.right(bytes.toString('latin1'));
    if (!isEbcdic && isUtf8(bytes)) {
      const column = bytes.findIndex((byte) => byte >= 0x80) + 1;
      return E.left({ column, detail: `The line is UTF-8 and not ${name}, from column ${column} on` });
    }
    const text = Buffer.allocUnsafe(bytes.length * 2);
    for (let at = 0; at < bytes.length; at += 1) {
      const code = codes[bytes[at]!]!;
      if (code === NO_CHARACTER || isC1(code))
        return E.left({
          column: at + 1,
          detail: `The byte ${hex(bytes[at]!)} at column ${at + 1} is no character of ${name}`,
        });
      text[at * 2] = code & 0xff;
      text[at * 2 + 1] = code >> 8;
    }
    return E.right(text.toString('utf16le'));
  };
  const bytesOf = new Map([...codes].map((code, byte) => [String.fromCharCode(code), [byte]] as const).toReversed());
  // The line breaks that are written: as in the file, so that CR LF stays what it is.
  if (isEbcdic) bytesOf.set('\n', [0x15]);
  const ebcdicEnd = (chunk: Buffer, from: number): number => {
    const newLine = chunk.indexOf(0x15, from);
    const feed = (newLine === -1 ? chunk : chunk.subarray(0, newLine)).indexOf(0x25, from);
    return feed === -1 ? newLine : feed;
  };
  const lineEnd = isEbcdic ? ebcdicEnd : lineFeed;
  return { name, unitBytes: 1, isOneByte: true, lineEnd, decode, encode: encoderOf(bytesOf) };
};

const [CURRENCY_SIGN, EURO_SIGN] = [0xa4, 0x20ac];

const ebcdic = (page: string): Encoding | null => {
  const before = WITH_EURO[page];
  const differences = DIFFERENCES[before ?? page];
  if (differences === undefined) return null;
  const codes = Uint16Array.from(IBM037, (character) => character.charCodeAt(0));
  for (const [, byte, character] of differences.matchAll(/([\da-f]{2})(.)/g))
    codes[Number.parseInt(byte!, 16)] = character!.charCodeAt(0);
  if (before !== undefined) codes[codes.indexOf(CURRENCY_SIGN)] = EURO_SIGN;
  return singleByte(`ibm${page}`, codes, true);
};

/** The characters of ASCII, and those of a code page of DOS behind them. */
const dos = (page: string): Encoding | null => {
  const upper = DOS_PAGES[page];
  if (upper === undefined) return null;
  const codes = Uint16Array.from({ length: 256 }, (_, byte) => (byte < 128 ? byte : upper.charCodeAt(byte - 128)));
  return singleByte(`ibm${page}`, codes, false);
};

const utf16 = (name: 'utf-16le' | 'utf-16be'): Encoding => {
  const isBig = name === 'utf-16be';
  const lineEnd = (chunk: Buffer, from: number): number => {
    for (let at = chunk.indexOf(0x0a, from); at !== -1; at = chunk.indexOf(0x0a, at + 1)) {
      const first = at & ~1;
      if (chunk[isBig ? first : first + 1] === 0 && at === (isBig ? first + 1 : first)) return first;
    }
    return -1;
  };
  const toLittle = (bytes: Buffer): Buffer => (isBig ? Buffer.from(bytes).swap16() : bytes);
  return {
    name,
    unitBytes: 2,
    isOneByte: false,
    lineEnd,
    decode: (bytes) => {
      const isCut = bytes.length % 2 === 1;
      const text = toLittle(isCut ? bytes.subarray(0, -1) : bytes).toString('utf16le');
      if (isCut) return E.left({ column: text.length + 1, detail: 'The last character is cut off' });
      if (text.startsWith('\ufffe')) return E.left({ column: 1, detail: `The byte order is not that of ${name}` });
      const lone = text.isWellFormed() ? -1 : text.search(/\p{Surrogate}/u);
      if (lone === -1) return E.right(text);
      return E.left({ column: lone + 1, detail: `Half a character is at column ${lone + 1}, which is not UTF-16` });
    },
    encode: (text) => toLittle(Buffer.from(text, 'utf16le')),
  };
};

/** The encodings of WHATWG with two bytes a character at most, besides those of one byte; GBK may have four, too. */
const DOUBLE_BYTE = ['shift_jis', 'euc-kr', 'big5', 'gbk'];
const decoded = (decoder: TextDecoder, bytes: Uint8Array): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};

/** Of the characters of GB18030 with four bytes: how many have one unit of UTF-16, and the number of U+10000. */
const [SHORT_CHARACTERS, FIRST_LONG] = [39_420, 189_000];

/** Returns the bytes of a character of GB18030 by its number among those with four bytes. */
const fourBytes = (number: number): ReadonlyArray<number> => [
  0x81 + Math.floor(number / 12_600),
  0x30 + (Math.floor(number / 1_260) % 10),
  0x81 + (Math.floor(number / 10) % 126),
  0x30 + (number % 10),
];

const doubleByte = (name: string, decoder: TextDecoder): Encoding => {
  const makeEncoder = () => {
    const bytesOf = new Map<string, ReadonlyArray<number>>();
    for (let first = 0; first < 256; first += 1) {
      const one = decoded(decoder, Uint8Array.of(first));
      if (one !== null) bytesOf.set(one, [first]);
      else
        for (let second = 0x30; second < 256; second += 1) {
          const text = decoded(decoder, Uint8Array.of(first, second));
          if (text !== null && !bytesOf.has(text)) bytesOf.set(text, [first, second]);
        }
    }
    // Newer versions of Node.js read GBK as GB18030, as WHATWG says.
    if (decoded(decoder, Uint8Array.from(fourBytes(0))) !== '\u0080') return encoderOf(bytesOf);
    for (let number = 0; number < SHORT_CHARACTERS; number += 1) {
      const text = decoded(decoder, Uint8Array.from(fourBytes(number)));
      if (text !== null && !bytesOf.has(text)) bytesOf.set(text, fourBytes(number));
    }
    return encoderOf(bytesOf, (character) =>
      character.length === 2 ? fourBytes(FIRST_LONG + character.codePointAt(0)! - 0x10000) : null,
    );
  };
  let encode: ((text: string) => Buffer) | null = null;
  return {
    name,
    unitBytes: 1,
    isOneByte: false,
    lineEnd: lineFeed,
    decode: (bytes) => {
      if (isAscii(bytes)) return E.right(bytes.toString('latin1'));
      const text = decoded(decoder, bytes);
      return text === null ? E.left({ column: 1, detail: `The line is not ${name}` }) : E.right(text);
    },
    encode: (text) => {
      encode ??= makeEncoder();
      return encode(text);
    },
  };
};

/** Returns the encoding of a label; Left with a sentence for people if there is none. */
export const encodingOf = (label: string): E.Either<string, Encoding> => {
  const page = /^(?:ibm|cp|ebcdic-cp-)-?(\d{3,4})$/i.exec(label)?.[1]?.padStart(3, '0');
  const digits = page?.replace(/^0(?=\d{3})/, '') ?? '';
  const found = ebcdic(digits) ?? dos(digits);
  if (found !== null) return E.right(found);
  const pages = [DIFFERENCES, WITH_EURO, DOS_PAGES]
    .flatMap(Object.keys)
    .map((one) => `ibm${one}`)
    .join(', ');
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return E.left(
      `${label} is no encoding that is known: a label of WHATWG, such as utf-8 or windows-1252, or ${pages}.`,
    );
  }
  const name = decoder.encoding;
  if (name === 'utf-8') return E.right(UTF8);
  if (name === 'utf-16le' || name === 'utf-16be') return E.right(utf16(name));
  if (DOUBLE_BYTE.includes(name)) return E.right(doubleByte(name, decoder));
  const isOneByte = /^(?:ibm866|iso-8859-|koi8-|macintosh|windows-|x-mac-)/.test(name);
  if (!isOneByte) return E.left(`Files in ${name} are not read. Convert the file to UTF-8.`);
  const codeOf = (byte: number): number => decoded(decoder, Uint8Array.of(byte))?.charCodeAt(0) ?? NO_CHARACTER;
  const codes = Uint16Array.from({ length: 256 }, (_, byte) => codeOf(byte));
  return E.right(singleByte(name, codes, false));
};
