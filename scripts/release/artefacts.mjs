import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

const SUMS = 'SHA256SUMS';

/** Writes the tarballs of the published packages, the SBOM, and their checksums to an emptied folder. */
export const buildArtefacts = (root, out) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  run(process.execPath, [join(root, 'scripts/build.mjs'), '--out', out]);
  run(process.execPath, [join(root, 'scripts/sbom.mjs')]);
  copyFileSync(join(root, 'sbom.cdx.json'), join(out, 'sbom.cdx.json'));
  const sums = readdirSync(out)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(out, SUMS), sums.join(''));
};
