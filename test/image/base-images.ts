import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Buildah } from './buildah.ts';

const run = promisify(execFile);

/** The packages of the runtime image: the same as in distroless/cc, from the same Debian. */
const RUNTIME = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6', 'netbase', 'tzdata'];
/** The commands that `RUN` needs besides Node and npm, in one program. */
const SHELL = 'busybox-static';
const SHELL_COMMANDS = ['sh', 'find', 'mkdir', 'mv', 'rm'];

/** The file of certificates of authorities, on this machine and in the images. */
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';
/** The folder at which the build has this machine's cache of npm. */
export const NPM_CACHE = '/cache';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const unpack = async (packages: ReadonlyArray<string>, folder: string, root: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await run('apt-get', ['download', '-q', ...packages], { cwd: folder });
  for (const file of await readdir(folder)) await run('dpkg-deb', ['-x', join(folder, file), root]);
};

const addCertificates = async (root: string, pem: string): Promise<void> => {
  await mkdir(dirname(join(root, CERTIFICATES)), { recursive: true });
  await writeFile(join(root, CERTIFICATES), pem);
};

const makeRuntime = async (folder: string, root: string): Promise<void> => {
  await unpack(RUNTIME, join(folder, 'runtime-packages'), root);
  const authorities = join(root, 'usr/share/ca-certificates/mozilla');
  const names = await readdir(authorities);
  await addCertificates(
    root,
    (await Promise.all(names.map((name) => readFile(join(authorities, name), 'utf8')))).join(''),
  );
  const users = 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n';
  await writeFile(join(root, 'etc/passwd'), users);
};

/** The packages of the runtime image, a shell, and the Node and npm that run this test. */
const makeBuild = async (folder: string, runtime: string, root: string): Promise<void> => {
  await cp(runtime, root, { recursive: true, verbatimSymlinks: true });
  await unpack([SHELL], join(folder, 'build-packages'), root);
  for (const name of SHELL_COMMANDS) await symlink('/bin/busybox', join(root, 'bin', name));
  await symlink('/bin/busybox', join(root, 'usr/bin/env'));
  const { stdout } = await run('sh', ['-c', 'readlink -f "$(command -v npm)"']);
  const npm = join(dirname(stdout.trim()), '..');
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await mkdir(join(root, 'usr/local/bin'), { recursive: true });
  await cp(process.execPath, join(root, 'usr/local/bin/node'));
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  await addCertificates(root, await readFile(`/${CERTIFICATES}`, 'utf8'));
};

/**
 * Makes the two images that deploy/Dockerfile starts from, out of Debian packages and this machine's npm, because a test
 * cannot rely on a registry of images. @returns their names.
 */
export const makeBaseImages = async (
  buildah: Buildah,
  folder: string,
): Promise<{ readonly build: string; readonly runtime: string }> => {
  const [runtime, build] = [join(folder, 'runtime'), join(folder, 'build')];
  await mkdir(runtime);
  await makeRuntime(folder, runtime);
  await makeBuild(folder, runtime, build);
  const make = async (name: string, environment: string) => {
    const file = join(folder, `${name}.Dockerfile`);
    await writeFile(file, `FROM scratch\nCOPY ${name} /\nENV PATH=${PATH} ${environment}\n`);
    await buildah('build', '--isolation', 'chroot', '--quiet', '--tag', `localhost/${name}`, '--file', file, folder);
    return `localhost/${name}`;
  };
  return {
    runtime: await make('runtime', 'HOME=/'),
    build: await make('build', `HOME=/root NODE_EXTRA_CA_CERTS=/${CERTIFICATES} npm_config_cache=${NPM_CACHE}`),
  };
};
