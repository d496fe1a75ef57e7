// Reports exports that no other file names, and fails if there are any. Part of `npm run lint`. What the published packages
// export is for others; what a file of tests exports must have a user, too.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PUBLISHED = /^packages\/(domain|contract|client)\/src\//;
const EXPORT = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;

const files = globSync(['{packages,apps}/*/src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.mjs'], { cwd: ROOT }).filter(
  (path) => !path.includes('node_modules'),
);
const sources = new Map(files.map((path) => [path, readFileSync(`${ROOT}${path}`, 'utf8')]));
/** The files in which each word occurs. */
const users = new Map();
for (const [path, source] of sources) {
  for (const word of new Set(source.match(/\w+/g))) users.set(word, [...(users.get(word) ?? []), path]);
}

const unused = [...sources].flatMap(([path, source]) =>
  PUBLISHED.test(path)
    ? []
    : [...source.matchAll(EXPORT)]
        .filter(([, name]) => users.get(name).every((user) => user === path))
        .map(([, name]) => `${path}: ${name}`),
);
for (const one of unused) process.stderr.write(`${one} is exported, but no other file uses it.\n`);
process.exitCode = unused.length === 0 ? 0 : 1;
