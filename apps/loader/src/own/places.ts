/** The line of a file, by the index of the file in its load. */
export type Place = { readonly file: number; readonly line: number };

const LINES = 2 ** 32;
const BITS_PER_BLOCK = 65_536;

/** A set of lines: a bit per line, for files of any number of lines. */
export class LineSet {
  readonly #blocks = new Map<number, Uint8Array>();

  /** @returns false if the set has the line already. */
  add({ file, line }: Place): boolean {
    if (this.has({ file, line })) return false;
    const block = this.#blocks.get(this.#blockOf(file, line)) ?? new Uint8Array(BITS_PER_BLOCK / 8);
    this.#blocks.set(this.#blockOf(file, line), block);
    block[(line % BITS_PER_BLOCK) >>> 3]! |= 1 << (line & 7);
    return true;
  }

  has({ file, line }: Place): boolean {
    const block = this.#blocks.get(this.#blockOf(file, line));
    return block !== undefined && (block[(line % BITS_PER_BLOCK) >>> 3]! & (1 << (line & 7))) !== 0;
  }

  #blockOf(file: number, line: number): number {
    return file * LINES + Math.floor(line / BITS_PER_BLOCK);
  }
}

/** Lines with a number each, outside of the heap: 32 bytes per line at most. */
export class LineMap {
  #keys = new Float64Array(64);
  #values = new Float64Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  set({ file, line }: Place, value: number): void {
    if (2 * (this.#size + 1) > this.#keys.length) this.#grow();
    this.#put(file * LINES + line, value);
  }

  get({ file, line }: Place): number | undefined {
    if (this.#size === 0) return undefined;
    const at = this.#slotOf(file * LINES + line);
    return this.#keys[at] === 0 ? undefined : this.#values[at];
  }

  /** Yields the lines, in the order of the files. */
  *entries(): Generator<readonly [Place, number]> {
    for (const key of this.#keys.filter((it) => it !== 0).sort()) {
      const place = { file: Math.floor(key / LINES), line: key % LINES };
      yield [place, this.get(place)!];
    }
  }

  /** Returns where a line is, or where it would be. Line 0 is none, so that no key is 0. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    const hash = Math.imul(key % LINES, 0x9e3779b1) ^ Math.imul(Math.floor(key / LINES), 0x85ebca6b);
    let at = (hash ^ (hash >>> 15)) & mask;
    while (this.#keys[at] !== 0 && this.#keys[at] !== key) at = (at + 1) & mask;
    return at;
  }

  #put(key: number, value: number): void {
    const at = this.#slotOf(key);
    if (this.#keys[at] === 0) this.#size += 1;
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(2 * keys.length);
    this.#values = new Float64Array(2 * keys.length);
    this.#size = 0;
    keys.forEach((key, at) => {
      if (key !== 0) this.#put(key, values[at]!);
    });
  }
}
