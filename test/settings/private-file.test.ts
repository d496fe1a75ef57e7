import { chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepPrivate, writePrivate } from '@carryover/settings/private-file';
import { expect, it } from 'vitest';

const SOMEONE = 54_321;

it('leaves the files that root writes to the owner of the folder, who can start the service then', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root writes for another user');
  const folder = await mkdtemp(join(tmpdir(), 'carryover-settings-'));
  await chown(folder, SOMEONE, SOMEONE);
  await keepPrivate(join(folder, 'secret'), () => 'kept');
  await writePrivate(join(folder, 'demo.json'), '{}');
  expect((await readdir(folder)).toSorted()).toEqual(['demo.json', 'secret']);
  for (const name of ['demo.json', 'secret']) {
    const { uid, gid, mode } = await stat(join(folder, name));
    expect([name, uid, gid, mode & 0o777]).toEqual([name, SOMEONE, SOMEONE, 0o600]);
  }
  await rm(folder, { recursive: true });
});

it('leaves nothing beside a file that it cannot write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-settings-'));
  await mkdir(join(folder, 'demo.json'));
  await expect(writePrivate(join(folder, 'demo.json'), '{}')).rejects.toThrow('EISDIR');
  expect(await readdir(folder)).toEqual(['demo.json']);
  await rm(folder, { recursive: true });
});
