/** A character of a string takes at most so many bytes as UTF-8. */
const MOST_BYTES = 3;

/**
 * A long text, written piece by piece as the bytes that are sent: as a string it is moved to the old generation at once,
 * and copied twice more on its way to the socket.
 */
export class TextWriter {
  #bytes: Buffer;
  #end = 0;

  /** @param expected about how many bytes it will have. */
  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(expected);
  }

  write(text: string): void {
    this.#makeRoom(MOST_BYTES * text.length);
    this.#end += this.#bytes.write(text, this.#end);
  }

  /** Writes what stands in another text's bytes. */
  copy(from: Buffer, start: number, end: number): void {
    this.#makeRoom(end - start);
    this.#end += from.copy(this.#bytes, this.#end, start, end);
  }

  /** All that was written; nothing is written afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  #makeRoom(needed: number): void {
    if (this.#end + needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + needed));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
