import { packPayload, unpackPayload } from '@carryover/adapters-persistence/imports/import-records';
import { describe, expect, it } from 'vitest';

const aBody = (bytes: number): Buffer => Buffer.from(`{"notes":"${'ü'.repeat(bytes / 2)}"}`);

describe('a stored payload', () => {
  it.each([0, 500, 1_024, 2_000, 60_000, 200_000, 3_000_000])(
    'of about %i bytes comes back as it was sent',
    async (bytes) => {
      const body = aBody(bytes);
      expect(await unpackPayload(await packPayload(body))).toBe(body.toString());
    },
  );

  it('is smaller than what was sent, if that is long', async () => {
    expect((await packPayload(aBody(10_000))).length).toBeLessThan(1_000);
  });
});
