import fc from 'fast-check';

const KINDS = ['flip', 'cut', 'remove', 'insert', 'double', 'copy'] as const;

/** A change of bytes independent of their meaning; `at` and `from` are positions as fractions of the whole. */
export type ByteMutation = {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly from: number;
  readonly length: number;
  readonly byte: number;
};

const part = fc.nat(9_999).map((of) => of / 10_000);

export const byteMutations: fc.Arbitrary<ByteMutation> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: part,
  from: part,
  length: fc.integer({ min: 1, max: 64 }),
  byte: fc.nat(255),
});

export const mutateBytes = (bytes: Uint8Array, { kind, at: where, from, length, byte }: ByteMutation): Uint8Array => {
  const at = Math.floor(bytes.length * where);
  const start = Math.floor(bytes.length * from);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (kind) {
    case 'flip':
      return Buffer.concat([
        before,
        after.length === 0 ? after : Buffer.of(after[0]! ^ (byte || 1)),
        after.subarray(1),
      ]);
    case 'cut':
      return before;
    case 'remove':
      return Buffer.concat([before, after.subarray(length)]);
    case 'insert':
      return Buffer.concat([before, Buffer.alloc(length, byte), after]);
    case 'double':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'copy':
      return Buffer.concat([before, bytes.subarray(start, start + length), after]);
  }
};
