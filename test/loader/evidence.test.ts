import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const IMPORTS = /^(?:import|export)(?! type)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm;

const sources = new Set(globSync('{apps,packages}/*/src/**/*.ts'));

const fileOf = (from: string, specifier: string): string => {
  const [, name, path] = /^@carryover\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  return [`packages/${name}/src/${path}.ts`, `apps/${name}/src/${path}.ts`].find((file) => sources.has(file)) ?? '';
};

/** Returns the files that a program can load, and the outside packages that they import. */
const loadedBy = (program: string) => {
  const files = new Set<string>();
  const outside = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, ...found] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
      const specifier = found.find((name) => name !== undefined)!;
      const target = fileOf(file, specifier);
      if (sources.has(target)) visit(target);
      else
        outside.add(
          specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/'),
        );
    }
  };
  visit(program);
  return { files: [...files], outside: [...outside] };
};

it("the loader, which verifies evidence, has none of the operator's code and no database driver", () => {
  const { files, outside } = loadedBy('apps/loader/src/main.ts');
  expect(files).toContain('packages/evidence/src/verify-pack.ts');
  const operators = /^(?:apps\/(?!loader\/)|packages\/(?:adapters-(?!crypto\/)|application\/|operations\/))/;
  expect(files.filter((file) => operators.test(file))).toEqual([]);
  expect(files.filter((file) => file.startsWith('packages/adapters-crypto/'))).toEqual([
    'packages/adapters-crypto/src/evidence-keys.ts',
  ]);
  expect(outside.filter((name) => /^(?:pg|@mikro-orm|kysely|express|inversify|@aws-sdk)\b/.test(name))).toEqual([]);
});
