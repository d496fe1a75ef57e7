import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const INSTALL_WITHIN_MS = 180_000;

/** Installs Debian packages; the services that come with them are not started. @returns false if that cannot be done. */
export const installPackages = async (names: ReadonlyArray<string>): Promise<boolean> => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const run = promisify(execFile);
  // Another test may install others.
  const waiting = ['-o', 'DPkg::Lock::Timeout=120'];
  const install = () =>
    run('apt-get', ['install', '--yes', '--no-install-recommends', ...waiting, ...names], {
      env,
      timeout: INSTALL_WITHIN_MS,
    });
  try {
    // The list of packages may be older than what the archive holds.
    await install().catch(async () => {
      await run('apt-get', ['update'], { env, timeout: INSTALL_WITHIN_MS });
      await install();
    });
    return true;
  } catch {
    return false;
  }
};
