import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '@carryover/settings/make-folders';
import { expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';

it('makes a folder and those above it, and says if it was there', () => {
  const at = aFolder();
  const folder = join(at, 'a', 'b', 'c');
  expect([makeFolders(folder, 0o700), makeFolders(folder), makeFolders(`${folder}/`)]).toEqual([true, false, false]);
  expect(statSync(join(at, 'a')).mode & 0o777).toBe(0o700);
});

it('ends where no folder can be made', () => {
  const file = join(aFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolders(file)).toThrow('EEXIST');
  expect(() => makeFolders(join(file, 'a', 'b'))).toThrow('ENOTDIR');
  for (const folder of ['/proc/nope', '/proc/nope/a/b'])
    expect(() => makeFolders(folder)).toThrow("mkdir '/proc/nope'");
});
