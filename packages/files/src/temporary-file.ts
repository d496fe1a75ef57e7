import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Opens a file that only its owner may read. It loses its name at once, so it ends with this process, however that ends. */
export const openTemporary = (parent: string): number => {
  const folder = mkdtempSync(join(parent, 'carryover-'));
  try {
    return openSync(join(folder, 'temporary'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
