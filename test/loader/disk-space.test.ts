import { makeDiskSpace } from '@carryover/loader/store/disk-space';
import { describe, expect, it } from 'vitest';
import { aFile } from '../support/a-file.ts';

const MEGABYTE = 1_000_000;
/** 20 MB of which so many were read. */
const spaceFor = (read: number, free: number) => {
  const space = makeDiskSpace([aFile('rows.csv', 'x'.repeat(20 * MEGABYTE))], () => free);
  space.add({ bytesRead: () => read });
  return space;
};

describe('the space for temporary files', () => {
  it('is judged before anything is read, if it cannot be enough', () => {
    expect(() => spaceFor(0, 0.9 * MEGABYTE)).toThrow('Files of 20 MB need at least 1 MB, and the disk has 1 MB free.');
    spaceFor(0, 1.1 * MEGABYTE);
  });

  it('is judged by what was read', () => {
    spaceFor(5 * MEGABYTE, 100 * MEGABYTE).check(40 * MEGABYTE);
    expect(() => spaceFor(5 * MEGABYTE, 90 * MEGABYTE).check(40 * MEGABYTE)).toThrow(
      'The first 25 % of the files take 40 MB, so that the rest needs 120 MB, and the disk has 90 MB free.',
    );
    // Too little of the files, and of their size, is known.
    spaceFor(0.1 * MEGABYTE, 2 * MEGABYTE).check(40 * MEGABYTE);
    const ofPipe = makeDiskSpace(['-'], () => 0);
    ofPipe.add({ bytesRead: () => 1 });
    ofPipe.check(40 * MEGABYTE);
  });
});
