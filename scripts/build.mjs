// Builds what is published, domain, contract and client, as tarballs into `dist/`, or with `--out DIR` elsewhere. Nothing
// is written beside them but a temporary folder.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compile } from './build/compile.mjs';
import { writeManifest } from './build/manifest.mjs';
import { pack } from './build/pack.mjs';
import { outsideDependencies, PUBLISHED } from './build/packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const out = resolve(values.out);
const work = mkdtempSync(join(tmpdir(), 'carryover-build-'));
const ours = join(work, 'node_modules/@carryover');

// The other packages that the packages import, in the folder that their compilation searches.
for (const name of outsideDependencies(root)) {
  mkdirSync(dirname(join(work, 'node_modules', name)), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), join(work, 'node_modules', name), 'junction');
}

try {
  for (const published of PUBLISHED) {
    const destination = join(ours, published.folder);
    compile({ root, work, ...published, output: join(destination, 'dist') });
    writeManifest({ root, ...published, destination });
  }
  const tarballs = pack(
    PUBLISHED.map(({ folder }) => join(ours, folder)),
    out,
  );
  for (const { name, version, filename, size, unpackedSize, entryCount } of tarballs) {
    const figures = `${(size / 1024).toFixed(1)} KiB, ${entryCount} files, ${(unpackedSize / 1024).toFixed(1)} KiB unpacked`;
    process.stdout.write(`${name} ${version}: ${relative('', join(out, filename))}: ${figures}\n`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
