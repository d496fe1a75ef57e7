import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = 'packages/adapters-persistence/src/';
const files = globSync(`${ROOT}**/*.ts`).map((file) => ({
  file: file.slice(ROOT.length),
  source: readFileSync(file, 'utf8'),
}));

/** The folders and root files whose source has the import. */
const importing = (pattern: RegExp): ReadonlyArray<string> =>
  [...new Set(files.filter(({ source }) => pattern.test(source)).map(({ file }) => file.replace(/\/.*/, '')))].sort();

describe('what an administrator changes is MikroORM, everything else is SQL (ADR 16)', () => {
  it('imports MikroORM, except for the type of a connection, only there, in the schema, and to open or distribute the database', () => {
    const values = /^import (?!type \{ (EntityManager|MikroORM|EntityManager, MikroORM) \})[^;]* from '@mikro-orm/m;
    expect(importing(values)).toEqual(['admin', 'distribution.ts', 'orm.ts', 'schema']);
  });

  it('imports entities only there, and to open the database', () => {
    expect(importing(/^import [^;]* from '\.[^']*\/entities\.ts'/m)).toEqual(['admin', 'orm.ts']);
  });

  it('has all entities in one file', () => {
    const defining = files.filter(({ source }) => source.includes('defineEntity('));
    expect(defining.map(({ file }) => basename(file))).toEqual(['entities.ts']);
  });
});
