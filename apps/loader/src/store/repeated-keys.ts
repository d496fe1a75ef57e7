import { openUnnamedFile, type UnnamedFile } from '@carryover/files/unnamed-file';

/** Numbers are kept in so many parts, each of which is sorted in memory. */
const PARTS = 256;
const PART_NUMBERS = 1_024;
/** The bits of a number that tell the account, and those that tell the key: together those of an exact integer. */
const ACCOUNT_BITS = 20;
const KEY_FACTOR = 2 ** 33;

/** Two numbers of 32 bits that a text makes, in 0.1 µs. SHA-1 of Node.js took 0.9, twice per item, of the 36 µs of a load. */
const hashOf = (text: string): readonly [number, number] => {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return [one >>> 0, other >>> 0];
};

const accountOf = (account: string): number => hashOf(account)[0] >>> (32 - ACCOUNT_BITS);

/**
 * Tells which accounts may have a key more than once, from eight bytes on disk for each key. An account that has none twice is
 * named seldom, one that has is named always.
 */
export class RepeatedKeys {
  #file: UnnamedFile | null = null;
  readonly #parts = Array.from({ length: PARTS }, () => ({ numbers: [] as number[], written: [] as number[] }));

  /** @throws WriteFailed */
  add(account: string, key: string): void {
    const [low, high] = hashOf(key);
    const part = this.#parts[high % PARTS]!;
    part.numbers.push(accountOf(account) * KEY_FACTOR + (high >>> 31) * 2 ** 32 + low);
    if (part.numbers.length < PART_NUMBERS) return;
    this.#file ??= openUnnamedFile();
    part.written.push(this.#file.size());
    this.#file.append(new Uint8Array(Float64Array.from(part.numbers).buffer));
    part.numbers = [];
  }

  /** Returns what says if an account may have a key more than once; null if none has. */
  accounts(): ((account: string) => boolean) | null {
    const found = new Uint8Array(2 ** ACCOUNT_BITS);
    let isAny = false;
    for (const { numbers, written } of this.#parts) {
      const all = new Float64Array(written.length * PART_NUMBERS + numbers.length);
      for (const [at, position] of written.entries())
        this.#file!.read(new Uint8Array(all.buffer, at * PART_NUMBERS * 8, PART_NUMBERS * 8), position);
      all.set(numbers, written.length * PART_NUMBERS);
      all.sort();
      for (let at = 1; at < all.length; at += 1)
        if (all[at] === all[at - 1]) {
          found[Math.floor(all[at]! / KEY_FACTOR)] = 1;
          isAny = true;
        }
    }
    return isAny ? (account) => found[accountOf(account)] === 1 : null;
  }

  /** The bytes on disk. */
  bytes(): number {
    return this.#file?.size() ?? 0;
  }

  close(): void {
    this.#file?.close();
  }
}
