import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/**
 * The bytes that this process still refers to. Buffers are released after the collection that finds them, and what they
 * kept alive in the next one.
 */
export const retainedBytes = async (): Promise<number> => {
  for (let collection = 0; collection < 3; collection += 1) {
    collectGarbage();
    await sleep(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
