// Makes the pictures of the console for README and docs, of a demo with sample data: `npm run docs:screenshots`.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const WINDOW = { width: 1200, height: 820 };

/** Starts a program. @returns the process, and the first match of what it prints. */
const start = async (program, environment, pattern) => {
  const child = spawn(process.execPath, [join(ROOT, program)], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [found] = pattern.exec(line) ?? [];
    if (found !== undefined) {
      child.stdout.resume();
      return { child, found };
    }
  }
  throw new Error(`${program} ended before it was ready.`);
};

const stop = (child) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill();
  });

/** Runs the operator's command. */
const operator = (environment, ...args) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'apps/operator/src/main.ts'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
  });

/** Returns control totals that agree with what is stored, but for one transaction and one cent. */
const controlTotals = async (environment, folder) => {
  const file = join(folder, 'stored.csv');
  await operator(environment, 'reconcile', '--supplier', 'DEMO_SUPPLIER', '--csv', file);
  const [header, ...rows] = (await readFile(file, 'utf8'))
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').slice(0, 5));
  const changed = rows.map(([account, ledger, type, count, sum], at) => {
    if (at === 0) return [account, ledger, type, Number(count) + 1, (Number(sum) + 71).toFixed(2)];
    return [account, ledger, type, count, at === 1 ? (Number(sum) + 0.01).toFixed(2) : sum];
  });
  return [header, ...changed].map((cells) => cells.join(',')).join('\n');
};

const save = (page, name) => page.screenshot({ path: join(ROOT, `docs/images/console-${name}.png`) });

/** Loads sample data for a minute, and takes the pictures. @param totals returns control totals of what is stored. */
const picture = async (page, signInUrl, totals) => {
  await page.goto(signInUrl);
  await page.getByRole('link', { name: 'See the demo supplier move' }).click();
  await page.getByRole('button', { name: 'Generate sample data' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await page.getByRole('button', { name: 'Generate sample data' }).waitFor({ timeout: 300_000 });
  await page.setViewportSize({ ...WINDOW, height: 1_150 });
  await save(page, 'overview');
  const { origin } = new URL(page.url());
  await page.locator('#details a[href^="/accounts"]').last().click();
  // The search for the number of one account opens that account.
  await page.getByRole('heading', { name: 'Ledgers' }).waitFor();
  await page.setViewportSize({ ...WINDOW, height: 1_500 });
  await save(page, 'account');
  await page.setViewportSize(WINDOW);
  await page.goto(`${origin}/reconciliation`);
  const file = { name: 'control-totals.csv', mimeType: 'text/csv', buffer: Buffer.from(await totals()) };
  await page.getByLabel('Control totals of the client').setInputFiles(file);
  await page.getByRole('button', { name: 'Reconcile' }).click();
  await page.getByRole('heading', { name: 'Differences' }).waitFor({ timeout: 120_000 });
  await save(page, 'reconciliation');
};

const dataDir = await mkdtemp(join(tmpdir(), 'carryover-screenshots-'));
const key = join(dataDir, 'evidence.key');
const environment = { DATA_DIR: dataDir, PORT: '0', CONSOLE_PORT: '0', EVIDENCE_KEY_FILE: key };
await operator(environment, 'evidence', 'key', 'create', '--out', key);
const service = await start('apps/api/src/main.ts', { ...environment, CONSOLE: 'off' }, /http:\/\/127\.0\.0\.1:\d+/);
const started = await start('apps/console/src/main.ts', environment, /http:\S+\/sign-in\S+/);
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await picture(await browser.newPage({ viewport: WINDOW, locale: 'en-GB' }), started.found, () =>
    controlTotals(environment, dataDir),
  );
} finally {
  await browser.close();
  await stop(started.child);
  await stop(service.child);
  await rm(dataDir, { recursive: true, force: true });
}
