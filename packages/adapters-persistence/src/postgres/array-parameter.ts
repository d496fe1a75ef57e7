/** What an array is of, as PostgreSQL numbers its types; jsonb begins with the number of its format. */
const TEXT = { oid: 25, prefix: null } as const;
const JSONB = { oid: 3802, prefix: 1 } as const;
type Element = typeof TEXT | typeof JSONB;

const HEADER_BYTES = 20;
/** Up to this length a loop of our own is faster than the way to the encoder and back. */
const SHORT = 64;

const FIRST_BYTES = 64 * 1024;
/** What is kept for the next array; one that needed more gives it back. */
const KEPT_BYTES = 1024 * 1024;

/** Written to from its beginning by one array after another: nothing waits in between. */
let bytes = Buffer.allocUnsafe(FIRST_BYTES);

const makeRoom = (used: number, needed: number): void => {
  if (used + needed <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, used + needed));
  bytes.copy(larger, 0, 0, used);
  bytes = larger;
};

/** Writes a text at a place that has room for it. @returns where it ends. */
const writeText = (text: string, start: number): number => {
  if (text.length > SHORT) return start + bytes.write(text, start, 'utf8');
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return start + bytes.write(text, start, 'utf8');
    bytes[start + at] = code;
  }
  return start + text.length;
};

const writeElement = (text: string | null, start: number, { prefix }: Element): number => {
  if (text === null) {
    makeRoom(start, 4);
    return bytes.writeInt32BE(-1, start);
  }
  makeRoom(start, 5 + 3 * text.length);
  const from = prefix === null ? start + 4 : bytes.writeUInt8(prefix, start + 4);
  const end = writeText(text, from);
  bytes.writeInt32BE(end - start - 4, start);
  return end;
};

const encode = (texts: ReadonlyArray<string | null>, element: Element): Buffer => {
  const isEmpty = texts.length === 0;
  bytes.writeInt32BE(isEmpty ? 0 : 1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(element.oid, 8);
  bytes.writeInt32BE(texts.length, 12);
  bytes.writeInt32BE(1, 16);
  let end = isEmpty ? 12 : HEADER_BYTES;
  for (const text of texts) end = writeElement(text, end, element);
  const encoded = Buffer.from(bytes.subarray(0, end));
  if (bytes.length > KEPT_BYTES) bytes = Buffer.allocUnsafe(FIRST_BYTES);
  return encoded;
};

/** Texts as a parameter of type `text[]`, in PostgreSQL's binary form: no quotes to set, none to look for at the other end. */
export const textArray = (texts: ReadonlyArray<string | null>): Buffer => encode(texts, TEXT);

/** JSON texts as a parameter of type `jsonb[]`, in the same form. */
export const jsonbArray = (texts: ReadonlyArray<string | null>): Buffer => encode(texts, JSONB);

/** Numbers, dates, times, identifiers: texts without a character that means anything in an array. */
export const plainArray = (texts: ReadonlyArray<string | null>): string =>
  `{${texts.map((text) => text ?? 'NULL').join(',')}}`;
