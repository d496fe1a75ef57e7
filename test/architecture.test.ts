import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The outside packages that a part may import, in addition to the Carryover packages in its row. Imports point inward; only
 * `apps/*`, `operations` and `evidence` import adapters, but for the types of queries (ADR 1).
 */
const ALLOWED: Readonly<Record<string, { readonly own: ReadonlyArray<string>; readonly outside: RegExp }>> = {
  domain: { own: [], outside: /^(fp-ts\/|decimal\.js$)/ },
  application: { own: ['domain'], outside: /^fp-ts\// },
  contract: { own: ['domain'], outside: /^(fp-ts\/|io-ts$)/ },
  client: { own: [], outside: /^$/ },
  'adapters-crypto': { own: ['application', 'domain'], outside: /^(fp-ts\/|jose$|lru-cache$|node:crypto$)/ },
  'adapters-http': { own: ['application', 'contract', 'domain', 'styles'], outside: /./ },
  'adapters-persistence': { own: ['application', 'domain', 'settings'], outside: /./ },
  'adapters-webhook': { own: ['application', 'domain', 'settings'], outside: /./ },
  'adapters-mail': { own: ['application', 'settings'], outside: /^nodemailer$/ },
  'adapters-vendor': { own: ['application', 'domain'], outside: /./ },
  files: { own: ['contract'], outside: /^(fp-ts\/|node:|saxes$|yaml$|yauzl$)/ },
  terminal: { own: [], outside: /^(@bomb\.sh\/tab\/|commander$|string-width$|node:)/ },
  report: { own: ['domain', 'styles', 'terminal'], outside: /^(eta$|node:|string-width$)/ },
  styles: { own: [], outside: /^node:/ },
  'embedded-postgres': { own: ['settings'], outside: /^(pg$|node:)/ },
  settings: { own: [], outside: /^(fp-ts\/|io-ts$|pg-connection-string$|node:)/ },
  // What a client verifies without the operator's code: of the adapters, only the keys.
  evidence: {
    own: ['adapters-crypto', 'domain', 'files', 'report', 'settings', 'terminal'],
    outside: /^(asn1js$|commander$|fp-ts\/|io-ts$|node:|pkijs$|yauzl$)/,
  },
  // What the operator's command and the console do with the service's data: composed of adapters, as a program is.
  operations: {
    own: [
      'adapters-crypto',
      'adapters-documents',
      'adapters-http',
      'adapters-persistence',
      'adapters-webhook',
      'application',
      'contract',
      'domain',
      'embedded-postgres',
      'evidence',
      'files',
      'report',
      'settings',
      'terminal',
    ],
    outside: /./,
  },
  'adapters-documents': { own: ['application', 'domain', 'settings'], outside: /./ },
};

/** The types of queries, which the responses of a read are made of. */
const QUERY_TYPES = /^import type [^;]*?from '@carryover\/adapters-persistence\/queries\/[^']+';/gm;
const READS_QUERIES: ReadonlySet<string> = new Set(['adapters-http']);

const importsIn = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/^(?:import|export)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm)].map(
    (match) => (match[1] ?? match[2] ?? match[3])!,
  );

/** The imports of a file of a part that the part may not have. */
const strayImports = (part: string, file: string, source: string): ReadonlyArray<string> =>
  importsIn(READS_QUERIES.has(part) ? source.replaceAll(QUERY_TYPES, '') : source).filter((specifier) => {
    const { own, outside } = ALLOWED[part]!;
    if (specifier.startsWith('.'))
      return !normalize(join(dirname(file), specifier)).startsWith(`packages/${part}/src/`);
    if (specifier.startsWith('@carryover/')) return !own.includes(specifier.split('/')[1]!);
    return !outside.test(specifier);
  });

describe('imports point inward', () => {
  it('knows every package', () => {
    expect(
      globSync('packages/*/package.json')
        .map((path) => path.split('/')[1])
        .toSorted(),
    ).toEqual(Object.keys(ALLOWED).toSorted());
  });

  it.each(Object.keys(ALLOWED))('%s', (part) => {
    const files = globSync(`packages/${part}/src/**/*.ts`);
    expect(files.length).toBeGreaterThan(0);
    const stray = files.map((file) => [file, strayImports(part, file, readFileSync(file, 'utf8'))] as const);
    expect(stray.filter(([, imports]) => imports.length > 0)).toEqual([]);
  });

  const apps = globSync('apps/*').map((path) => path.split('/')[1]!);
  it.each(apps)('the app %s imports no other', (app) => {
    const files = globSync(`apps/${app}/{src,bin}/**/*.{ts,mjs}`);
    expect(files.length).toBeGreaterThan(0);
    const stray = files.flatMap((file) =>
      importsIn(readFileSync(file, 'utf8'))
        .filter((specifier) =>
          specifier.startsWith('.')
            ? !normalize(join(dirname(file), specifier)).startsWith(`apps/${app}/`)
            : apps.some((other) => other !== app && specifier.startsWith(`@carryover/${other}/`)),
        )
        .map((specifier) => [file, specifier]),
    );
    expect(stray).toEqual([]);
  });

  it.each([
    ['another package', "import pg from 'pg';", ['pg']],
    [
      'an outer part',
      "import {\n  type A,\n} from '@carryover/application/ports/clock';",
      ['@carryover/application/ports/clock'],
    ],
    ['a file of another part', "export * from '../../contract/src/limits.ts';", ['../../contract/src/limits.ts']],
    ['an import for its effect', "import 'reflect-metadata';", ['reflect-metadata']],
    ['an import at run time', "const fs = await import('node:fs');", ['node:fs']],
    ['what it may import', "import { Decimal } from 'decimal.js';\nimport { text } from './text.ts';", []],
  ])('finds in a file of the domain %s', (_, source, stray) => {
    expect(strayImports('domain', 'packages/domain/src/note.ts', source)).toEqual(stray);
  });

  const ACCOUNT = '@carryover/adapters-persistence/queries/account';
  it.each([
    ['the types of a query', `import type { Account } from '${ACCOUNT}';\nimport type * as t from 'io-ts';`, []],
    ['a query', `import type * as t from 'io-ts';\nimport { readAccount } from '${ACCOUNT}';`, [ACCOUNT]],
    ['a query among types', `import { type Account, readAccount } from '${ACCOUNT}';`, [ACCOUNT]],
    [
      'a type of an adapter that is not of a query',
      "import type { Pool } from '@carryover/adapters-persistence/orm';",
      ['@carryover/adapters-persistence/orm'],
    ],
  ])('of the HTTP adapter: %s', (_, source, stray) => {
    expect(strayImports('adapters-http', 'packages/adapters-http/src/server.ts', source)).toEqual(stray);
  });

  it('no type of a query reaches use cases', () => {
    const source = `import type { Account } from '${ACCOUNT}';`;
    expect(strayImports('application', 'packages/application/src/clock.ts', source)).toEqual([ACCOUNT]);
  });
});

describe('no file imports itself through others', () => {
  const files = new Set(globSync('{apps,packages}/*/src/**/*.ts'));
  const targetOf = (file: string, specifier: string): ReadonlyArray<string> => {
    const [, name, path] = /^@carryover\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
    const targets = specifier.startsWith('.')
      ? [normalize(join(dirname(file), specifier))]
      : [`packages/${name}/src/${path}.ts`, `apps/${name}/src/${path}.ts`];
    return targets.filter((target) => files.has(target));
  };

  it('in any app or package', () => {
    const left = new Map(
      [...files].map((file) => [
        file,
        new Set(importsIn(readFileSync(file, 'utf8')).flatMap((specifier) => targetOf(file, specifier))),
      ]),
    );
    // Takes away files that import none of the files left, until only files on circles, or that lead to one, are left.
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const [file, imported] of left) if (![...imported].some((one) => left.has(one))) left.delete(file);
    }
    expect([...left.keys()]).toEqual([]);
  });
});
