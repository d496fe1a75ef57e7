import { beginning, excerpts } from '@carryover/report/excerpt';
import { describe, expect, it } from 'vitest';

describe('long texts', () => {
  it('are cut at their end', () => {
    expect([beginning('123456', 6), beginning('1234567', 6)]).toEqual(['123456', '123456…']);
  });

  it('are cut around the place where they part', () => {
    const [a, b] = [`${'x'.repeat(100)}142${'z'.repeat(100)}`, `${'x'.repeat(100)}144${'z'.repeat(100)}`];
    expect(excerpts(a, b, 12)).toEqual(['…xx142zzzzzzz…', '…xx144zzzzzzz…']);
  });

  it('are whole where both are short', () => {
    expect(excerpts('71.00', '72.00', 5)).toEqual(['71.00', '72.00']);
  });

  it('may be one the beginning of the other', () => {
    expect(excerpts('abc', 'abcdefghi', 6)).toEqual(['…bc', '…bcdefg…']);
  });

  it('are never cut inside a character', () => {
    expect([beginning('a🙂b', 2), ...excerpts('🙂🙂🙂a', '🙂🙂🙂b', 6)].every((text) => text.isWellFormed())).toBe(
      true,
    );
  });
});
