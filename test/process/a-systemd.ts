import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SYSTEMD = '/usr/lib/systemd/systemd';
const run = promisify(execFile);

/** @returns why systemd cannot be started here; null if it can. */
export const whyNoSystemd = async (): Promise<string | null> => {
  if (process.getuid?.() !== 0 || !existsSync(SYSTEMD)) return 'needs root and systemd';
  return run('unshare', ['--mount', '--pid', '--cgroup', '--uts', '--ipc', '--fork', 'true']).then(
    () => null,
    () => 'needs namespaces, which are not allowed here',
  );
};

/**
 * Starts systemd as process 1 of its own, in namespaces that share only the network and the files of this machine. Its
 * configuration, its state and its run-time folder are its own; of all units, only `unit` and what it needs are started.
 */
const script = (folder: string, unit: string): string => `
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs '${folder}/layer'
mkdir '${folder}/layer/upper' '${folder}/layer/work'
mount -t overlay overlay -o 'lowerdir=/etc,upperdir=${folder}/layer/upper,workdir=${folder}/layer/work' /etc
rm -rf /etc/systemd/system/*.wants
cp -r '${folder}/etc/.' /etc
mount -t tmpfs tmpfs /var/lib
mount -t tmpfs tmpfs /opt
mkdir /opt/carryover
mount --bind '${resolve('.')}' /opt/carryover
mount -t proc proc /proc
mount --bind '${folder}/console' /dev/console
# As systemd finds it on a machine: what it mounts for a credential reaches the unit.
mount --make-rshared /
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin ${SYSTEMD} --system --unit=${unit} --log-target=console
`;

type Systemd = {
  /** Runs systemctl there. */
  readonly systemctl: (...args: ReadonlyArray<string>) => Promise<string>;
  /** Returns what the unit has written so far. */
  readonly output: () => Promise<string>;
  readonly remove: () => Promise<void>;
};

/**
 * Starts a unit of deploy/systemd with these settings, of this tree at /opt/carryover. Its dependencies on the machine's
 * boot are left out, and it writes to a file, because there is no journal; all else is as installed.
 *
 * @param settings of `systemctl edit`.
 */
export const startUnder = async (
  instance: string,
  environment: Readonly<Record<string, string>>,
  settings = '',
): Promise<Systemd> => {
  const unit = `carryover@${instance}.service`;
  const folder = await mkdtemp(join(tmpdir(), 'carryover-systemd-'));
  const units = join(folder, 'etc/systemd/system');
  await mkdir(join(units, `${unit}.d`), { recursive: true });
  await mkdir(join(folder, 'etc/carryover'));
  await mkdir(join(folder, 'layer'));
  await writeFile(join(folder, 'console'), '');
  await copyFile('deploy/systemd/carryover@.service', join(units, 'carryover@.service'));
  const here = `[Unit]\nDefaultDependencies=no\n[Service]\nStandardOutput=file:${folder}/output\nStandardError=inherit\n${settings}`;
  await writeFile(join(units, `${unit}.d/test.conf`), here);
  const lines = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(join(folder, `etc/carryover/${instance}.env`), lines.join(''), { mode: 0o600 });
  const namespaces = ['--mount', '--pid', '--cgroup', '--uts', '--ipc', '--fork', '--kill-child'];
  const child = spawn('unshare', [...namespaces, 'bash', '-euc', script(folder, unit)], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  return {
    systemctl: async (...args) => {
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      const { stdout } = await run('nsenter', ['--target', children.trim(), '--all', 'systemctl', ...args]);
      return stdout.trim();
    },
    output: () => readFile(join(folder, 'output'), 'utf8').catch(() => ''),
    remove: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
