import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Which outside packages a part may import, beside Carryover's own packages on its row. Imports point inward; adapters
 * never see each other; only `apps/*` import adapters.
 */
const ALLOWED: Readonly<Record<string, { readonly own: ReadonlyArray<string>; readonly outside: RegExp }>> = {
  domain: { own: [], outside: /^(fp-ts\/|decimal\.js$)/ },
  application: { own: ['domain'], outside: /^fp-ts\// },
  contract: { own: ['domain'], outside: /^(fp-ts\/|io-ts$)/ },
  client: { own: [], outside: /^$/ },
  'adapters-crypto': { own: ['application', 'domain'], outside: /^(fp-ts\/|jose$|node:crypto$)/ },
  'adapters-http': { own: ['application', 'contract', 'domain'], outside: /./ },
  'adapters-persistence': { own: ['application', 'domain'], outside: /./ },
  'adapters-vendor': { own: ['application', 'domain'], outside: /./ },
  settings: { own: [], outside: /^(fp-ts\/|pg-connection-string$|node:)/ },
  'adapters-documents': { own: ['application', 'domain'], outside: /./ },
};

const importsOf = (file: string): ReadonlyArray<string> =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!);

const complaintsOf = (part: string, file: string): ReadonlyArray<string> =>
  importsOf(file).flatMap((specifier) => {
    const { own, outside } = ALLOWED[part]!;
    const isFine = specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier)).startsWith(`packages/${part}/src/`)
      : specifier.startsWith('@carryover/')
        ? own.includes(specifier.split('/')[1]!)
        : outside.test(specifier);
    return isFine ? [] : [`${file} imports ${specifier}`];
  });

describe('imports point inward', () => {
  it('knows every package', () => {
    expect(
      globSync('packages/*')
        .map((path) => path.split('/')[1])
        .toSorted(),
    ).toEqual(Object.keys(ALLOWED).toSorted());
  });

  it.each(Object.keys(ALLOWED))('%s', (part) => {
    const files = globSync(`packages/${part}/src/**/*.ts`);
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => complaintsOf(part, file))).toEqual([]);
  });

  it('sees an import that does not belong', () => {
    expect(importsOf('packages/domain/src/decimal.ts')).toEqual([
      'decimal.js',
      'fp-ts/lib/Either.js',
      './decimal-units.ts',
    ]);
  });
});
