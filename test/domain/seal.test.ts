import { createHash } from 'node:crypto';
import { chained, chainFault, NODE_POSITIONS, type Seal, type SealChain } from '@carryover/domain/seal';
import { describe, expect, it } from 'vitest';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const NOT_CONTINUED = 'it does not begin where the seal before ends';
const NOT_ENDED = 'it does not end where it can';

/** Returns the faults of seals of these positions, one after the other. */
const faultsOf = (...ranges: ReadonlyArray<readonly [from: number, to: number]>): ReadonlyArray<string | null> => {
  let chain: SealChain | null = null;
  return ranges.map(([from, to], index) => {
    const seal: Seal = {
      number: index + 1,
      previous: chain?.hash ?? null,
      root: '',
      size: 0,
      from,
      to,
      signature: null,
    };
    const fault = chainFault(chain, seal);
    chain = chained(sha256, chain, seal);
    return fault;
  });
};

describe('a seal', () => {
  it('begins where the one before of its node ends', () => {
    const second = NODE_POSITIONS;
    expect(faultsOf([0, 10], [second, second + 5], [10, 12], [second + 5, second + 6])).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(faultsOf([0, 10], [second + 1, second + 5])).toEqual([null, NOT_CONTINUED]);
    expect(faultsOf([0, 10], [11, 12])).toEqual([null, NOT_CONTINUED]);
    expect(faultsOf([0, 10], [9, 12])).toEqual([null, NOT_CONTINUED]);
  });

  it('is of one node, and of one position at least', () => {
    expect(faultsOf([0, 0])).toEqual([NOT_ENDED]);
    expect(faultsOf([0, NODE_POSITIONS])).toEqual([null]);
    expect(faultsOf([0, NODE_POSITIONS + 1])).toEqual([NOT_ENDED]);
  });
});
