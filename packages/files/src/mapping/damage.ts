import { complain } from '@carryover/contract/issue';
import type { Line } from '../source/lines.ts';

/** Characters that a text of an export does not have: it is damaged, or in another encoding, or files were joined. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const DAMAGE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufeff\ufffd]/;

const CHARACTERS: Readonly<Record<string, string>> = {
  '\u0000': 'A NUL character is',
  '\ufeff': 'A byte order mark is in the middle of the file, as if files were joined,',
  '\ufffd': 'A replacement character (U+FFFD) is in the file: it was damaged before,',
};

/** Returns a line with the fault that its characters show. */
export const withFault = (line: Line): Line => {
  if (line.fault !== null) return line;
  const at = line.text.search(DAMAGE);
  if (at === -1) return line;
  const character = line.text[at]!;
  const name =
    CHARACTERS[character] ??
    `The control character U+${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()} is`;
  return { ...line, fault: { ...complain('parse_error', `${name} at column ${at + 1}.`), stopsReading: false } };
};
