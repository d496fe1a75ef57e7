import { isAscii, isUtf8 } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import { type Encoding, encodingOf, UTF8 } from '../source/encoding.ts';
import type { Doubts } from './guess-values.ts';

const of = (label: string): Encoding => {
  const found = encodingOf(label);
  return E.isRight(found) ? found.right : UTF8;
};

const SIGNS = '°§€£«»“”„’–\u00a0';
const WESTERN = new Set(`${SIGNS}ªº¿¡äöüßÄÖÜéèêëàâçñáíóúôîïûùÉÈÊÀÂÇÑÁÍÓÚåøÅØãõ`);
const CENTRAL = new Set(`${SIGNS}ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽäöüßÄÖÜőűŐŰ`);
/** Encodings of one byte a character, the most frequent first, with the characters that their languages have. */
const ONE_BYTE: ReadonlyArray<readonly [label: string, characters: ReadonlySet<string>]> = [
  ['windows-1252', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['ibm850', WESTERN],
  ['ibm852', CENTRAL],
];

/** Returns true if a language has the last character of a text, and where it is: a capital is not behind a small letter. */
const isLikely = (text: string, characters: ReadonlySet<string>): boolean =>
  characters.has(text.at(-1)!) && !/^\p{Ll}\p{Lu}$/u.test(text);

const MOST_SEEN = 10_000;

/** Returns the encoding in which bytes have most characters that languages have. */
const likeliest = (start: Buffer): Encoding => {
  // Only the bytes beyond ASCII, each with that before it, tell encodings apart.
  const seen: Buffer[] = [];
  for (let at = 0; at < start.length && seen.length < MOST_SEEN; at += 1)
    if (start[at]! >= 0x80) seen.push(start.subarray(Math.max(0, at - 1), at + 1));
  const scored = ONE_BYTE.map(([label, characters]) => {
    const encoding = of(label);
    const score = seen.filter((bytes) => {
      const text = encoding.decode(bytes);
      return E.isRight(text) && isLikely(text.right, characters);
    }).length;
    return { encoding, score };
  });
  return scored.toSorted((one, other) => other.score - one.score)[0]!.encoding;
};

/** Returns the encoding of a file's first bytes. */
export const guessEncoding = (
  { bytes: start, isWhole }: { readonly bytes: Buffer; readonly isWhole: boolean },
  doubts: Doubts,
): Encoding => {
  if (start[0] === 0xff && start[1] === 0xfe) return of('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return of('utf-16be');
  if (start.length > 3 && start[1] === 0 && start[3] === 0) return of('utf-16le');
  if (start.length > 3 && start[0] === 0 && start[2] === 0) return of('utf-16be');
  const readable = [0, 1, 2, 3]
    .map((cut) => start.subarray(0, Math.max(0, start.length - cut)))
    .find((some) => isUtf8(some));
  // A character may be cut off at the end. At that of a whole file, it is one of UTF-8 only if others are.
  if (readable !== undefined && (!isWhole || readable.length === start.length || !isAscii(readable))) return UTF8;
  const digits = start.filter((byte) => byte >= 0xf0 && byte <= 0xf9).length;
  if (digits > start.length / 10 && !start.includes(0x20)) {
    doubts.push('The file looks like EBCDIC. Which code page it is shows only in letters such as Ä, { and €.');
    return of('ibm1141');
  }
  const encoding = likeliest(start);
  doubts.push(`The file is not UTF-8. ${encoding.name} is a guess: compare a name with an umlaut or an accent.`);
  return encoding;
};
