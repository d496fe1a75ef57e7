import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The folder of `src` that a file is in, without the folders inside that; empty for a file of `src` itself. */
const folderOf = (src: string, file: string): string => dirname(relative(src, file)).split('/')[0]!.replace('.', '');

/** The other folders that each folder of `src` imports. Files of `src` itself connect the folders, and are none. */
const importsOfFolders = (src: string): Map<string, ReadonlySet<string>> => {
  const imports = new Map<string, Set<string>>();
  for (const file of globSync(`${src}/**/*.ts`)) {
    const folder = folderOf(src, file);
    const specifiers = [...readFileSync(file, 'utf8').matchAll(/(?: from |\bimport\()'(\.[^']+)'/g)].map(
      ([, path]) => path!,
    );
    const imported = specifiers.map((path) => folderOf(src, normalize(join(dirname(file), path))));
    const others = imported.filter((other) => other !== '' && other !== folder);
    if (folder !== '') imports.set(folder, new Set([...(imports.get(folder) ?? []), ...others]));
  }
  return imports;
};

/** Takes away folders that import none of the folders left, until only folders on circles, or that lead to one, are left. */
const onCircles = (imports: Map<string, ReadonlySet<string>>): ReadonlyArray<string> => {
  for (let before = -1; before !== imports.size; ) {
    before = imports.size;
    for (const [folder, others] of imports)
      if (![...others].some((other) => imports.has(other))) imports.delete(folder);
  }
  return [...imports.keys()];
};

describe('no folder imports itself through others', () => {
  it.each([...globSync('packages/*/src'), 'apps/api/src'])('in %s', (src) => {
    expect(onCircles(importsOfFolders(src))).toEqual([]);
  });
});
