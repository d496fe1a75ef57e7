import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';

const UNIT = 'carryover@.service';
const UNITS_OF_SYSTEMD = '/usr/lib/systemd/system';
const hasSystemd = existsSync('/usr/bin/systemd-analyze') && existsSync(UNITS_OF_SYSTEMD);

/** A root file system with the unit, an installed tree and the units of systemd itself. */
const aRoot = (): string => {
  const root = aFolder();
  const units = join(root, 'etc/systemd/system');
  mkdirSync(units, { recursive: true });
  cpSync(join('deploy/systemd', UNIT), join(units, UNIT));
  cpSync(UNITS_OF_SYSTEMD, join(root, UNITS_OF_SYSTEMD), { recursive: true, verbatimSymlinks: true });
  const programs = join(root, 'opt/carryover/node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  cpSync(process.execPath, join(programs, 'node'));
  return root;
};

/** @returns what systemd-analyze printed. Rejects with it if the exit code is not 0. */
const analyze = async (...args: ReadonlyArray<string>): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)('systemd-analyze', [...args, 'carryover@service.service']);
  return stdout + stderr;
};

describe.skipIf(!hasSystemd)(`the systemd unit${hasSystemd ? '' : ': needs systemd'}`, () => {
  it('is valid', async () => {
    expect(await analyze('verify', `--root=${aRoot()}`)).toBe('');
  });

  it('has an exposure level below 3', async () => {
    const report = await analyze('security', '--offline=true', '--threshold=30', `--root=${aRoot()}`);
    expect(report).toContain('Overall exposure level');
  });
});
