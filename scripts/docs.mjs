// Writes the documentation that a service serves as a static site, with its search.
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from './site/build.ts';

const USAGE = `npm run docs -- [--out DIR]

Writes the pages at /docs of a service as files for any web server, with search (default: dist/docs).
DIR must be empty, or have the files of an earlier run, which are replaced.
`;
const { out, help } = parseArgs({
  options: { out: { type: 'string', default: 'dist/docs' }, help: { type: 'boolean', short: 'h' } },
}).values;

if (help) process.stdout.write(USAGE);
else
  await buildSite(resolve(out)).then(
    (files) => process.stdout.write(`${files.length} files in ${relative('', resolve(out))}\n`),
    (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    },
  );
