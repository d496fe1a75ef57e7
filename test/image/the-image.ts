import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeBaseImages, NPM_CACHE } from './base-images.ts';
import { buildahIn } from './buildah.ts';

/** The image's configuration, as far as the tests read it. */
type ImageConfig = {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: ReadonlyArray<string>;
  readonly Entrypoint: ReadonlyArray<string>;
  readonly Cmd: ReadonlyArray<string>;
  readonly Healthcheck: { readonly Test: ReadonlyArray<string> };
  readonly Labels: Readonly<Record<string, string>>;
};

export type Image = {
  /** The folder of its root file system. */
  readonly root: string;
  readonly config: ImageConfig;
  readonly remove: () => Promise<void>;
};

const VERSION: string = JSON.parse(await readFile('package.json', 'utf8')).version;
const IMAGE = `localhost/carryover:${VERSION}`;

/** Builds the image of deploy/Dockerfile. What npm downloads is kept in this machine's own cache. */
export const buildImage = async (): Promise<Image> => {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-image-'));
  const buildah = buildahIn(folder);
  const { build, runtime } = await makeBaseImages(buildah, folder);
  const { stdout: cache } = await promisify(execFile)('npm', ['config', 'get', 'cache']);
  const values = { BUILD_IMAGE: build, RUNTIME_IMAGE: runtime, VERSION, REVISION: 'none' };
  const given = Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const here = ['--isolation', 'chroot', '--network', 'host', '--pull=never', '--format', 'docker'];
  const shared = ['--volume', `${cache.trim()}:${NPM_CACHE}`];
  await buildah('build', '--quiet', ...here, ...shared, ...given, '--tag', IMAGE, '--file', 'deploy/Dockerfile', '.');
  const container = await buildah('from', '--pull-never', IMAGE);
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE));
  return {
    root: await buildah('mount', container),
    config: Docker.config,
    remove: async () => {
      await buildah('umount', container);
      await buildah('rm', container);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
