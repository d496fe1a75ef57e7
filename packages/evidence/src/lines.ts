const LINE_BREAK = 10;
/** No line of a pack is as long: what follows is not looked at. */
const LONGEST = 33_554_432;

/** Splits bytes that come in pieces into lines. */
export const makeLines = (takeLine: (line: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  return {
    take: (chunk: Buffer): void => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(LINE_BREAK); end >= 0; end = bytes.indexOf(LINE_BREAK, start)) {
        takeLine(bytes.subarray(start, end));
        start = end + 1;
      }
      rest = bytes.length - start > LONGEST ? Buffer.alloc(0) : bytes.subarray(start);
    },
    /** Takes the last line, which may have no line break. */
    end: (): void => {
      if (rest.length > 0) takeLine(rest);
    },
  };
};
