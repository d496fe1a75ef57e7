import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import rootManifest from '../../package.json' with { type: 'json' };
import { theFolder } from '../support/a-file.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

/** A ```ts block of docs/domain.md, and what it says it prints. */
type Example = { readonly name: string; readonly code: string; readonly printed: ReadonlyArray<string> };

const run = (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> =>
  new Promise((resolvePromise, reject) => {
    const env = {
      ...process.env,
      BASE_URL: service.baseUrl,
      API_KEY: service.demo.api_key,
      CARRYOVER_URL: service.baseUrl,
      CARRYOVER_API_KEY: service.demo.api_key,
    };
    const child = spawn(command, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolvePromise(stdout);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`));
    });
  });

const readExamples = async (): Promise<ReadonlyArray<Example>> => {
  const text = await readFile('docs/domain.md', 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code], index) => ({
    name: `example-${index + 1}.ts`,
    code: code!,
    printed: [...code!.matchAll(/^\/\/ → (.*)$/gm)].map((match) => match[1]!),
  }));
};

const typeCheck = async (compilerOptions: Record<string, string>): Promise<string> => {
  const root = resolve('node_modules');
  const config = {
    compilerOptions: {
      ...compilerOptions,
      target: 'es2022',
      lib: ['es2024'],
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, '@types')],
    },
    include: ['*.ts'],
  };
  const file = join(project, `tsconfig.${compilerOptions.moduleResolution}.json`);
  await writeFile(file, JSON.stringify(config));
  return run(process.execPath, [join(root, 'typescript/bin/tsc'), '-p', file], project);
};

const service = await theService({ VENDOR_SANDBOX: 'on', SEAL_INTERVAL_SECONDS: '1' });
const folder = theFolder();
const project = join(folder, 'project');
await mkdir(project);
const examples = await readExamples();
await Promise.all([
  writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}'),
  ...examples.map(({ name, code }) => writeFile(join(project, name), code)),
]);

describe('the packages', () => {
  it('are built, and installed in an empty project', async () => {
    const tarballs = join(folder, 'tarballs');
    const said = await run(process.execPath, ['scripts/build.mjs', '--out', tarballs], '.');
    const files = (await readdir(tarballs)).sort();
    const wheel = `carryover_client-${rootManifest.version}-py3-none-any.whl`;
    const packages = files.filter((file) => file !== wheel);
    expect([...packages, wheel]).toEqual([
      ...['client', 'contract', 'domain', 'loader'].map((name) => `carryover-${name}-${rootManifest.version}.tgz`),
      ...files.filter((file) => file === wheel),
    ]);
    for (const file of packages) expect(said).toMatch(new RegExp(`${file}: [\\d.]+ KiB, \\d+ files`));
    const paths = packages.filter((file) => !file.includes('loader')).map((file) => join(tarballs, file));
    await run('npm', ['install', ...paths, '--prefer-offline', '--no-package-lock', '--ignore-scripts'], project);
    const installed = (await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'));
    expect(installed.sort()).toEqual(['@carryover', 'decimal.js', 'fp-ts', 'io-ts']);
  }, 120_000);

  it('hold what they need and nothing else', async () => {
    const { engines, version } = rootManifest;
    for (const document of ['README.md', 'docs/domain.md'])
      expect(await readFile(document, 'utf8')).toContain(`Node ${engines.node.slice(2)} or later`);
    for (const name of ['client', 'contract', 'domain']) {
      const place = join(project, 'node_modules/@carryover', name);
      expect((await readdir(place)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
      const manifest = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
      expect(manifest).toMatchObject({ version, license: 'Apache-2.0', engines });
      expect(await readFile(join(place, 'README.md'), 'utf8')).toContain(`Node ${engines.node.slice(2)} or later`);
      expect(manifest).not.toHaveProperty('private');
      expect(await readFile(join(place, 'LICENSE'), 'utf8')).toBe(await readFile('LICENSE', 'utf8'));
      const files = await readdir(join(place, 'dist'), { recursive: true, withFileTypes: true });
      for (const file of files.filter((one) => one.isFile())) expect(file.name).toMatch(/\.js$|\.d\.ts$/);
    }
    const docstring = '/** A real calendar day from 1900-01-01 to 2199-12-31';
    const declarations = join(project, 'node_modules/@carryover/domain/dist/calendar-date.d.ts');
    expect(await readFile(declarations, 'utf8')).toContain(docstring);
  });

  it('do what docs/domain.md says: every example prints what it says it prints', async () => {
    expect(examples.length).toBeGreaterThan(5);
    for (const { name, printed } of examples) {
      expect(printed.length).toBeGreaterThan(0);
      const output = await run(process.execPath, [name], project);
      expect({ name, printed: output.trimEnd().split('\n') }).toEqual({ name, printed });
    }
  }, 60_000);

  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('type-check with module resolution $moduleResolution', async (options) => {
    expect(await typeCheck(options)).toBe('');
  });
});

describe('the loader as one package', () => {
  const place = join(folder, 'loader');
  const carryover = (...args: ReadonlyArray<string>) => run(join(place, 'node_modules/.bin/carryover'), args, place);

  it('is installed without the service, and brings the Node that it needs', async () => {
    await mkdir(place);
    await writeFile(join(place, 'package.json'), '{"private":true}');
    const tarball = join(folder, 'tarballs', `carryover-loader-${rootManifest.version}.tgz`);
    await run('npm', ['install', tarball, '--prefer-offline', '--no-package-lock', '--ignore-scripts'], place);
    expect(await readdir(join(place, 'node_modules/@carryover'))).toEqual(['loader']);
    const files = await readdir(join(place, 'node_modules/@carryover/loader'), { recursive: true });
    expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
    expect(files).toContain('LICENSE');
    expect((await carryover('--version')).trim()).toBe(rootManifest.version);
  }, 120_000);

  it('makes files, checks and loads them, and proves that all of them are stored', async () => {
    await carryover('sample', '--out', 'sample', '--accounts', '3');
    const accounts = ['--supplier', 'DEMO_SUPPLIER', '--file', join(place, 'sample/accounts.ndjson')];
    expect((await anOperator(service.operatorEnvironment)('account', 'import', ...accounts)).code).toBe(0);
    expect(await carryover('check', 'sample')).toContain('all valid');
    expect(await carryover('load', 'sample', '--html', 'report.html')).toContain('Everything agrees: 60 of 60 stored.');
    expect(await readFile(join(place, 'report.html'), 'utf8')).toContain('<style>');
  }, 120_000);

  it("checks the operator's evidence against the receipts of the load and an earlier pack", async () => {
    const [key, earlier, pack] = ['key', 'earlier.zip', 'pack.zip'].map((name) => join(place, name)) as [
      string,
      string,
      string,
    ];
    const operator = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: key });
    expect((await operator('evidence', 'key', 'create', '--out', key)).code).toBe(0);
    for (const file of [earlier, pack]) {
      await service.post('/v1/data-import/notes/create/', { ...service.demoAccount, notes: [{ body: file }] });
      const unsealed = async () => (await operator('seal', 'verify', '--json')).json.unsealed;
      await expect.poll(unsealed, { timeout: 20_000 }).toBe(0);
      expect((await operator('reconcile', '--supplier', 'DEMO_SUPPLIER', '--evidence', file)).code).toBe(0);
    }
    const receipts = ['--receipts', 'sample/load.journal.receipts.ndjson'];
    const verify = (file: string, seal: string) =>
      carryover('evidence', 'verify', file, '--key', `${key}.pub`, ...receipts, '--seal', seal);
    const verified = await verify(pack, earlier);
    expect(verified).toMatch(/^Sound: .* [1-9]\d* receipts found in it\.\n/);
    expect(verified).toMatch(/\d+ records? sealed after the given seal/);
    await expect(verify(earlier, pack)).rejects.toThrow('give one that was made before the pack');
  }, 120_000);
});

describe('the loader as one package, with a mapping', () => {
  const carryover = (...args: ReadonlyArray<string>) =>
    run(join(folder, 'loader/node_modules/.bin/carryover'), args, join(folder, 'loader'));
  const workbook = resolve('examples/exports/workbook/billing.xlsx');

  it('looks at an export, and makes items of it', async () => {
    expect(await carryover('map', 'init', workbook, '--sheet', 'Bills', '--out', 'bills.map.yaml')).toContain(
      'Doubt: ',
    );
    expect(await readFile(join(folder, 'loader/bills.map.yaml'), 'utf8')).toContain('"Total": {to: gross_amount');
    const map = resolve('examples/exports/workbook/bills.map.yaml');
    expect(await carryover('check', workbook, '--map', map, '--supplier', 'ACME')).toContain('2 rows, all valid');
  }, 60_000);
});

describe('the client for Python', () => {
  const wheel = join(folder, 'tarballs', `carryover_client-${rootManifest.version}-py3-none-any.whl`);
  // Modules are imported from a wheel as from a folder.
  const python = (code: string) =>
    run('python3', ['-c', `import sys; sys.path.insert(0, ${JSON.stringify(wheel)})\n${code}`], folder);
  const account = JSON.stringify(service.demoAccount);

  it('is a wheel whose files have the hashes of its record', async () => {
    const check = `
import base64, csv, hashlib, zipfile
with zipfile.ZipFile(${JSON.stringify(wheel)}) as wheel:
    (record,) = [name for name in wheel.namelist() if name.endswith("RECORD")]
    rows = list(csv.reader(wheel.read(record).decode().splitlines()))
    assert sorted(row[0] for row in rows) == sorted(wheel.namelist())
    for name, hash, size in rows[:-1]:
        content = wheel.read(name)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        assert (f"sha256={digest}", str(len(content))) == (hash, size), name
print("ok")`;
    expect(await python(check)).toBe('ok\n');
  });

  it('sends accounts at once, and the requests of one account in their order', async () => {
    const load = `
import threading
from carryover_client import Answer, Client, load_all
together = threading.Barrier(4, timeout=20)
class Together(Client):
    def create_notes(self, request):
        together.wait()
        return Answer(None)
requests = [("notes", {"import_supplier": "S", "external_account_number": str(n % 4)}) for n in range(12)]
results = list(load_all(Together("http://127.0.0.1:1", "key"), requests, concurrency=4))
print([[r.number for r in results if r.request["external_account_number"] == str(n)] for n in range(4)])`;
    expect(await python(load)).toBe('[[1, 5, 9], [2, 6, 10], [3, 7, 11], [4, 8, 12]]\n');
  });

  it('sends exact amounts, keeps the receipts, and refuses floats', async () => {
    const load = `
import io, json, os
from decimal import Decimal
from carryover_client import Client, load_all
client = Client(os.environ["BASE_URL"], os.environ["API_KEY"], load_id="3F0F7C1E-8A52-4D0B-9C55-0A4C1C9BE001")
assert client.load_id == "3f0f7c1e-8a52-4d0b-9c55-0a4c1c9be001"
payment = {"transaction_id": "PY-1", "transaction_date": "2019-10-03", "type": "PAYMENT", "amount": Decimal("71.10")}
request = {**json.loads('${account}'), "transactions": [payment]}
receipts = io.StringIO()
results = list(load_all(client, [("transactions", request), ("transactions", request)], receipts=receipts))
print([one["status"] for result in results for one in result.answer.body["results"]])
print(len(receipts.getvalue().splitlines()), sorted(json.loads(receipts.getvalue().splitlines()[0])))
try:
    client.create_transactions({**request, "transactions": [{**payment, "amount": 71.1}]})
except TypeError as error:
    print(error)
bad = client.validate("transactions", {**request, "transactions": [{**payment, "amount": "-1"}]})
print(bad.body["errors"][0]["code"])
try:
    Client(client.base_url, "wrong").account_summary(request)
except Exception as error:
    print(error.kind, error.may_be_stored)`;
    expect((await python(load)).trimEnd().split('\n')).toEqual([
      "['TRANSACTION_ADDED_TO_ACCOUNT', 'TRANSACTION_ALREADY_EXISTS']",
      "2 ['import_id', 'sha256']",
      '71.1 is a float, which may not be the amount that was meant. Use decimal.Decimal or str.',
      'invalid_amount',
      'not_authenticated False',
    ]);
  });
});
