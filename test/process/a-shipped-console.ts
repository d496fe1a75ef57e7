import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { aFolder } from '../support/a-file.ts';
import { processOf, type SandboxMount, writeSandbox } from '../support/a-sandbox.ts';

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const lastOf = (instruction: string): string =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].at(-1)![1]!;
const USER = lastOf('USER');
/** The variables of the image. */
export const IMAGE_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  lastOf('ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
);

/** What a deployment mounts in its console. */
export type ShippedMounts = () => ReadonlyArray<SandboxMount>;

/** A new folder of an engine: whom it belongs to, and who may write to it. */
const aVolume = ({ owner = 0, group = 0, mode = 0o755 }): { readonly folder: string } => {
  const folder = aFolder();
  chmodSync(folder, mode);
  chownSync(folder, owner, group);
  return { folder };
};

/** Folders that the image has for its user: a new volume gets their owner. */
const ownFolders = [...dockerfile.matchAll(/^COPY --from=build --chown=(\d+):\d+ \S+ (\S+)$/gm)].map(
  ([, owner, path]) => ({ owner: Number(owner), path }),
);

export const mountsOfCompose: ShippedMounts = () => {
  const { tmpfs, volumes } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }).services.console;
  const inMemory = tmpfs.map((path: string) => ({ path, from: 'memory' }));
  const mounted = volumes.map((volume: string) => {
    const [, path = ''] = volume.split(':');
    return { path, from: aVolume(ownFolders.find((own) => own.path === path) ?? {}) };
  });
  return [...inMemory, ...mounted];
};

export const mountsOfKubernetes: ShippedMounts = () => {
  const manifests = parseAllDocuments(readFileSync('deploy/kubernetes/base/console.yaml', 'utf8'));
  const { spec } = manifests.map((one) => one.toJS()).find(({ kind }) => kind === 'Deployment').spec.template;
  const folderOf = (volume: any) => {
    if (volume.emptyDir !== undefined) return aVolume({ mode: 0o777 });
    // A new volume belongs to root. `fsGroup` gives it to a group, which may write to it.
    return volume.persistentVolumeClaim === undefined || spec.securityContext.fsGroup === undefined
      ? aVolume({})
      : aVolume({ group: spec.securityContext.fsGroup, mode: 0o2775 });
  };
  return spec.containers[0].volumeMounts.map(({ name, mountPath }: { name: string; mountPath: string }) => ({
    path: mountPath,
    from: folderOf(spec.volumes.find((volume: any) => volume.name === name)),
  }));
};

/** The root of the image: this tree at /app, and what it needs of this machine, in memory. */
const fill = (root: string, paths: ReadonlyArray<string>): string => `
  mount -t tmpfs tmpfs "${root}"
  cd "${root}"
  mkdir -p proc dev usr etc app ${[lastOf('WORKDIR'), ...paths].map((path) => `".${path}"`).join(' ')}
  for link in bin lib lib64; do ln -s "usr/$link" "$link"; done
  for name in passwd group hosts resolv.conf nsswitch.conf; do cp "/etc/$name" etc; done
  mount --bind /usr usr
  mount -o remount,bind,ro usr
  mount --bind "${resolve('.')}" app
  mount -o remount,bind,ro app`;

/** Writes a script that runs a program of this tree as the image does, with these mounts. */
export const shippedProgram = (mounts: ReadonlyArray<SandboxMount>): Promise<string> => {
  const folder = aFolder();
  const root = join(folder, 'root');
  mkdirSync(root);
  const paths = mounts.map(({ path }) => path);
  const sandbox = { root, prepare: fill(root, paths), mounts, user: USER, workingDirectory: lastOf('WORKDIR') };
  const node = '/app/node_modules/.bin/node';
  return writeSandbox(join(folder, 'run'), sandbox, [node, '/app/deploy/run.mjs']);
};

export type Ended = { readonly code: number | null; readonly output: string };
type ShippedConsole =
  | { readonly kind: 'started'; readonly link: string; readonly stop: () => Promise<void> }
  | ({ readonly kind: 'ended' } & Ended);

/** Starts a script of {@link shippedProgram}. */
const start = (program: string, args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) => {
  const env = { PATH: process.env.PATH!, ...IMAGE_ENVIRONMENT, ...environment };
  const child = spawn(program, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close').then(([code]) => code as number | null);
  return { child, closed };
};

/** Runs a command to its end. */
export const runShipped = async (
  program: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> => {
  const { child, closed } = start(program, args, environment);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { code: await closed, output };
};

/** Starts the console, until it prints its link or ends. */
export const startShippedConsole = async (
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<ShippedConsole> => {
  const { child, closed } = start(program, ['console'], environment);
  let output = '';
  const link = new Promise<string>((found) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        const [, url] = /^Console: (\S+)$/m.exec(output) ?? [];
        if (url !== undefined) found(url);
      });
  });
  const ended = closed.then((code) => ({ kind: 'ended' as const, code, output }));
  const started = link.then((url) => ({
    kind: 'started' as const,
    link: url,
    stop: async () => {
      process.kill(await processOf(child.pid!), 'SIGTERM');
      await closed;
    },
  }));
  return Promise.race([started, ended]);
};
