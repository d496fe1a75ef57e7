// Writes the Python client as a wheel: a Zip file of its modules and of what pip reads (PyPA's binary distribution format 1.0).
import { createHash } from 'node:crypto';
import { createWriteStream, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = join(root, 'packages/client-python');

/** The same bytes at any time: a Zip file begins in 1980. */
const MTIME = new Date(Date.UTC(1980, 0, 1));

const metadata = (version) => `Metadata-Version: 2.1
Name: carryover-client
Version: ${version}
Summary: A client of the Carryover account data-import interface
License: Apache-2.0
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${readFileSync(join(place, 'README.md'), 'utf8')}`;

const WHEEL = `Wheel-Version: 1.0
Generator: carryover
Root-Is-Purelib: true
Tag: py3-none-any
`;

/** Writes the wheel of the current version to a folder. @returns its file. */
export const writeWheel = async (folder) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const info = `carryover_client-${version}.dist-info`;
  const files = [
    ...globSync('carryover_client/{*.py,py.typed}', { cwd: place })
      .toSorted()
      .map((name) => [name, readFileSync(join(place, name))]),
    [`${info}/METADATA`, Buffer.from(metadata(version))],
    [`${info}/WHEEL`, Buffer.from(WHEEL)],
    [`${info}/LICENSE`, readFileSync(join(root, 'LICENSE'))],
  ];
  const hashed = files.map(([name, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${name},sha256=${hash},${content.length}\n`;
  });
  const record = `${info}/RECORD`;
  const zip = new ZipFile();
  for (const [name, content] of [...files, [record, Buffer.from(`${hashed.join('')}${record},,\n`)]])
    zip.addBuffer(content, name, { mtime: MTIME, mode: 0o100644 });
  zip.end();
  const file = join(folder, `carryover_client-${version}-py3-none-any.whl`);
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
};
